import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { buildBatchFile } from '../../lambdas/contract/batch.ts'
import { workKey } from '../../lambdas/contract/media-objects.ts'
import { ModelGoneError } from '../../lambdas/translation/model.ts'
import { patienceWith } from '../../lambdas/translation/patience.ts'
import { translateBatch } from '../../lambdas/translation/translate-batch.ts'
import type { Translator } from '../../lambdas/translation/translator.ts'
import { setUpBucket } from '../support/bucket.ts'
import { setUpTables } from '../support/tables.ts'
import { heldEntry, newUser } from '../support/users.ts'
import { sentenceOf, told } from './talk.ts'

const [test, bucket] = await Promise.all([setUpTables(), setUpBucket()])
const MINUTE = 60_000
const BATCHES = 40
const PLAIN_MS = 5000

let entry: ArchiveEntry

beforeEach(async () => {
  for (const method of ['info', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => undefined)
  const { uid } = await newUser(test.tables)
  entry = await heldEntry(test.tables, uid)
  const sentences = Array.from({ length: BATCHES }, (_, i) =>
    sentenceOf(`s${i + 1}`, `This is place ${i + 1}.`, i * 9000),
  )
  const batches = sentences.map((_, first) => ({ first, count: 1 }))
  for (const batch of batches.keys())
    await bucket.put(
      workKey(entry.uid, entry.key, `batches/${batch}.json`),
      JSON.stringify(buildBatchFile({ sentences, batches }, [], batch)),
    )
})

/** Translates all batches one after another on a simulated clock. Returns the minutes that they take. */
async function minutesFor(callMs: number, modelId = 'none'): Promise<{ minutes: number; calls: number }> {
  const patience = patienceWith(modelId)
  const startedAt = Date.parse(entry.changed_at ?? entry.video_upload_time)
  let [clock, calls] = [startedAt, 0]
  const spend = (ms: number) => {
    clock += ms
  }
  const now = () => clock
  const main: Translator = {
    learns: true,
    // As the client does: a request that was sent runs to its end, and none is sent when the patience is over.
    async translate({ sentences, giveUpAt }) {
      if (now() >= giveUpAt) throw new ModelGoneError('too busy')
      calls += 1
      spend(Math.min(callMs, patience.answerMs))
      if (callMs > patience.answerMs) {
        throw new ModelGoneError('no response')
      }
      return new Map(sentences.map(({ id }) => [id, `여기는 ${id.slice(1)}번 장소예요.`]))
    },
  }
  const plain = told(false, ({ sentences }) => {
    spend(PLAIN_MS)
    return Object.fromEntries(sentences.map(({ id }) => [id, `여기는 ${id.slice(1)}번 장소입니다.`]))
  })
  const translators = { main, plain, secondLook: true }
  for (let batch = 0; batch < BATCHES; batch += 1)
    await translateBatch(
      { tables: test.tables, media: bucket.media, translators, patience, glossary: new Map(), now },
      { uid: entry.uid, key: entry.key, batch },
    )
  return { minutes: (clock - startedAt) / MINUTE, calls }
}

describe('the patience of a whole video', () => {
  it('calls a model that never responds once, and then not for five minutes', async () => {
    const { minutes, calls } = await minutesFor(60 * MINUTE)
    expect(calls).toBe(1)
    expect(minutes).toBeCloseTo(4 + (BATCHES * PLAIN_MS) / MINUTE)
  })

  it('ends for a slow model 20 minutes and half of the video’s length after the transcript', async () => {
    const { minutes } = await minutesFor(1.9 * MINUTE)
    const limit = 20 + entry.duration_seconds / 60 / 2
    expect(BATCHES * 2 * 1.9).toBeGreaterThan(limit)
    expect(minutes).toBeLessThan(limit + 6)
  })

  it('lets a model on the user’s computer translate every batch, even if that takes hours', async () => {
    const { minutes, calls } = await minutesFor(4.5 * MINUTE, 'local.qwen')
    expect(calls).toBe(2 * BATCHES)
    expect(minutes).toBeCloseTo(9 * BATCHES)
  })

  it.each(['none', 'local.qwen'])(
    'leaves time for the last answer before the function ends after 15 minutes: %s',
    modelId => {
      const { answerMs, batchMs, briefMs } = patienceWith(modelId)
      expect(Math.max(batchMs, briefMs) + answerMs).toBeLessThanOrEqual(14 * MINUTE)
    },
  )
})
