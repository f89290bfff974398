import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOfReason, isUnidentified } from '../../lambdas/transcription/amazon-transcribe.ts'
import { ENGLISH_CONFIDENCE, refuseUnsureWords } from '../../lambdas/transcription/language.ts'
import { batchesOf } from '../../lambdas/transcription/read-transcript.ts'
import { waitSeconds } from '../../lambdas/transcription/recognition.ts'
import { FAILURE_REASONS } from '../../local/ai/transcribe/job-runner.ts'
import { CONFIDENCE_CASES } from './confidence-cases.ts'

describe('batches', () => {
  it('hold every sentence once and in order, whatever their lengths', () => {
    const sentences = fc.array(fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 900 }) }), { maxLength: 90 })
    fc.assert(
      fc.property(sentences, list => {
        const batches = batchesOf(list)
        expect(batches.flatMap(({ first, count }) => list.slice(first, first + count))).toEqual(list)
        for (const { first, count } of batches) {
          expect(count).toBeGreaterThan(0)
          expect(count).toBeLessThanOrEqual(20)
          const bytes = list.slice(first, first + count).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
          expect(count === 1 || bytes <= 6000).toBe(true)
        }
      }),
    )
  })
})

describe('the reason of a failed job', () => {
  it.each([
    [FAILURE_REASONS.invalidMedia, 'DAMAGED_VIDEO'],
    [FAILURE_REASONS.unsupported, 'UNSUPPORTED_AUDIO'],
    [FAILURE_REASONS.tooShort, 'NO_SPEECH'],
    [FAILURE_REASONS.internal, 'ENGINE_ERROR'],
    [FAILURE_REASONS.otherFormat, 'UNSUPPORTED_AUDIO'],
    ['Invalid sample rate for audio file.', 'UNSUPPORTED_AUDIO'],
    ['The sample rate provided does not match the detected sample rate.', 'UNSUPPORTED_AUDIO'],
    [FAILURE_REASONS.tooLarge, 'TOO_LONG'],
    ['Invalid number of channels: number of channels too large.', 'UNSUPPORTED_AUDIO'],
    ['', 'ENGINE_ERROR'],
  ])('%j means %s', (reason, code) => {
    expect(isUnidentified(reason)).toBe(false)
    expect(failureOfReason(reason)).toBe(code)
  })

  it('may be too little speech to identify the language, which is not a failure yet', () => {
    expect(isUnidentified(FAILURE_REASONS.noSpeechToIdentify)).toBe(true)
  })
})

describe('the wait before the next check', () => {
  it('grows with the media, from 2 to 30 seconds', () => {
    expect([0, 11, 600, 1800, 14_400].map(seconds => waitSeconds(seconds, 0))).toEqual([2, 2, 10, 30, 30])
  })

  it('grows with the time since the job was started, up to a minute', () => {
    expect([0, 20, 100, 599, 3600, 28_800].map(waited => waitSeconds(6, waited))).toEqual([2, 2, 10, 60, 60, 60])
  })
})

describe('speech that was assumed to be English', () => {
  const judged = (confidences: number[]) => () => refuseUnsureWords(confidences.map(confidence => ({ confidence })))

  it.each(CONFIDENCE_CASES.filter(({ isEnglish }) => isEnglish))('is accepted: $what', ({ confidences }) => {
    expect(judged(confidences)).not.toThrow()
  })

  it.each(CONFIDENCE_CASES.filter(({ isEnglish }) => !isEnglish))('is refused: $what', ({ confidences }) => {
    expect(judged(confidences)).toThrow(expect.objectContaining({ name: 'NOT_ENGLISH' }))
  })

  it('is judged by a threshold at least a twentieth away from every case', () => {
    const long = CONFIDENCE_CASES.filter(({ confidences }) => confidences.length >= 4)
    for (const { confidences, what } of long) {
      const mean = confidences.reduce((sum, confidence) => sum + confidence, 0) / confidences.length
      expect(Math.abs(mean - ENGLISH_CONFIDENCE), what).toBeGreaterThan(0.05)
    }
  })
})
