import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CloudEngines } from '../../local/cloud/options.ts'
import type { Recognition } from '../../local/engines/index.ts'
import { expectSoundBooks } from '../support/books.ts'
import { eventually } from '../support/eventually.ts'
import { announce, closed, media, sendForm } from '../support/journey.ts'
import { type Running, running } from '../support/running.ts'

/** Executions that a new account may run at once. */
const NEW_ACCOUNT = 10
const SENTENCES = 81

/** So many short sentences that each video has more batches than are translated at once. */
const HEARD: Recognition = {
  words: Array.from({ length: SENTENCES }, (_, i) =>
    ['The', 'dog', 'sleeps'].map((text, n) => ({
      text,
      startMs: i * 600 + n * 150,
      endMs: i * 600 + n * 150 + 140,
      confidence: 0.98,
      after: n === 2 ? '.' : '',
    })),
  ).flat(),
  language: 'en-US',
  languageScore: 0.98,
  durationMs: SENTENCES * 600,
}

let story: Running
const released = Promise.withResolvers<void>()

beforeAll(async () => {
  const engines: CloudEngines = {
    speech: { hear: async () => HEARD },
    translation: {
      translate: async texts => {
        await released.promise
        return texts.map(() => '개가 자요.')
      },
    },
  }
  story = await running({ lambdaConcurrency: NEW_ACCOUNT, engines })
})
afterAll(() => story.stop())

it('three videos in a new account, whose functions are throttled, wait and are all delivered', async () => {
  const talk = await media('bicycle.mp4')
  const people = await Promise.all(['one', 'two', 'three'].map(name => story.person(name)))
  const announced = []
  for (const api of people) announced.push({ api, ...(await announce(api, talk, { durationSeconds: 84 })) })
  await Promise.all(announced.map(({ post }) => sendForm(post, talk)))

  // Twelve batches want to run and ten may: the other two are refused more often than a passing error is retried.
  const refusals = () =>
    story.cloud.logs().filter(line => /translateBatch.*throttled: Rate Exceeded/i.test(line)).length
  const ends = () => story.cloud.executions().filter(({ status }) => status !== 'RUNNING')
  await eventually(() => expect(refusals()).toBeGreaterThanOrEqual(16))
  expect(ends()).toEqual([])
  released.resolve()

  await eventually(() => expect(ends()).toHaveLength(3))
  for (const { api, entry } of announced)
    expect(await closed(api, entry.key)).toMatchObject({ status: 'done', used_token: 14, refunded: 0 })
  await expectSoundBooks(story.cloud)
})
