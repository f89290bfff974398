import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { type ApiClient, apiClient } from '../../bin/demo/api-client.ts'
import type { Cloud, CloudOptions } from '../../local/cloud/options.ts'
import { startCloud } from '../../local/cloud.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { exampleSettings } from './example-settings.ts'

/** The whole application running locally, in its own data folder. */
export interface Running {
  cloud: Cloud
  /** Signs a user in and opens the session, as the page does. */
  person(name: string): Promise<ApiClient>
  /** Stops and starts again on the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the synthesized application with recorded engines and shortened waits.
 * `STORY_LOGS=on` prints the logs of functions and workflow.
 */
export async function running(options: Partial<CloudOptions> = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-story-'))
  const start = () =>
    startCloud({
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
  const story: Running = {
    cloud: await start(),
    async person(name) {
      const account = { provider: 'Google', subject: name, name, email: `${name}@example.com` }
      const { accessToken } = await story.cloud.signIn(account)
      const api = apiClient(story.cloud.siteUrl, accessToken)
      await api('openSession')
      return api
    },
    async restart() {
      await story.cloud.stop()
      story.cloud = await start()
    },
    async stop() {
      await story.cloud.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return story
}

/** A running application that the tests of one file, or of one `describe`, share. */
export async function setUpStory(options?: Partial<CloudOptions>): Promise<Running> {
  const story = await running(options)
  afterAll(() => story.stop())
  return story
}
