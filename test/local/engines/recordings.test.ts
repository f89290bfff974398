import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { RECORDINGS, recordedWords, soundDigest, withRecordedKorean } from '../../../local/engines/recordings.ts'
import { createRehearsalSpeech } from '../../../local/engines/rehearsal-speech.ts'
import { createRehearsalTranslation } from '../../../local/engines/rehearsal-translation.ts'

const SAMPLES = join(import.meta.dirname, '../../../local/sample')
const BICYCLE = join(import.meta.dirname, '../../fixtures/media/bicycle.mp4')
const engine = createRehearsalSpeech({ knowsSamples: true })
afterAll(() => engine.close())

describe('a shipped sample', () => {
  it.each(RECORDINGS)('$name is identified by its sound, with words in the order of its sentences', async recording => {
    expect(await soundDigest(join(SAMPLES, recording.name))).toBe(recording.sound)
    const said = recording.words.map(({ text, after }) => text + after).join(' ')
    expect(said).toBe(recording.sentences.map(({ english }) => english).join(' '))
    for (const [i, { startMs, endMs }] of recording.words.entries()) {
      expect(endMs).toBeGreaterThan(startMs)
      expect(startMs).toBeGreaterThanOrEqual(recording.words[i - 1]?.endMs ?? 0)
    }
  })

  it('is identified in another container, as YouTube delivers sound', async () => {
    expect(await recordedWords(join(SAMPLES, 'hello.m4a'))).toEqual(await recordedWords(join(SAMPLES, 'hello.mp4')))
  })

  it('is transcribed as recorded if no model is installed, and is not a rehearsal', async () => {
    const transcription = await engine.transcribe(join(SAMPLES, 'sky.mp4'))
    expect(transcription.words.slice(0, 6).map(({ text }) => text)).toEqual(['Look', 'up', 'on', 'a', 'clear', 'day'])
    expect(transcription.rehearsal).toBeUndefined()
    expect(transcription.durationMs).toBeGreaterThan(54_000)
  })

  it('has hand-written Korean in both registers, and other texts go to the rehearsal', async () => {
    const translation = withRecordedKorean(createRehearsalTranslation())
    const text = 'Why is the sky blue?'
    expect(await translation.translate([text, 'A voice.'], 'FORMAL')).toEqual(['하늘은 왜 파랄까요?', '목소리예요.'])
    expect(await translation.translate([text], 'INFORMAL')).toEqual(['하늘은 왜 파랄까?'])
    expect(translation.hasRegisters).toBe(true)
  })
})

describe('any other file', () => {
  it('goes to the rehearsal, which is marked as one', async () => {
    expect(await recordedWords(BICYCLE)).toBeUndefined()
    expect((await engine.transcribe(BICYCLE)).rehearsal).toBe(true)
  })

  it('that cannot be read is not a sample', async () => {
    expect(await recordedWords(join(SAMPLES, 'recordings.json'))).toBeUndefined()
    expect(await recordedWords(join(SAMPLES, 'nothing.mp4'))).toBeUndefined()
  })
})
