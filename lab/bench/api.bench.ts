import type { RouteName } from '../../lambdas/contract/routes.ts'
import type { Cloud } from '../../local/cloud/options.ts'
import { createSender, type Load, type Sender, type Shot } from './api/load.ts'
import { benchPeople } from './api/people.ts'
import { PLANS, type Plan, shotOf } from './api/plans.ts'
import { openReference } from './api/reference.ts'
import { withBenchCloud } from './cloud/bench-cloud.ts'
import { createCounter } from './cloud/counted.ts'
import { instantEngines } from './cloud/instant-engines.ts'
import { type Aim, amount, type Cell, type Report, type Table } from './figures.ts'
import { median } from './isolated.ts'

const PEOPLE = 25
/** Concurrent requests, how long reads are sent, and the number of writes. */
const LOADS = [
  { atOnce: 1, ms: 250, writes: 8 },
  { atOnce: 50, ms: 600, writes: 75 },
  { atOnce: 200, ms: 600, writes: 200 },
] as const
const WARM_MS = 1200
const COUNTED = 3
const AIM = { aloneMs: 5, p99Ms: 300 }

interface Waits {
  atOnce: number
  p50: number
  p99: number
  perSecond: number
  /** Number of responses by status. */
  statuses: Record<string, number>
}

interface Row {
  route: RouteName | 'empty handler'
  loads: Waits[]
  /** Units of a single call; undefined for the reference, which reads nothing. */
  units?: { read: number; written: number }
}

/**
 * Calls routes on the local cloud with 1, 50 and 200 concurrent requests, next to an empty handler behind the same
 * gateway. `--quick` measures only one route.
 */
export async function run(options: readonly string[]): Promise<Report> {
  const plans = PLANS.filter(({ name }) => name === 'me' || !options.includes('--quick'))
  const rows = await withBenchCloud(
    instantEngines(() => 60),
    cloud => measure(cloud, plans),
  )
  return { tables: [tableOf(rows)], aims: aimsOf(rows), data: { people: PEOPLE, rows } }
}

async function measure(cloud: Cloud, plans: readonly Plan[]): Promise<Row[]> {
  const people = await benchPeople(cloud, PEOPLE)
  const [first] = people
  if (!first) throw new Error('There is nobody.')
  using sender = createSender()
  const reference = await openReference(first.accessToken)
  try {
    const read = (shots: Shot[]) => LOADS.map(({ atOnce, ms }) => ({ shots, atOnce, once: false, ms }))
    await sender.send({ shots: [reference.shot], atOnce: 50, once: false, ms: WARM_MS })
    const rows: Row[] = [{ route: 'empty handler', loads: await waitsOf(sender, read([reference.shot])) }]
    const me = people.map(person => shotOf(cloud.siteUrl, person, 'me', {}))
    await sender.send({ shots: me, atOnce: 50, once: false, ms: WARM_MS })
    let lambda = ''
    for (const plan of plans) {
      /** The n-th request, each by the next user. */
      const shot = (n: number): Shot => {
        const person = people[n % people.length] ?? first
        return shotOf(cloud.siteUrl, person, plan.name, plan.call(person, Math.floor(n / people.length)))
      }
      const everybody = people.map((_, n) => shot(n))
      if (plan.lambda !== lambda) await sender.send({ shots: everybody, atOnce: 50, once: false, ms: WARM_MS })
      lambda = plan.lambda
      const units = await unitsOf(cloud, sender, shot)
      const loads = plan.isOnce ? writesOf(shot) : read(everybody)
      rows.push({ route: plan.name, loads: await waitsOf(sender, loads), units })
    }
    return rows
  } finally {
    await reference.stop()
  }
}

/** Requests of a route that changes data, none sent twice, following those already counted. */
function writesOf(shot: (n: number) => Shot): Load[] {
  let next = COUNTED
  return LOADS.map(({ atOnce, writes }) => {
    const from = next
    const shots = Array.from({ length: writes }, (_, n) => shot(from + n))
    next += writes
    return { shots, atOnce, once: true, ms: 0 }
  })
}

