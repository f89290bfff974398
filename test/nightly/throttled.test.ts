import { expect, it, vi } from 'vitest'
import type { CloudEngines } from '../../local/cloud/options.ts'
import type { Transcription } from '../../local/engines/index.ts'
import { announce, closed, media, sendForm } from '../support/journey.ts'
import { setUpStory } from '../support/running.ts'
import { expectBalancedLedger } from '../support/stored-rows.ts'

/** Executions that a new account may run at once. */
const NEW_ACCOUNT = 10

const WHO = ['Dogs', 'Cats', 'Birds', 'Fish', 'Cows', 'Bees', 'Ducks', 'Frogs', 'Horses', 'Goats', 'Wolves', 'Bears']
const WHAT = [
  'sleep',
  'eat',
  'wait',
  'play',
  'hide',
  'learn',
  'rest',
  'move',
  'think',
  'swim',
  'run',
  'sing',
  'jump',
].flatMap(verb => [`${verb} here`, `${verb} there`])
const SENTENCE_MS = 260

/** 312 sentences: enough batches for all four parallel lanes of translation. */
const HEARD: Transcription = {
  words: WHO.flatMap(who => WHAT.map(what => `${who} ${what}`.split(' '))).flatMap((sentence, i) =>
    sentence.map((text, n) => ({
      text,
      startMs: i * SENTENCE_MS + n * 80,
      endMs: i * SENTENCE_MS + n * 80 + 70,
      confidence: 0.98,
      after: n === 2 ? '.' : '',
    })),
  ),
  language: 'en-US',
  languageScore: 0.98,
  durationMs: WHO.length * WHAT.length * SENTENCE_MS,
}

/** Three videos at once start dozens of threads, which takes time on a busy machine. */
const PATIENCE = { timeout: 120_000, interval: 100 }

const released = Promise.withResolvers<void>()

const engines: CloudEngines = {
  speech: { transcribe: async () => HEARD },
  translation: {
    translate: async texts => {
      await released.promise
      return texts.map(() => '개가 자요.')
    },
  },
}
// At the usual scale of the waits, the throttled batches might use up their retries on a busy machine before the others end.
const story = await setUpStory({ lambdaConcurrency: NEW_ACCOUNT, engines, waitScale: 0.05 })

it('three videos are all delivered in a new account, where functions are throttled', async () => {
  const talk = await media('bicycle.mp4')
  const people = await Promise.all(['one', 'two', 'three'].map(name => story.person(name)))
  const announced = []
  for (const api of people) announced.push({ api, ...(await announce(api, talk, { durationSeconds: 84 })) })
  await Promise.all(announced.map(({ post }) => sendForm(post, talk)))

  // Twelve batches start and ten may run: the other two are throttled more often than a transient error is retried.
  const refusals = () =>
    story.cloud.logs().filter(line => /translateBatch.*throttled: Rate Exceeded/i.test(line)).length
  const ends = () => story.cloud.executions().filter(({ status }) => status !== 'RUNNING')
  await vi.waitFor(() => expect(refusals()).toBeGreaterThanOrEqual(16), PATIENCE)
  expect(ends()).toEqual([])
  released.resolve()

  await vi.waitFor(() => expect(ends()).toHaveLength(3), PATIENCE)
  for (const { api, entry } of announced)
    expect(await closed(api, entry.key)).toMatchObject({ status: 'done', used_token: 14 })
  await expectBalancedLedger(story.cloud)
}, 300_000)
