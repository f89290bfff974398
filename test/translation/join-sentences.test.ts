import { describe, expect, it } from 'vitest'
import { joinSentences } from '../../lambdas/translation/join-sentences.ts'
import { sentenceOf } from './talk.ts'

const TALK = [
  sentenceOf('s1', 'The storm hit the coast by.'),
  sentenceOf('s2', 'Beira and then turned north.', 6000),
  sentenceOf('s3', 'Nobody was ready.', 12_000),
  sentenceOf('s4', 'We left.', 15_000),
]
const batches = [
  { first: 0, count: 1 },
  { first: 1, count: 1 },
  { first: 2, count: 2 },
]

describe('sentences with a wrong full stop', () => {
  it('become one under the first id, without the full stop', () => {
    const { sentences } = joinSentences({ sentences: TALK, batches }, ['s1'])
    expect(sentences.map(({ id, text }) => [id, text])).toEqual([
      ['s1', 'The storm hit the coast by Beira and then turned north.'],
      ['s3', 'Nobody was ready.'],
      ['s4', 'We left.'],
    ])
    expect(sentences.flatMap(({ words }) => words)).toHaveLength(TALK.flatMap(({ words }) => words).length)
    expect(sentences[0]?.endMs).toBe(TALK[1]?.endMs)
  })

  it('keep the number of batches, of which one may become empty', () => {
    const joined = joinSentences({ sentences: TALK, batches }, ['s1'])
    expect(joined.batches).toEqual([
      { first: 0, count: 1 },
      { first: 1, count: 0 },
      { first: 1, count: 2 },
    ])
  })

  it('stay separate at a pause, between speakers, and if they would be too long', () => {
    const [one, two] = TALK
    if (!one || !two) throw new Error('no sentences')
    const later = {
      ...two,
      words: two.words.map(word => ({ ...word, startMs: word.startMs + 9000, endMs: word.endMs + 9000 })),
    }
    const other = { ...two, words: two.words.map(word => ({ ...word, speaker: 'spk_1' })) }
    const long = sentenceOf('s2', Array.from({ length: 60 }, () => 'word').join(' '), 6000)
    for (const next of [later, other, long]) {
      const talk = { sentences: [one, next], batches: [{ first: 0, count: 2 }] }
      expect(joinSentences(talk, ['s1'])).toEqual(talk)
    }
  })
})
