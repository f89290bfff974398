import { describe, expect, it } from 'vitest'
import { correctFullStops } from '../../lambdas/translation/full-stops.ts'
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
  it('become one sentence with the first id, without the full stop', () => {
    const { sentences } = correctFullStops({ sentences: TALK, batches }, { joins: ['s1'] })
    expect(sentences.map(({ id, text }) => [id, text])).toEqual([
      ['s1', 'The storm hit the coast by Beira and then turned north.'],
      ['s3', 'Nobody was ready.'],
      ['s4', 'We left.'],
    ])
    expect(sentences.flatMap(({ words }) => words)).toHaveLength(TALK.flatMap(({ words }) => words).length)
    expect(sentences[0]?.endMs).toBe(TALK[1]?.endMs)
  })

  it('keep the number of batches, of which one may become empty', () => {
    const joined = correctFullStops({ sentences: TALK, batches }, { joins: ['s1'] })
    expect(joined.batches).toEqual([
      { first: 0, count: 1 },
      { first: 1, count: 0 },
      { first: 1, count: 2 },
    ])
  })

  it('stay separate at a pause, between speakers, and if one sentence would be too long', () => {
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
      expect(correctFullStops(talk, { joins: ['s1'] })).toEqual(talk)
    }
  })
})

describe('a sentence with a missing full stop', () => {
  const run = sentenceOf('s2', 'we tried it, and then it broke so we built a new one', 6000)
  const talk = {
    sentences: [sentenceOf('s1', 'Listen.'), run, sentenceOf('s3', 'It works.', 20_000)],
    batches: [
      { first: 0, count: 2 },
      { first: 2, count: 1 },
    ],
  }
  const texts = (splits: { id: string; next: string }[], joins: string[] = []) =>
    correctFullStops(talk, { splits, joins }).sentences.map(({ id, text }) => `${id} ${text}`)

  it('is divided before the words that begin a new one, and its batch grows', () => {
    const { sentences, batches } = correctFullStops(talk, { splits: [{ id: 's2', next: 'And then it' }] })
    expect(sentences.map(({ id, text }) => `${id} ${text}`)).toEqual([
      's1 Listen.',
      's2 we tried it.',
      's4 and then it broke so we built a new one',
      's3 It works.',
    ])
    expect(sentences.map(({ startMs, endMs }) => [startMs, endMs]).slice(1, 3)).toEqual([
      [6000, 8900],
      [9000, 18_900],
    ])
    expect(batches).toEqual([
      { first: 0, count: 3 },
      { first: 3, count: 1 },
    ])
  })

  it('is divided as often as needed, and its last part may continue in the next sentence', () => {
    const splits = [
      { id: 's2', next: 'so we built' },
      { id: 's2', next: 'and then' },
    ]
    expect(texts(splits)).toEqual([
      's1 Listen.',
      's2 we tried it.',
      's4 and then it broke.',
      's5 so we built a new one',
      's3 It works.',
    ])
  })

  it.each([
    ['that are not in it', 'nobody said this'],
    ['that occur twice', 'it'],
    ['at its beginning', 'we tried it'],
    ['that would leave a single word', 'one'],
  ])('stays whole for words %s', (_, next) => {
    expect(texts([{ id: 's2', next }])).toEqual(talk.sentences.map(({ id, text }) => `${id} ${text}`))
  })
})
