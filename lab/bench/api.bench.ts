import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { CallParts } from '../../bin/demo/api-client.ts'
import type { RouteName } from '../../lambdas/contract/routes.ts'
import { koreanDay } from '../../lambdas/contract/time.ts'
import { grant } from '../../lambdas/records/ledger/index.ts'
import type { Cloud } from '../../local/cloud/options.ts'
import { type Visitor, visitor } from '../../test/support/visitor.ts'
import { benchTables, withBenchCloud } from './cloud/bench-cloud.ts'
import { createCounter } from './cloud/counted.ts'
import { finishedVideo } from './cloud/finished-video.ts'
import { instantEngines } from './cloud/instant-engines.ts'
import { type Aim, amount, type Report } from './figures.ts'
import { median } from './isolated.ts'

/** Calls of each route that are not measured, because the first of them start its function. */
const WARMING = 3
/** Calls of each route that are measured. */
const CALLS = 20
const MOST_MS = 5
/** Where the day's counts start: so far below zero that the bench never reaches a limit. */
const UNLIMITED = -100_000

interface Measured {
  route: RouteName
  ms: number
  readUnits: number
  writeUnits: number
}

/**
 * Calls the routes that the page calls most, and those that write several rows, one call after another on the local
 * cloud, and counts the units of the database. `--quick` measures only one route.
 */
export async function run(options: readonly string[]): Promise<Report> {
  const measured = await withBenchCloud(
    instantEngines(() => 60),
    async cloud => {
      const person = await visitor(cloud, 'bench')
      const plans = await plansFor(cloud, person)
      const found: Measured[] = []
      for (const { route, call } of options.includes('--quick') ? plans.slice(0, 1) : plans)
        found.push(await measure(cloud, person, route, call))
      return found
    },
  )
  const headings = ['route', 'p50 ms', 'units read', 'written']
  const rows = measured.map(({ route, ms, readUnits, writeUnits }) => [
    route,
    amount(ms, '', 1),
    amount(readUnits, '', 1),
    amount(writeUnits, '', 1),
  ])
  return { tables: [{ name: 'api', headings, rows }], aims: aimsOf(measured), data: { measured } }
}

/** The parts of the n-th call of a route. */
type Call = (n: number) => CallParts

/** Gives a user tokens and a finished video, and lifts the limits of a day. */
async function plansFor(cloud: Cloud, person: Visitor): Promise<{ route: RouteName; call: Call }[]> {
  const tables = benchTables(cloud)
  const { uid } = person
  await grant(tables, { uid, id: 'bench', amount: 100_000, reason: 'bench', at: new Date().toISOString() })
  const { key } = await finishedVideo(cloud, person, 60)
  await tables.client.send(
    new UpdateCommand({
      TableName: tables.users,
      Key: { uid },
      UpdateExpression:
        'SET open_submissions = :none, day_submissions = :none, day_refunded_seconds = :none, #day = :day',
      ExpressionAttributeNames: { '#day': 'day' },
      ExpressionAttributeValues: { ':none': UNLIMITED, ':day': koreanDay(Date.now()) },
    }),
  )
  const parameters = { key }
  const { passages } = (await person.api('readProject', { parameters })).machine
  const save: Call = n => {
    const put = passages.slice(n % passages.length).slice(0, 1)
    const changed = put.map(sentence => ({ ...sentence, korean: `${n}번째 문장이에요.`, breaks: [] }))
    return { parameters, body: { base: 0, put: changed, remove: [] } }
  }
  const video = { filename: 'talk.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60 }
  return [
    { route: 'me', call: () => ({}) },
    { route: 'movements', call: () => ({}) },
    { route: 'listArchive', call: () => ({}) },
    { route: 'readEntry', call: () => ({ parameters }) },
    { route: 'readProject', call: () => ({ parameters }) },
    { route: 'downloadSubtitle', call: () => ({ parameters }) },
    { route: 'renameEntry', call: n => ({ parameters, body: { name: `talk ${n}` } }) },
    { route: 'saveEdits', call: save },
    { route: 'quoteYoutube', call: () => ({ parameters: { id: 'jamak-hello' } }) },
    { route: 'submitVideo', call: () => ({ body: video }) },
    { route: 'listPayments', call: () => ({}) },
    { route: 'createPayment', call: () => ({ body: { package: 'tokens-20' } }) },
  ]
}

async function measure(cloud: Cloud, person: Visitor, route: RouteName, call: Call): Promise<Measured> {
  const counter = createCounter(cloud)
  const found: Omit<Measured, 'route'>[] = []
  for (let n = 0; n < WARMING + CALLS; n += 1) {
    counter.take()
    const began = performance.now()
    const { status } = await person.call(route, call(n))
    const ms = performance.now() - began
    if (status !== 200) throw new Error(`${route} answered ${status}.`)
    if (n >= WARMING) found.push({ ms, ...counter.take() })
  }
  counter.stop()
  const middle = (of: (one: (typeof found)[number]) => number) => median(found.map(of))
  return {
    route,
    ms: middle(one => one.ms),
    readUnits: middle(one => one.readUnits),
    writeUnits: middle(one => one.writeUnits),
  }
}

function aimsOf(measured: readonly Measured[]): Aim[] {
  const slow = measured.filter(({ ms }) => ms > MOST_MS).length
  return [
    {
      aim: `routes slower than ${MOST_MS} ms (p50)`,
      measured: amount(slow, `of ${measured.length}`),
      atMost: 0,
      ifMissed:
        'Two thirds of a call are spent in the AWS SDK and the handler, while the same two cores also run the stand-ins for AWS. Next: send independent reads of a call at once (`/api/me` reads the user, then the switches), and parse the expressions in the stand-in database once.',
    },
  ]
}
