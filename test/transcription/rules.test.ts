import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOfReason, isUnidentified } from '../../lambdas/transcription/amazon-transcribe.ts'
import { batchesOf } from '../../lambdas/transcription/read-transcript.ts'
import { waitSeconds } from '../../lambdas/transcription/recognition.ts'
import { FAILURE_REASONS } from '../../local/ai/transcribe/job-runner.ts'

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
    ['The media format provided does not match the detected media format.', 'UNSUPPORTED_AUDIO'],
    ['Invalid sample rate for audio file.', 'UNSUPPORTED_AUDIO'],
    ['The sample rate provided does not match the detected sample rate.', 'UNSUPPORTED_AUDIO'],
    ['Invalid file size: file size too large.', 'TOO_LONG'],
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
    expect([0, 11, 600, 1800, 14_400].map(waitSeconds)).toEqual([2, 2, 10, 30, 30])
  })
})
