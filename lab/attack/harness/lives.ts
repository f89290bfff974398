import { mkdtempSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyLedger } from '../../../bin/ops/commands/ledger-verify.ts'
import { alterAssembly } from './altered-assembly.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type Life, startLife } from './life.ts'
import {
  brokenEnds,
  brokenSums,
  countEmails,
  type EmailCount,
  type Holdings,
  holdingsOf,
  tracesOf,
} from './promises.ts'
import { arrive, newTally, type RandomPerson, type Tally, type World } from './random-person.ts'
import { CLOCKWORK, pause, readVideos, setFaultRate, UNTIL_REST_MS } from './service.ts'
import type { Doom } from './victim-orders.ts'

/** Options of the soak test: many users on a service that is killed again and again. */
export interface LivesOptions {
  assembly: string
  seed: number
  /** Number of concurrent users. */
  people: number
  /** Ends after this many milliseconds. */
  ms: number
  /** Probability that a call of a function is hit by a fault. */
  faultRate: number
  /** How each process ends. */
  doom: Doom
  say(line: string): void
}

export interface LivesResult {
  kills: number
  /** Kills by the email that was being sent. */
  deaths: Record<string, number>
  people: number
  left: number
  videos: Record<string, number>
  /** Groups of submissions of users who did not leave. */
  groups: number
  orders: number
  /** Number of ledger verifications while users worked. */
  verified: number
  tally: Tally
  emails: EmailCount
  broken: string[]
}

const THREE_MINUTES = 180_000
/** Videos after which a user leaves, because of the daily budget of submissions. */
const MOST_VIDEOS = 15

/** Lets users work on a service that dies at random, waits until all work has ended, and checks every promise. */
export async function runLives(options: LivesOptions): Promise<LivesResult> {
  const { seed, say } = options
  const folder = mkdtempSync(join(tmpdir(), 'jamak-lives-'))
  const [assembly = '', control = '', data = ''] = ['assembly', 'control', 'data'].map(name => join(folder, name))
  await mkdir(data, { recursive: true })
  await alterAssembly(options.assembly, assembly, control)
  await setFaultRate(control, { rate: options.faultRate, seed })
  const chance = chanceOf(seed)
  const videos = await readVideos()
  const port = await freePort()
  const common = { assembly, folder: data, port, control }
  let life = await firstLife(common, seed)
  const { tableNames } = life
  await life.kill()

  let isResting = false
  const tally = newTally()
  const world = (part: Chance): World => ({
    life: () => life,
    videos,
    chance: part,
    tally,
    isResting: () => isResting,
  })
  const everybody: RandomPerson[] = []
  // Part of each name: users arrive concurrently, and two with one name would share an account that one may delete.
  let arrivals = 0
  const result: LivesResult = {
    kills: 0,
    deaths: {},
    people: 0,
    left: 0,
    videos: {},
    groups: 0,
    orders: 0,
    verified: 0,
    tally,
    emails: { owed: 0, twice: 0, lost: [], overtaken: 0 },
    broken: [],
  }
  const until = Date.now() + options.ms

  /** Keeps one slot of the crowd filled: a new user replaces each one who leaves. */
  async function place(number: number, person: RandomPerson | undefined): Promise<RandomPerson | undefined> {
    const part = chance.of(`place ${number} life ${result.kills}`)
    let current = person
    while (!life.isOver() && !isResting) {
      if (!current || current.hasLeft || current.videos >= MOST_VIDEOS) {
        arrivals += 1
        current = await arrive(world(part), `person-${seed}-${arrivals}x`)
        if (current) everybody.push(current)
        else await pause(200)
      } else await current.act()
    }
    return current
  }

  const places: (RandomPerson | undefined)[] = Array.from({ length: options.people })
  while (Date.now() <= until) {
    const lifeSeed = chance.below(2 ** 31)
    const started = await startLife({
      ...common,
      tables: tableNames,
      passedMs: THREE_MINUTES,
      seed: lifeSeed,
      doom: options.doom,
    })
    result.kills += 1
    if (!started) continue
    life = started
    const clock = tick(life, result)
    const working = Promise.all(places.map((person, number) => place(number, person)))
    await life.ended
    const after = await working
    after.forEach((person, number) => {
      places[number] = person
    })
    await clock
    say(`${result.kills} kills, ${everybody.length} people, ${tally.tried} requests`)
  }

  isResting = true
  await rm(join(control, 'rate.json'), { force: true })
  const holdings = await comeToRest(common, tableNames, chance, result, everybody)
  const { users, entries, orders } = holdings
  result.people = everybody.length
  result.left = everybody.filter(({ hasLeft }) => hasLeft).length
  for (const { status } of entries) result.videos[status] = (result.videos[status] ?? 0) + 1
  result.groups = new Set(entries.flatMap(({ group }) => group ?? [])).size
  result.orders = orders.length
  result.emails = countEmails(holdings)
  result.broken.push(...brokenSums(holdings), ...brokenEnds(holdings), ...result.emails.lost)
  for (const line of (await readFile(join(control, 'deaths'), 'utf8').catch(() => '')).split('\n'))
    if (line) result.deaths[line] = (result.deaths[line] ?? 0) + 1
  if (users.length === 0) result.broken.push('nobody is there')
  await rm(folder, { recursive: true, force: true })
  return result
}

type Common = { assembly: string; folder: string; port: number; control: string }

async function firstLife(common: Common, seed: number): Promise<Life> {
  const life = await startLife({ ...common, passedMs: 0, seed })
  if (!life) throw new Error('the service does not start')
  return life
}

/** Runs the scheduled rules and verifies the ledger until the process ends. */
async function tick(life: Life, result: LivesResult): Promise<void> {
  while (!life.isOver()) {
    await pause(2500)
    // A rule that met a fault runs again in the next round; the ledger is verified regardless.
    for (const rule of CLOCKWORK) await life.runRule(rule).catch(() => undefined)
    const verified = await verifyLedger(life.tables, Date.now()).catch(() => undefined)
    if (!verified) continue
    result.verified += 1
    result.broken.push(...verified.faults.map(fault => `ledger verify: ${JSON.stringify(fault)}`))
  }
}

/**
 * Ends all open work: minutes pass for leases, then a day for uploads that never arrived, with the rules run in
 * between.
 */
async function comeToRest(
  common: Common,
  tables: Life['tableNames'],
  chance: Chance,
  result: LivesResult,
  everybody: readonly RandomPerson[],
): Promise<Holdings> {
  for (const passedMs of UNTIL_REST_MS) {
    const life = await startLife({ ...common, tables, passedMs, seed: chance.below(2 ** 31) })
    if (!life) throw new Error('the service does not start')
    await untilResting(life)
    for (const rule of CLOCKWORK) await life.runRule(rule)
    await untilResting(life)
    await life.stop()
  }
  const life = await startLife({ ...common, tables, passedMs: 0, seed: 1 })
  if (!life) throw new Error('the service does not start')
  const holdings = await holdingsOf(life.tables, await life.emails())
  result.broken.push(
    ...(await tracesOf(
      life.tables,
      await life.objects(),
      everybody.filter(({ hasLeft }) => hasLeft),
    )),
  )
  await life.stop()
  return holdings
}

/** Asks rarely: the service reads thousands of executions to count those that run. */
async function untilResting(life: Life): Promise<void> {
  for (let quiet = 0, rounds = 0; quiet < 3 && rounds < 1800; rounds += 1) {
    quiet = (await life.running()) === 0 ? quiet + 1 : 0
    await pause(500)
  }
}

/** Finds two consecutive free ports. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 30_000)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
