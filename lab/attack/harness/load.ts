import { mkdtempSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archiveEntry, isOpen } from '../../../lambdas/contract/archive-entry.ts'
import { alterAssembly } from './altered-assembly.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type Life, startLife } from './life.ts'
import { type CrowdFigures, type CrowdMember, crowdMember } from './load-crowd.ts'
import { scanned } from './pass-time.ts'
import { brokenEnds, brokenSums, holdingsOf } from './promises.ts'
import { newTally } from './random-person.ts'
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
  /** Figures while users read, and while they submit. */
  reading: CrowdFigures
  submitting: CrowdFigures
  /** Milliseconds until the last video was sent, and until the last one ended. */
  sentMs: number
  endedMs: number
  videos: Record<string, number>
  /** Number of calls that the engines throttled. */
  throttled: number
  memory: Memory
  broken: string[]
}

/** Resident bytes of the process, which runs the whole cloud, and heap bytes of its main thread. */
export interface Memory {
  /** After sign-in, after reading, after the videos, and after idle threads have ended. */
  stages: { name: string; rss: number; heapUsed: number }[]
  peakRss: number
}

/** Concurrent sign-ins. Each makes about ten requests. */
const ARRIVALS = 20
const LONGEST_MS = 20 * 60_000
const SAMPLE_MS = 1000
/** Interval between checks; each check costs the measured service some CPU. */
const LOOK_EVERY_MS = 3000
/** A Lambda thread ends after a minute without an event. */
const UNTIL_THREADS_END_MS = 70_000
const entryStatus = archiveEntry.pick({ status: true })

/** Runs many readers, then many submissions at once, on a service whose engines throttle every fifth call. */
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
  const figures = (): CrowdFigures => ({ answers: newTally(), slowest: 0, shown: {} })
  const [arriving, reading, submitting] = [figures(), figures(), figures()]
  let current = arriving
  const crowd: CrowdMember[] = []
  for (let first = 0; first < people; first += ARRIVALS)
    crowd.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(ARRIVALS, people - first) }, (_, n) =>
          crowdMember(life, `crowd-${first + n}`, () => current),
        ),
      )),
    )
  say(`${crowd.length} people are signed in`)
  const watch = watchMemory(life)
  await watch.note('before')

  current = reading
  const until = Date.now() + seconds * 1000
  const browse = async (person: CrowdMember, chance: Chance): Promise<void> => {
    while (Date.now() < until) {
      await person.read(chance)
      await pause(chance.below(2000))
    }
  }
  await Promise.all(crowd.map((person, n) => browse(person, chanceOf(n))))
  await watch.note('after the people')
  say(`${reading.answers.tried} requests, slowest ${Math.round(reading.slowest)} ms`)

  current = submitting
  const { hello } = await readVideos()
  const begun = Date.now()
  await Promise.all(
    Array.from({ length: submissions }, (_, n) => crowd[n % crowd.length]?.submit(hello, `load-${n}.mp4`)),
  )
  const sentMs = Date.now() - begun
  say(`${submissions} videos are sent, ${Math.round(sentMs / 1000)} s`)
  while ((await openEntries(life)) > 0 && Date.now() - begun < LONGEST_MS) await pause(LOOK_EVERY_MS)
  const endedMs = Date.now() - begun
  while ((await life.running()) > 0 && Date.now() - begun < LONGEST_MS) await pause(500)
  await watch.note('after the submissions')
  await pause(UNTIL_THREADS_END_MS)
  await watch.note('a minute later')

  const holdings = await holdingsOf(life.tables, await life.mails())
  const videos: Record<string, number> = {}
  for (const { status } of holdings.entries) videos[status] = (videos[status] ?? 0) + 1
  const broken = [...brokenSums(holdings), ...brokenEnds(holdings)]
  if (videos.done !== submissions) broken.push(`${videos.done} of ${submissions} videos are done`)
  for (const { shown } of [reading, submitting])
    for (const [code, count] of Object.entries(shown)) broken.push(`${count} people were shown ${code}`)
  const throttled = await life.throttled()
  const memory = watch.stop()
  await life.stop()
  await rm(folder, { recursive: true, force: true })
  return { people, seconds, submissions, reading, submitting, sentMs, endedMs, videos, throttled, memory, broken }
}

async function openEntries({ tables }: Life): Promise<number> {
  const rows = await scanned(tables, tables.archive)
  return rows.filter(row => isOpen(entryStatus.parse(row).status)).length
}

function watchMemory(life: Life): { note(name: string): Promise<void>; stop(): Memory } {
  const memory: Memory = { stages: [], peakRss: 0 }
  const timer = setInterval(() => {
    life.rss().then(
      rss => {
        memory.peakRss = Math.max(memory.peakRss, rss)
      },
      () => undefined,
    )
  }, SAMPLE_MS)
  return {
    async note(name) {
      memory.stages.push({ name, ...(await life.memory()) })
    },
    stop() {
      clearInterval(timer)
      return memory
    },
  }
}
