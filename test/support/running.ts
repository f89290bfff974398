import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { type ApiClient, apiClient } from '../../bin/demo/api-client.ts'
import type { Cloud, CloudEngines, CloudOptions } from '../../local/cloud/options.ts'
import { startCloud } from '../../local/cloud.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { eventually } from './eventually.ts'
import { exampleSettings } from './example-settings.ts'

/** The whole application running locally, in its own data folder. */
export interface Running {
  cloud: Cloud
  /** Folder of its data. */
  folder: string
  /** Signs a user in and opens the session, as the page does. */
  person(name: string): Promise<ApiClient>
  stop(): Promise<void>
}

/**
 * Starts the synthesized application with recorded engines and shortened waits.
 * `STORY_LOGS=on` prints the logs of functions and workflow.
 */
export async function running(options: Partial<CloudOptions> = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-story-'))
  const cloud = await startCloud({
    assembly: inject('assembly'),
    folder,
    port: 0,
    // A key written with `echo` or an editor ends with a newline.
    env: { ...exampleSettings(), SECRET_TOSS: `${exampleSettings().SECRET_TOSS}\n` },
    engines: recordedEngines('hello'),
    quiet: process.env.STORY_LOGS !== 'on',
    schedules: false,
    waitScale: 0.02,
    ...options,
  })
  return {
    cloud,
    folder,
    async person(name) {
      const account = { provider: 'Google', subject: name, name, email: `${name}@example.com` }
      const { accessToken } = await cloud.signIn(account)
      const api = apiClient(cloud.siteUrl, accessToken)
      await api('openSession')
      return api
    },
    async stop() {
      await cloud.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A running application that the tests of one file, or of one `describe`, share. */
export async function setUpStory(options?: Partial<CloudOptions>): Promise<Running> {
  const story = await running(options)
  afterAll(() => story.stop())
  return story
}

/** The running application that test files share, and that none of them may stop. */
export interface Shared extends Pick<Running, 'cloud' | 'person'> {
  /** Sets the cloud's clock ahead by this many ms until the test file ends. The functions' clock does not change. */
  passTime(ms: number): void
}

let shared: Promise<Running> | undefined
/** Engines of the test file that is running. */
let engines: CloudEngines = recordedEngines('hello')
/** Milliseconds by which the shared cloud's clock is ahead of the functions'. */
let ahead = 0

/**
 * Shares one running application, with warm functions, between all test files of a worker. Each file sees only the emails
 * and executions since it began, but the rows and logs of all, so no two files may use the same names for users.
 */
export async function shareStory(own: CloudEngines = recordedEngines('hello')): Promise<Shared> {
  shared ??= startShared()
  const { cloud, ...story } = await shared
  engines = own
  const sinceNow = <Each>(list: () => Each[]) => {
    const before = list().length
    return () => list().slice(0, list().length - before)
  }
  const executions = sinceNow(cloud.executions)
  afterAll(async () => {
    ahead = 0
    await eventually(() => expect(executions().filter(({ status }) => status === 'RUNNING')).toEqual([]))
  })
  const passTime = (ms: number) => {
    ahead = ms
  }
  return { person: story.person, passTime, cloud: { ...cloud, emails: sinceNow(cloud.emails), executions } }
}

/** Starts the shared application. It ends with its worker, and its data folder is removed then. */
async function startShared(): Promise<Running> {
  const story = await running({
    clock: { now: () => Date.now() + ahead },
    engines: {
      speech: { transcribe: (...job) => engines.speech.transcribe(...job) },
      translation: { translate: (...job) => engines.translation.translate(...job) },
    },
  })
  process.once('exit', () => rmSync(story.folder, { recursive: true, force: true }))
  return story
}
