import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { subtitleKey } from '../../lambdas/contract/media-objects.ts'
import { grant } from '../../lambdas/records/ledger/index.ts'
import type { Cloud } from '../../local/cloud/options.ts'
import { entryRow, importRows, strangerRow } from '../../test/support/generated-rows.ts'
import { type Visitor, visitor } from '../../test/support/visitor.ts'
import { benchTables, withBenchCloud } from './cloud/bench-cloud.ts'
import { type Counter, createCounter } from './cloud/counted.ts'
import { instantEngines } from './cloud/instant-engines.ts'
import { type Aim, amount, type Report, type Table } from './figures.ts'
import { median } from './isolated.ts'

const SIZES = [10, 1000, 10_000]
const ROUNDS = 3
/** Units that a call may cost beyond its cost with ten entries: one row, and for a middle page the keys of half the archive. */
const ONE_MORE_ROW = 1
const MIDDLE_PAGE = 80

interface Measured {
  call: string
  entries: number
  people: number
  readUnits: number
  writeUnits: number
}

/** Number of users in the tables, and of entries of the user who calls. */
interface Size {
  entries: number
  people: number
}

/**
 * Counts the units of a list, a download, a balance and a submission for a user with 10, 1,000 and 10,000 entries, and
 * again among 100,000 users with one entry each. `--quick` stores fewer entries.
 */
export async function run(options: readonly string[]): Promise<Report> {
  const most = options.includes('--quick') ? 1000 : 100_000
  const measured = await withBenchCloud(
    instantEngines(() => 60),
    cloud => measure(cloud, most),
  )
  return { tables: [tableOf(measured)], aims: aimsOf(measured), data: { measured } }
}

async function measure(cloud: Cloud, most: number): Promise<Measured[]> {
  const sizes = [...new Set(SIZES.map(size => Math.min(size, most)))]
  const people: { person: Visitor; entries: number }[] = []
  for (const entries of sizes) people.push({ person: await collector(cloud, entries), entries })
  const rows: Measured[] = []
  const counter = createCounter(cloud)
  // The first calls start the functions and delete one entry of each user.
  for (const { person, entries } of people) await measureCalls(counter, person, { entries, people: 0 })
  for (const { person, entries } of people)
    rows.push(...(await measureCalls(counter, person, { entries, people: sizes.length })))
  await importRows(cloud, 'Users', most, strangerRow)
  await importRows(cloud, 'Archive', most, number => entryRow(strangerRow(number).uid, 1))
  for (const { person, entries } of people)
    rows.push(...(await measureCalls(counter, person, { entries, people: most + sizes.length })))
  counter.stop()
  return rows
}

/** Creates a user with finished entries; the middle one has its subtitle. */
async function collector(cloud: Cloud, entries: number): Promise<Visitor> {
  const person = await visitor(cloud, `collector-of-${entries}`)
  const tables = benchTables(cloud)
  await importRows(cloud, 'Archive', entries, number => entryRow(person.uid, number))
  await tables.client.send(
    new UpdateCommand({
      TableName: tables.users,
      Key: { uid: person.uid },
      UpdateExpression: 'SET archive_count = :count',
      ExpressionAttributeValues: { ':count': entries },
    }),
  )
  const at = new Date().toISOString()
  await grant(tables, { uid: person.uid, id: 'bench', amount: 10_000, reason: 'bench', at })
  const { title } = entryRow(person.uid, middleOf(entries))
  const key = subtitleKey(person.uid, title, 'srt')
  await cloud.services.s3.write(cloud.physicalName('Media'), key, [
    Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n안녕\n'),
  ])
  return person
}

const middleOf = (entries: number): number => Math.ceil(entries / 2)

async function measureCalls(counter: Counter, person: Visitor, size: Size): Promise<Measured[]> {
  const { key } = entryRow(person.uid, middleOf(size.entries))
  const page = String(Math.max(1, Math.floor(size.entries / 10)))
  const submission = { filename: 'talk.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60 }
  const calls: Record<string, () => Promise<unknown>> = {
    'list, first page': () => person.api('listArchive'),
    'list, middle page': () => person.api('listArchive', { query: { page } }),
    download: () => person.api('downloadSubtitle', { parameters: { key }, query: { format: 'srt' } }),
    balance: () => person.api('me'),
  }
  const rows: Measured[] = []
  for (const [call, ask] of Object.entries(calls)) {
    const samples: Measured[] = []
    for (let round = 0; round < ROUNDS; round += 1) samples.push({ call, ...size, ...(await counted(counter, ask)) })
    const typical = (part: 'readUnits' | 'writeUnits') => median(samples.map(one => one[part]))
    rows.push({ call, ...size, readUnits: typical('readUnits'), writeUnits: typical('writeUnits') })
  }
  let submitted = ''
  const submit = async () => {
    submitted = (await person.api('submitVideo', { body: submission })).entry.key
  }
  rows.push({ call: 'submit', ...size, ...(await counted(counter, submit)) })
  // Refunds the tokens and frees the slot, so that the user is as before.
  await person.api('cancelEntry', { parameters: { key: submitted }, body: { costs: 0 } })
  return rows
}

async function counted(counter: Counter, ask: () => Promise<unknown>) {
  counter.take()
  await ask()
  const { readUnits, writeUnits } = counter.take()
  return { readUnits, writeUnits }
}

const unitsOf = ({ readUnits, writeUnits }: Measured): number => readUnits + writeUnits

/** The same call with the fewest entries and users. */
function smallest(measured: readonly Measured[], { call }: Pick<Measured, 'call'>): Measured {
  const [first] = measured.filter(one => one.call === call)
  if (!first) throw new Error(`${call} was not measured.`)
  return first
}

/** Builds a table with a row per call and a column per size. */
function tableOf(measured: readonly Measured[]): Table {
  const count = (value: number) => value.toLocaleString('en-US')
  const sizes = [...new Set(measured.map(({ entries, people }) => `${count(entries)} among ${count(people)}`))]
  const rows = callsOf(measured).flatMap(call => {
    const same = measured.filter(one => one.call === call)
    return [
      [`${call}: units read`, ...same.map(({ readUnits }) => amount(readUnits, '', 1))],
      [`${call}: units written`, ...same.map(({ writeUnits }) => amount(writeUnits, '', 1))],
    ]
  })
  return { name: 'archive', headings: ['entries among people', ...sizes], rows }
}

const callsOf = (measured: readonly Measured[]): string[] => [...new Set(measured.map(({ call }) => call))]

function aimsOf(measured: readonly Measured[]): Aim[] {
  return callsOf(measured).map(call => {
    const least = unitsOf(smallest(measured, { call }))
    const most = Math.max(...measured.filter(one => one.call === call).map(unitsOf))
    return {
      aim: `${call}: units more than with the fewest entries and people`,
      measured: amount(most - least, '', 1),
      atMost: call === 'list, middle page' ? MIDDLE_PAGE : ONE_MORE_ROW,
      ifMissed: 'A read grew with the archive; next: see which table it reads in `.jamak/bench-archive.json`.',
    }
  })
}
