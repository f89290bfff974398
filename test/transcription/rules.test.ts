import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOfReason, isUnidentified } from '../../lambdas/transcription/amazon-transcribe.ts'
import { batchingFor, divideIntoBatches, laneOrder, translationOrder } from '../../lambdas/transcription/batches.ts'
import { ENGLISH_CONFIDENCE, refuseUnsureWords } from '../../lambdas/transcription/language.ts'
import { waitSeconds } from '../../lambdas/transcription/transcription.ts'
import { FAILURE_REASONS } from '../../local/ai/transcribe/job-runner.ts'
import { CONFIDENCE_CASES } from './confidence-cases.ts'

const service = batchingFor('none')

describe('batches', () => {
  it.each(['none', 'local.qwen'])('contain every sentence once and in order, whatever their lengths: %s', modelId => {
    const batching = batchingFor(modelId)
    const sentences = fc.array(fc.string({ unit: 'grapheme', maxLength: 900 }), { maxLength: 90 })
    fc.assert(
      fc.property(sentences, texts => {
        const list = texts.map((text, i) => ({ text, startMs: i * 3000, endMs: i * 3000 + 2500, words: [] }))
        const batches = divideIntoBatches(list, batching)
        expect(batches.flatMap(({ first, count }) => list.slice(first, first + count))).toEqual(list)
        for (const { first, count } of batches) {
          expect(count).toBeGreaterThan(0)
          expect(count).toBeLessThanOrEqual(batching.mostSentences)
          const bytes = list.slice(first, first + count).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
          expect(count === 1 || bytes <= 6000).toBe(true)
        }
      }),
    )
  })
})

describe('a batch ends', () => {
  /** Sentences of two seconds with a short pause between them, longer before the given ones. */
  const talk = (
    count: number,
    pauses: Record<number, number>,
    text = (i: number) => `They wait and they talk ${i}.`,
  ) => {
    let at = 0
    return Array.from({ length: count }, (_, i) => {
      const startMs = at + (pauses[i] ?? 200)
      at = startMs + 2000
      return { text: text(i), startMs, endMs: at, words: [{ speaker: 'spk_0' }] }
    })
  }
  const ends = (sentences: Parameters<typeof divideIntoBatches>[0]) =>
    divideIntoBatches(sentences, service).map(({ first, count }) => first + count)

  it('at a pause near the best size rather than at a fixed count', () => {
    expect(ends(talk(36, { 15: 2500 }))).toContain(15)
    expect(ends(talk(36, { 21: 2500 }))).toContain(21)
  })

  it('where the topic changes, even without a pause', () => {
    const topics = (i: number) =>
      i < 16 ? `The bicycle wheels carry riders ${i}.` : `Our telescope observes distant galaxies ${i}.`
    expect(ends(talk(34, {}, topics))).toContain(16)
  })

  it('where a speaker begins a new topic', () => {
    expect(ends(talk(36, {}, i => (i === 20 ? 'So let us turn to that.' : `They wait and they talk ${i}.`)))).toContain(
      20,
    )
  })
})

describe('the order of translation', () => {
  it('is that of the talk for a model on the user’s computer, which gets one batch at a time', () => {
    const { lanes } = batchingFor('local.qwen')
    for (const batches of [0, 1, 5, 12])
      expect(translationOrder(batches, lanes)).toEqual(Array.from({ length: batches }, (_, i) => i))
  })

  it('contains every batch once, after its predecessor in the same lane', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 8 }), (batches, lanes) => {
        const order = laneOrder(batches, lanes)
        expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: batches }, (_, i) => i))
        const early = order.filter((batch, at) => batch === 0 || order.indexOf(batch - 1) < at)
        expect(batches - early.length).toBeLessThan(lanes)
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

  it('is not a failure yet if it means too little speech to identify the language', () => {
    expect(isUnidentified(FAILURE_REASONS.noSpeechToIdentify)).toBe(true)
  })
})

describe('the wait for the event of a finished job', () => {
  it('is a minute and a quarter of the longest sound, and at most ten minutes', () => {
    const waits = [[6], [600], [600, 616], [14_400]].map(parts => waitSeconds(parts.map(seconds => ({ seconds }))))
    expect(waits).toEqual([62, 210, 214, 600])
  })

  it('outlasts a job that takes a minute and a fifth of the length, 20 % more or less', () => {
    for (const seconds of [6, 60, 600, 1200])
      expect(waitSeconds([{ seconds }])).toBeGreaterThan(0.8 * (60 + seconds / 5))
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