async function unitsOf(cloud: Cloud, sender: Sender, shot: (n: number) => Shot): Promise<Row['units']> {
  const counter = createCounter(cloud)
  const counts: NonNullable<Row['units']>[] = []
  for (let n = 0; n < COUNTED; n += 1) {
    counter.take()
    await sender.send({ shots: [shot(n)], atOnce: 1, once: true, ms: 0 })
    const { readUnits, writeUnits } = counter.take()
    counts.push({ read: readUnits, written: writeUnits })
  }
  counter.stop()
  return { read: median(counts.map(({ read }) => read)), written: median(counts.map(({ written }) => written)) }
}

/** Sends loads one after another. */
async function waitsOf(sender: Sender, loads: readonly Load[]): Promise<Waits[]> {
  const measured: Waits[] = []
  for (const load of loads) {
    const { waits, statuses, seconds } = await sender.send(load)
    const sorted = waits.sort((a, b) => a - b)
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
    measured.push({ atOnce: load.atOnce, p50: at(0.5), p99: at(0.99), perSecond: waits.length / seconds, statuses })
  }
  return measured
}

/** The statuses of all responses, most frequent first. */
function statusesOf({ loads }: Row): string {
  const sums = new Map<string, number>()
  for (const { statuses } of loads)
    for (const [status, count] of Object.entries(statuses)) sums.set(status, (sums.get(status) ?? 0) + count)
  const sorted = [...sums].sort(([, a], [, b]) => b - a)
  return sorted.map(([status]) => status).join(' ') || '-'
}

/** Units are in the headings, so that the rows of numbers stay readable. */
const HEADINGS = [
  'route',
  'status',
  'alone p50 ms',
  '50 at once p50 ms',
  'p99 ms',
  'a second',
  '200 at once p99 ms',
  'a second',
  'units read',
  'written',
]

function tableOf(rows: readonly Row[]): Table {
  const of = (row: Row, atOnce: number) => row.loads.find(one => one.atOnce === atOnce)
  const cell = (value: number | undefined, digits = 0): Cell => (value === undefined ? '-' : amount(value, '', digits))
  const routes = rows.map((row): Cell[] => {
    const [alone, fifty, many] = LOADS.map(({ atOnce }) => of(row, atOnce))
    return [
      row.route,
      row.units ? statusesOf(row) : '-',
      cell(alone?.p50, 1),
      cell(fifty?.p50),
      cell(fifty?.p99),
      cell(fifty?.perSecond),
      cell(many?.p99),
      cell(many?.perSecond),
      cell(row.units?.read, 1),
      cell(row.units?.written, 1),
    ]
  })
  return { name: 'api', headings: HEADINGS, rows: routes }
}

function aimsOf(rows: readonly Row[]): Aim[] {
  const routes = rows.filter(({ units }) => units)
  const p50Alone = ({ loads }: Row) => loads.find(one => one.atOnce === 1)?.p50
  const p99 = ({ loads }: Row) => loads.find(one => one.atOnce === 50)?.p99
  const slower = (of: (row: Row) => number | undefined, ms: number) => {
    const found = routes.flatMap(row => of(row) ?? [])
    return amount(found.filter(each => each > ms).length, `of ${found.length}`)
  }
  const me = routes.find(({ route }) => route === 'me')
  const own = [
    { value: me && p50Alone(me), atMost: AIM.aloneMs, aim: '`/api/me` alone, p50' },
    { value: me && p99(me), atMost: AIM.p99Ms, aim: '`/api/me`, 50 at once, p99' },
  ].flatMap(({ value, ...aim }) => (value === undefined ? [] : [{ ...aim, measured: amount(value, 'ms', 1) }]))
  const counts = [
    {
      aim: `routes slower than ${AIM.aloneMs} ms alone (p50)`,
      measured: slower(p50Alone, AIM.aloneMs),
      atMost: 0,
    },
    {
      aim: `routes slower than ${AIM.p99Ms} ms with 50 at once (p99)`,
      measured: slower(p99, AIM.p99Ms),
      atMost: 0,
    },
  ]
  return [...own, ...counts].map(aim => ({ ...aim, ifMissed: WHY_MISSED }))
}

const WHY_MISSED =
  'Two thirds of a call are spent in the AWS SDK and the handler, while the same two cores also run the stand-ins for AWS. Next: send independent reads of a call at once (`/api/me` reads the user, then the switches), and parse the expressions in the stand-in database once.'
