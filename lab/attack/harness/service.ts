import { mkdtempSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { plainFile } from '#mp4-sound'
import { probeMedia } from '../../../lambdas/source/probe.ts'
import type { Cloud, CloudEngines } from '../../../local/cloud/options.ts'
import { startCloud } from '../../../local/cloud.ts'
import type { Transcription } from '../../../local/engines/index.ts'
import { recordedEngines } from '../../../test/fixtures/recorded-engines.ts'
import { inMemory } from '../../../test/source/made-media.ts'
import { exampleSettings } from '../../../test/support/example-settings.ts'
import { media } from '../../../test/support/journey.ts'
import { tablesOf } from '../../../test/support/stored-rows.ts'
import { alterAssembly } from './altered-assembly.ts'
import { CONTROL, type Rate } from './faults.ts'
import { passTime } from './pass-time.ts'
import { brokenEnds, brokenSums, countEmails, type EmailCount, holdingsOf } from './promises.ts'

/** Files that the attack uploads: speech worth four tokens, sound without speech, and a file that is no video. */
export interface Videos {
  hello: Buffer
  hum: Buffer
  garbage: Buffer
}

async function readVideos(): Promise<Videos> {
  const [hello, hum] = await Promise.all([media('../../../local/sample/hello.mp4'), media('hum.mp4')])
  return { hello, hum, garbage: Buffer.from('no video at all') }
}

/** Engines that return the recorded transcript for the speech and nothing for the hum. */
async function knowingEngines({ hum }: Videos): Promise<CloudEngines> {
  const engines = recordedEngines('hello')
  const silence: Transcription = { words: [], language: 'en-US', languageScore: 0.9, durationMs: 3000 }
  // The engine receives the sound that Settle rebuilt, not the upload.
  const size = plainFile(inMemory(hum), (await probeMedia(inMemory(hum), 60)).track).size
  const transcribe = async (file: string) =>
    (await stat(file)).size === size ? silence : engines.speech.transcribe(file)
  return { ...engines, speech: { transcribe } }
}

/** Scheduled rules on AWS, which the harness runs on demand. */
export const CLOCKWORK = ['WorkflowEveryFiveMinutes', 'WorkflowEmailsEveryFiveMinutes', 'ApiEveryTenMinutes'] as const

/** The altered application, running in this process. */
export interface AttackedService {
  cloud: Cloud
  videos: Videos
  /** Folder through which the altered handlers receive their faults. */
  control: string
  /**
   * Lets minutes pass, for leases, and then a day, for uploads that never arrived, and runs the scheduled rules each
   * time until all work has ended.
   */
  comeToRest(): Promise<void>
  /** Violations now, and the count of lost emails. */
  broken(): Promise<{ broken: string[]; emails: EmailCount }>
  stop(): Promise<void>
}

/** Starts a copy of the application, altered for faults, in a temporary folder. */
export async function startAttacked(assembly: string): Promise<AttackedService> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-attack-'))
  const [altered, control, data] = ['assembly', 'control', 'data'].map(name => join(folder, name))
  if (!altered || !control || !data) throw new Error('no folders')
  await mkdir(data, { recursive: true })
  await alterAssembly(assembly, altered, control)
  const videos = await readVideos()
  const cloud = await startCloud({
    assembly: altered,
    folder: data,
    port: 0,
    env: exampleSettings(),
    engines: await knowingEngines(videos),
    quiet: true,
    schedules: false,
    waitScale: 0.02,
  })
  const settleDown = async (ms: number): Promise<void> => {
    await untilIdle(cloud)
    await passTime(tablesOf(cloud), ms)
    for (const rule of CLOCKWORK) await cloud.runRule(rule)
    await untilIdle(cloud)
  }
  return {
    cloud,
    videos,
    control,
    async comeToRest() {
      for (const ms of UNTIL_REST_MS) await settleDown(ms)
    },
    async broken() {
      const holdings = await holdingsOf(tablesOf(cloud), cloud.emails())
      const emails = countEmails(holdings)
      return { broken: [...brokenSums(holdings), ...brokenEnds(holdings), ...emails.lost], emails }
    },
    async stop() {
      await cloud.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Sets the probability that a call of a function meets a fault, or ends the faults. The n-th call of a function meets
 * the same fault for the same seed.
 */
export async function setFaultRate(control: string, rate: Rate | undefined): Promise<void> {
  const file = join(control, CONTROL.rate)
  await (rate ? writeFile(file, JSON.stringify(rate)) : rm(file))
}

const THREE_MINUTES = 180_000
const A_DAY = 25 * 3_600_000
/**
 * Periods to pass, one after another, until nothing may be open: leases expire first, then uploads that never arrived.
 */
const UNTIL_REST_MS = [THREE_MINUTES, THREE_MINUTES, A_DAY, THREE_MINUTES, THREE_MINUTES] as const

const IDLE_MS = 300
const PATIENCE_MS = 600_000

/** Waits until no execution has run for a moment, because the events of one can start another. */
export async function untilIdle(cloud: Pick<Cloud, 'executions'>): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (let idleSince = Date.now(); Date.now() - idleSince < IDLE_MS; await pause(50)) {
    if (cloud.executions().some(({ status }) => status === 'RUNNING')) idleSince = Date.now()
    if (Date.now() > until) throw new Error('the workflow does not come to rest')
  }
}
