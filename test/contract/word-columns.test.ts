import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProjectWord } from '../../lambdas/contract/project.ts'
import { packWords, wordColumns } from '../../lambdas/contract/word-columns.ts'

const text = fc.stringMatching(/^[^\n\t]{0,12}$/)
const time = fc.nat(20_000_000)
const confidence = fc.nat(1000).map(thousandths => thousandths / 1000)
const word = fc.oneof(
  fc.tuple(text, time, time, confidence, text),
  fc.tuple(
    text,
    time,
    time,
    confidence,
    text,
    text.filter(name => name !== ''),
  ),
) satisfies fc.Arbitrary<ProjectWord>

const overTheWire = (words: readonly ProjectWord[]): unknown => JSON.parse(JSON.stringify(packWords(words)))

describe('the words of a project as columns', () => {
  it('come back as they were, with times in any order, with and without speakers', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), words => {
        expect(wordColumns.parse(overTheWire(words))).toEqual(words)
      }),
    )
  })

  it('take at most three fifths of the bytes of the words', () => {
    const words = Array.from({ length: 1000 }, (_, i): ProjectWord => ['word', i * 300, i * 300 + 280, 0.987, ''])
    expect(JSON.stringify(packWords(words)).length).toBeLessThan(JSON.stringify(words).length * 0.6)
  })

  it('replace a separator inside a word with a space, and keep every word', () => {
    expect(wordColumns.parse(packWords([['a\nb', 0, 1, 1, '\t.']]))).toEqual([['a b', 0, 1, 1, ' .']])
  })

  it.each([
    ['texts', 'one\ntwo\nthree'],
    ['texts', 'one'],
    ['pauses', [0]],
    ['lengths', [1, 2, 3]],
    ['confidences', [1, '2']],
    ['speakers', ['A']],
    ['speakers', [1, 2]],
  ])('are refused if %s is %j beside two words', (name, value) => {
    const columns = packWords([
      ['one', 0, 1, 1, ''],
      ['two', 2, 3, 1, '.'],
    ])
    expect(wordColumns.safeParse(columns).success).toBe(true)
    expect(wordColumns.safeParse({ ...columns, [name]: value }).success).toBe(false)
  })
})
