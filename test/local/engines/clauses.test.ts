import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clausesOf } from '../../../local/engines/clauses.ts'

const words = (count: number, end = '') => `${Array.from({ length: count }, (_, i) => `w${i}`).join(' ')}${end}`

describe('a text for the translator', () => {
  it('stays whole up to 40 words, whatever it contains', () => {
    const text = 'Mr. Smith came at 3.5 p.m. He left; nobody saw him, they said.'
    expect(clausesOf(text)).toEqual([text])
  })

  it('is cut at the end of a sentence first, then at a semicolon, then at a comma, then in the middle', () => {
    expect(clausesOf(`${words(30, '.')} ${words(30, '.')}`)).toEqual([words(30, '.'), words(30, '.')])
    expect(clausesOf(`${words(20, ',')} ${words(15, ';')} ${words(20)}`)).toEqual([
      `${words(20, ',')} ${words(15, ';')}`,
      words(20),
    ])
    expect(clausesOf(`${words(22, ',')} ${words(22)}`)).toEqual([words(22, ','), words(22)])
    expect(clausesOf(words(60)).map(part => part.split(' ').length)).toEqual([30, 30])
  })

  it('loses no word and gives no part of more than 40, for any punctuation', () => {
    const word = fc.tuple(fc.constantFrom('a', 'bee', 'sea'), fc.constantFrom('', '', ',', '.', ';', '?”'))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 300 }), entries => {
        const text = entries.map(([text, sign]) => text + sign).join(' ')
        const parts = clausesOf(text)
        expect(parts.join(' ')).toBe(text)
        for (const part of parts) expect(part.split(' ').length).toBeLessThanOrEqual(40)
      }),
    )
  })
})
