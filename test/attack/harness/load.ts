import { mkdtempSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallParts } from '../../../bin/demo/api-client.ts'
import { isOpen } from '../../../lambdas/contract/archive-entry.ts'
import type { RouteName } from '../../../lambdas/contract/routes.ts'
import { announce, sendForm } from '../../support/journey.ts'
import { type Visitor, visitor } from '../../support/visitor.ts'
import { alterAssembly } from './altered-assembly.ts'
import { type Chance, chanceOf } from './chance.ts'
import { startLife } from './life.ts'
import { brokenEnds, brokenSums, holdingsOf } from './promises.ts'
import { newTally, type Tally } from './random-person.ts'
import { pause, readVideos } from './service.ts'

export interface LoadOptions {
  assembly: string
  people: number
  seconds: number
  submissions: number
  say(line: string): void
}

export interface LoadResult {
  people: number
  seconds: number
  submissions: number
  tally: Tally
  /** Milliseconds of the slowest answer. */
  slowest: number
  /** Milliseconds until the last of the submissions had ended. */
  endedMs: number
  videos: Record<string, number>
  /** Calls that the engines throttled. */
  throttled: number
  /** Before the people, after them, and after the submissions. */
  memory: { rss: number; heapUsed: number }[]
  broken: string[]
}

const READS = ['me', 'listArchive', 'movements', 'listPayments'] as const satisfies readonly RouteName[]
/** Sign-ins at once: each takes about ten requests. */
const ARRIVALS = 20
const LONGEST_MS = 20 * 60_000

/** Many people at once, then many submissions at once, on a service whose engines throttle every fifth call. */
export async function runLoad({ assembly, people, seconds, submissions, say }: LoadOptions): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-load-'))
  const [altered = '', control = '', data = ''] = ['assembly', 'control', 'data'].map(name => join(folder, name))
  await mkdir(data, { recursive: true })
  await alterAssembly(assembly, altered, { control })
  const life = await startLife({
    assembly: altered,
    folder: data,
    port: 0,
    control,
    passedMs: 0,
    seed: 1,
    throttleEvery: 5,
  })
  if (!life) throw new Error('the service does not start')
  const crowd: Visitor[] = []
  for (let first = 0; first < people; first += ARRIVALS)
    crowd.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(ARRIVALS, people - first) }, (_, n) => visitor(life, `crowd-${first + n}`)),
      )),
    )
  say(`${crowd.length} people are signed in`)
  const memory = [await life.memory()]

  const tally = newTally()
  let slowest = 0
  /** Calls a route and counts the answer; the body where it passed. */
  async function call(person: Visitor, route: RouteName, parts?: CallParts): Promise<void> {
    tally.tried += 1
    const begun = performance.now()
    const answer = await person.call(route, parts).catch(() => undefined)
    slowest = Math.max(slowest, performance.now() - begun)
    if (!answer) tally.cut += 1
    else if (answer.status < 300) tally.passed += 1
    else {
      const code = JSON.stringify(answer.body)
      tally.byCode[code] = (tally.byCode[code] ?? 0) + 1
      if (answer.status >= 500) tally.faulty += 1
      else tally.refused += 1
    }
  }
  const until = Date.now() + seconds * 1000
  const browse = async (person: Visitor, chance: Chance): Promise<void> => {
    while (Date.now() < until) {
      await call(person, chance.pick(READS))
      await pause(chance.below(2000))
    }
  }
  await Promise.all(crowd.map((person, n) => browse(person, chanceOf(n))))
  memory.push(await life.memory())
  say(`${tally.tried} requests, slowest ${Math.round(slowest)} ms`)

  const { hello } = await readVideos()
  const begun = Date.now()
  const submitted = await Promise.allSettled(
    Array.from({ length: submissions }, async (_, n) => {
      const person = crowd[n % crowd.length]
      if (!person) return
      const { post } = await announce(person.api, hello, { filename: `load-${n}.mp4` })
      await sendForm(post, hello)
    }),
  )
  const broken = submitted.flatMap(outcome =>
    outcome.status === 'rejected' ? [`a submission failed: ${String(outcome.reason)}`] : [],
  )
  say(`${submissions} submissions are in, ${Math.round((Date.now() - begun) / 1000)} s`)
  while ((await openEntries()) > 0 && Date.now() - begun < LONGEST_MS) await pause(1000)
  const endedMs = Date.now() - begun
  while ((await life.running()) > 0 && Date.now() - begun < LONGEST_MS) await pause(500)

  async function openEntries(): Promise<number> {
    const { entries } = await holdingsOf(life?.tables ?? never(), [])
    return entries.filter(({ status }) => isOpen(status)).length
  }
  const holdings = await holdingsOf(life.tables, await life.mails())
  memory.push(await life.memory())
  const videos: Record<string, number> = {}
  for (const { status } of holdings.entries) videos[status] = (videos[status] ?? 0) + 1
  if (videos.done !== submissions) broken.push(`${videos.done} of ${submissions} videos are done`)
  broken.push(...brokenSums(holdings), ...brokenEnds(holdings))
  if (tally.faulty + tally.cut > 0) broken.push(`${tally.faulty + tally.cut} requests failed`)
  const throttled = await life.throttled()
  await life.stop()
  await rm(folder, { recursive: true, force: true })
  return { people, seconds, submissions, tally, slowest, endedMs, videos, throttled, memory, broken }
}

function never(): never {
  throw new Error('the service has ended')
}
