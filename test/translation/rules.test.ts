import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { piecesWithinBytes } from '../../lambdas/translation/amazon-translate.ts'
import { parseGlossary, termsIn } from '../../lambdas/translation/terms.ts'

describe('pieces of a text', () => {
  it('keep the limit of UTF-8 bytes and lose nothing', () => {
    const words = fc
      .array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 60 })
      .map(list => list.join(' '))
    fc.assert(
      fc.property(words, fc.integer({ min: 8, max: 200 }), (text, limit) => {
        const pieces = piecesWithinBytes(text, limit)
        for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(limit)
        expect(pieces.join('').trim()).toBe(text.trim())
      }),
    )
  })
})

describe('a glossary', () => {
  it('must be a JSON object of terms', () => {
    expect([...parseGlossary('{"AI":"인공지능","AI model":"AI 모델"}').keys()]).toEqual(['AI model', 'AI'])
    expect(parseGlossary('{}').size).toBe(0)
    for (const wrong of ['[]', '{"a":1}', '{"a":""}', '{"":"가"}', 'terms'])
      expect(() => parseGlossary(wrong)).toThrow()
  })

  it('finds its terms as whole words in any case, also with punctuation in them', () => {
    const glossary = parseGlossary('{"C++":"시플플","AI":"인공지능","node.js":"노드"}')
    expect(termsIn('We use c++, ai and Node.js.', glossary)).toEqual(['시플플', '인공지능', '노드'])
    expect(termsIn('Said again: nodeXjs, AIs.', glossary)).toEqual([])
  })
})
