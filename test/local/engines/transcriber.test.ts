import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TranscribedTokens, wordsFromTokens } from '../../../local/engines/transcriber.ts'

const transcribed = (tokens: string[], more: Partial<TranscribedTokens> = {}): TranscribedTokens => ({
  tokens,
  timestamps: tokens.map((_, i) => i * 0.1),
  durations: [],
  ys_log_probs: [],
  ...more,
})
const texts = (tokens: string[]) => wordsFromTokens(transcribed(tokens), 0).map(({ text, after }) => `${text}|${after}`)

describe('words joined from tokens', () => {
  it('start at a leading space, and include the punctuation that follows', () => {
    expect(texts([' He', 'llo', ',', ' wor', 'ld', '.', ' Re', 'ally', '?', '!'])).toEqual([
      'Hello|,',
      'world|.',
      'Really|?!',
    ])
  })

  it('keep apostrophes, hyphens, abbreviations and decimals', () => {
    expect(texts([' don', "'", 't', ' well', '-', 'known'])).toEqual(["don't|", 'well-known|'])
    expect(texts([' U', '.', 'S', '.', ' 3', '.', '5', ' 1', ',', '000', '%'])).toEqual(['U.S|.', '3.5|', '1,000%|'])
  })

  it('omit punctuation before the first word, empty tokens and the unknown token', () => {
    expect(texts(['.', ' ', ' a', '<unk>', ' b'])).toEqual(['a|', 'b|'])
  })

  it('end with their last token, and are timed from the start of the media', () => {
    const words = wordsFromTokens(
      transcribed([' one', ' t', 'wo', '.'], { timestamps: [0.4, 1, 1.2, 1.4], durations: [0.24, 0.16, 0.32, 0] }),
      60_000,
    )
    expect(words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [60_400, 60_640],
      [61_000, 61_520],
    ])
  })

  it('last at most 240 ms if the model reports no durations', () => {
    const words = wordsFromTokens(transcribed([' one', ' two', ' three'], { timestamps: [0, 0.1, 5] }), 0)
    expect(words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 100],
      [100, 340],
      [5000, 5240],
    ])
  })

  it('have the mean probability of their tokens as confidence', () => {
    const [word] = wordsFromTokens(transcribed([' a', 'b'], { ys_log_probs: [Math.log(0.5), Math.log(0.9)] }), 0)
    expect(word?.confidence).toBeCloseTo(0.7)
  })

  it('never overlap, run backwards or lose a letter, whatever the model reports', () => {
    const token = fc.tuple(fc.constantFrom('', ' '), fc.constantFrom('a', 'bc', '.', ',', "'", '7'))
    fc.assert(
      fc.property(fc.array(fc.tuple(token, fc.nat(400), fc.nat(500)), { maxLength: 40 }), entries => {
        let at = 0
        const timestamps = entries.map(([, step]) => {
          at += step / 1000
          return at
        })
        const tokens = entries.map(([[space, text]]) => space + text)
        const durations = entries.map(([, , ms]) => ms / 1000)
        const words = wordsFromTokens(transcribed(tokens, { timestamps, durations }), 1000)
        for (const [i, word] of words.entries()) {
          expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
          expect(words[i + 1]?.startMs ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(word.endMs)
        }
        const letters = (text: string) => text.replace(/[^a-z0-9]/g, '')
        expect(letters(words.map(({ text }) => text).join(''))).toBe(letters(tokens.join('')))
      }),
    )
  })
})
