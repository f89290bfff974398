import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildBatchFile } from '../../lambdas/contract/batch.ts'
import { findTerms, readUserGlossary } from '../../lambdas/translation/terms.ts'
import { sentenceOf } from '../translation/talk.ts'

describe('the file of a batch', () => {
  it('is as long for a talk of ten thousand sentences as for one of a hundred', () => {
    const sizeIn = (sentences: number) => {
      const talk = Array.from({ length: sentences }, (_, n) => sentenceOf('s1', 'We looked at the map again.', n))
      const batches = Array.from({ length: sentences / 20 }, (_, n) => ({ first: n * 20, count: 20 }))
      return JSON.stringify(buildBatchFile({ sentences: talk, batches }, [], 2)).length
    }
    expect(sizeIn(10_000)).toBe(sizeIn(100))
  })

  it('contains every term of the user that its sentences mention, in any case', () => {
    const letters = [...'abkKSsſKß ΣσςİiıI']
    const text = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 8 }).map(all => all.join(''))
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 4 }),
        fc.array(text, { maxLength: 6 }),
        (texts, english) => {
          const terms = english.map(each => ({ english: each, korean: '말' }))
          const sentences = texts.map((each, n) => sentenceOf(`s${n}`, each))
          const file = buildBatchFile({ sentences, batches: [{ first: 0, count: texts.length }] }, terms, 0)
          const named = (all: typeof terms) =>
            sentences.map(sentence => [...findTerms(sentence.text, readUserGlossary(all)).keys()])
          expect(named(file.terms)).toEqual(named(terms))
        },
      ),
    )
  })

  it('leaves out terms that its sentences do not mention', () => {
    const sentences = [sentenceOf('s1', 'Anna walked to Seoul.'), sentenceOf('s2', 'Ben stayed.')]
    const batches = [
      { first: 0, count: 1 },
      { first: 1, count: 1 },
    ]
    const terms = ['Ben', 'SEOUL', 'anna'].map(english => ({ english, korean: '말' }))
    const named = (batch: number) =>
      buildBatchFile({ sentences, batches }, terms, batch).terms.map(each => each.english)
    expect([named(0), named(1)]).toEqual([['SEOUL', 'anna'], ['Ben']])
  })
})
