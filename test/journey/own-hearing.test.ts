import { expect, it } from 'vitest'
import { STATES } from '../../lambdas/contract/workflow.ts'
import { sentenceAt, setUpOwnHearing } from '../support/own-hearing.ts'

const SAID = [1, 5, 9, 14]
const story = await setUpOwnHearing(20, 2000)
const talk = await story.recording(SAID)

it('without weights in the bucket, Amazon Transcribe transcribes the sound, and the subtitle is still made', async () => {
  const { entry, states, transcribed, texts } = await story.submitted('minji', talk)
  expect(entry.status).toBe('done')
  expect(transcribed).toBeGreaterThan(0)
  expect(states).toContain(STATES.leaveToTranscribe)
  expect(texts).toEqual(['This was left to Amazon.'])
})

it('our recognizer transcribes the sound, and Amazon Transcribe is not called', async () => {
  await story.storeWeights()
  const { entry, states, transcribed, engine, texts, starts } = await story.submitted('jisu', talk)
  expect(entry.status).toBe('done')
  expect(transcribed).toBe(0)
  expect(states).not.toContain(STATES.checkTranscription)
  expect(engine).toBe('parakeet-tdt-0.6b-v2')
  expect(texts).toEqual(SAID.map((_, i) => sentenceAt(i).join(' ')))
  for (const [i, startMs] of starts.entries()) expect(Math.abs(startMs - (SAID[i] ?? 0) * 1000)).toBeLessThan(200)
})
