import { describe, expect, it } from 'vitest'
import { transcriptFromAmazon, unheardBySentence, unheardIn } from '../../src/index.ts'
import type { Word } from '../../src/types.ts'

/** `text start end confidence` in milliseconds. */
const transcriptOf = (...lines: string[]) => {
  const items = lines.map(line => {
    const [content = '', start = '0', end = '0', confidence = '0.9'] = line.split(' ')
    const [start_time, end_time] = [start, end].map(ms => String(Number(ms) / 1000))
    return { type: 'pronunciation', start_time, end_time, alternatives: [{ content, confidence }] }
  })
  return transcriptFromAmazon({ results: { items } })
}
const BEFORE = ['we 0 400', 'stop 400 1000']
const AFTER = ['now 20000 20400', 'go 20400 21000']

describe('a stretch in which speech may be missing', () => {
  it.each([
    ['a hole of eight seconds and more', [], [[1000, 20_000, '']]],
    [
      'words that were dropped as invented, with the hole around them',
      ['Thanks 9000 9000 0.1', 'for 9000 9000 0.1', 'watching 9000 9000 0.2'],
      [
        [1000, 20_000, ''],
        [9000, 9000, 'Thanks'],
        [9000, 9000, 'for'],
        [9000, 9000, 'watching'],
      ],
    ],
    ['not: music that the transcriber named', ['[MUSIC] 3000 15000'], []],
    ['not: shorter pauses', ['and 8900 9400', 'then 12500 12900'], []],
  ])('is %s', (_, between, expected) => {
    const found = unheardIn(transcriptOf(...BEFORE, ...between, ...AFTER))
    expect(found.map(({ startMs, endMs, words }) => [startMs, endMs, words])).toEqual(expected)
  })

  it('is none before the first word or after the last one', () => {
    expect(unheardIn({ ...transcriptOf('late 60000 60400', 'start 60400 61000'), dropped: [] })).toEqual([])
  })

  it('belongs to the sentence that begins before it, one per sentence, and every dropped word is in one', () => {
    const dropped = ['you 100 100 0.1', 'you 100 100 0.1', 'Bye 9000 9000 0.1', 'bye 9000 9000 0.1']
    const [first, second, ...rest] = dropped
    const found = unheardIn(transcriptOf(first ?? '', second ?? '', ...BEFORE, ...rest, ...AFTER))
    const starts = [
      { id: 'a', startMs: 200 },
      { id: 'b', startMs: 20_000 },
    ]
    expect([...unheardBySentence(found, starts)]).toEqual([
      ['a', { startMs: 100, endMs: 20_000, words: 'you you Bye bye' }],
    ])
    expect(unheardBySentence(found, []).size).toBe(0)
  })

  it('holds at most 200 characters of dropped words', () => {
    const word = (i: number): Word => ({ text: 'noise', startMs: i, endMs: i, confidence: 0, after: '' })
    const found = unheardIn({ words: [], dropped: Array.from({ length: 100 }, (_, i) => word(i)) })
    expect(unheardBySentence(found, [{ id: 'a', startMs: 0 }]).get('a')?.words).toHaveLength(200)
  })
})
