import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weightedLength } from '../src/index.ts'
import { piecesWithin } from '../src/weight.ts'

describe('weighted length', () => {
  it.each([
    ['안녕하세요', 5],
    ['안녕 하세요.', 6],
    ['Hello 1', 3.5],
    ['…“”·', 2],
    ['漢字かな！', 5],
    ['ｶﾅ', 1],
    ['e\u0301', 0.5],
    ['\u1112\u1161\u11ab', 1],
    ['👨‍👩‍👧', 1],
    ['👍🏽', 1],
    ['🇰🇷', 1],
    ['가\u200b나\ufeff', 2],
    ['مرحبا', 2.5],
    ['', 0],
  ])('of %j is %d', (text, expected) => {
    expect(weightedLength(text)).toBe(expected)
  })

  it('limits the pieces of a split text, which loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 4, max: 40 }), (text, limit) => {
        const pieces = piecesWithin(text, limit)
        expect(pieces.join('')).toBe(text)
        for (const piece of pieces)
          if ([...piece].length > 12) expect(weightedLength(piece) * 2).toBeLessThanOrEqual(limit)
      }),
    )
  })

  it('splits where Intl.Segmenter ends a grapheme, in Korean text with accents and emoji', () => {
    const unit = fc.constantFrom(
      ...'가각ᄀ힣a1ㄱ中👩👧❤🇰🇷',
      'ᄒ\u1161\u11ab',
      'é',
      'e\u0301',
      'が',
      '👩‍👧',
      '👍🏽',
      '❤\ufe0f',
      '1\ufe0f\u20e3',
    )
    const graphemes = new Intl.Segmenter('ko', { granularity: 'grapheme' })
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), text => {
        expect(piecesWithin(text, 0)).toEqual(Array.from(graphemes.segment(text), ({ segment }) => segment))
      }),
    )
  })
})
