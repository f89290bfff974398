import { expect, it } from 'vitest'
import { STATES } from '../../lambdas/contract/workflow.ts'
import { sentenceAt, setUpOwnHearing } from '../support/own-hearing.ts'

/** Four sentences on each side of the cut at 600 seconds, and two in the overlap. */
const SAID = [20, 200, 350, 500, 594, 604, 700, 850, 1000, 1150]
const story = await setUpOwnHearing(1200, 300_000)
const talk = await story.recording(SAID)

it('without weights in the bucket, Amazon Transcribe transcribes every part, and the subtitle is still made', async () => {
  const { entry, states, transcribed } = await story.submitted('minji', talk)
  expect(entry).toMatchObject({ status: 'done', used_token: 200 })
  expect(transcribed).toBeGreaterThanOrEqual(2)
  expect(states).toContain(STATES.leaveToTranscribe)
})

it('our recognizer transcribes every part, and joining them neither loses nor doubles a word', async () => {
  await story.storeWeights()
  const { entry, states, transcribed, texts, starts } = await story.submitted('jisu', talk)
  expect(entry).toMatchObject({ status: 'done', used_token: 200 })
  expect(transcribed).toBe(0)
  expect(states).not.toContain(STATES.checkTranscription)
  expect(texts).toEqual(SAID.map((_, i) => sentenceAt(i).join(' ')))
  for (const [i, startMs] of starts.entries()) expect(Math.abs(startMs - (SAID[i] ?? 0) * 1000)).toBeLessThan(200)
})

it('Amazon Transcribe transcribes a part that may not be English, and its words join the others', async () => {
  const dense = Array.from({ length: 12 }, (_, i) => 650 + i * 40)
  const { entry, transcribed, texts } = await story.submitted('hana', await story.recording([20, 200, 350, ...dense]))
  expect(entry).toMatchObject({ status: 'done' })
  expect(transcribed).toBeGreaterThan(0)
  expect(texts).toEqual([...[0, 1, 2].map(i => sentenceAt(i).join(' ')), 'This was left to Amazon.'])
})
