import { describe, expect, it } from 'vitest'
import { sentencesFromTranscript } from '../../src/index.ts'
import { withoutAbsorbedPauses } from '../../src/transcript/absorbed.ts'
import { inventedWords } from '../../src/transcript/inventions.ts'
import type { Word } from '../../src/types.ts'

/** `text start-end confidence`, in milliseconds, as a small Whisper times its words. */
const wordsOf = (...lines: string[]): Word[] =>
  lines.map(line => {
    const [written = '', span = '', confidence = '0.9'] = line.split(' ')
    const [startMs = 0, endMs = 0] = span.split('-').map(Number)
    const [, text = written, after = ''] = /^(.+?)([.,?!]*)$/.exec(written) ?? []
    return { text, after, startMs, endMs, confidence: Number(confidence) }
  })

describe('words that were invented', () => {
  it.each([
    [
      'without a length after speech',
      ['well 0-300', 'done. 300-700', 'Thanks 9000-9000 0.12', 'for 9000-9000 0.37', 'watching. 9000-9000 0.3'],
      [0, 0, 1, 1, 1],
    ],
    ['with a confidence near 0 over noise', ['you 0-400 0.02', 'you 400-900 0.04', 'you 900-1300 0.01'], [1, 1, 1]],
    ['as a few letters again and again', [`${'4-'.repeat(30)}4 0-900 0.9`, `${'ha'.repeat(40)} 900-1200`], [1, 1]],
    [
      'not: a long number, a long name',
      [`1${'0'.repeat(24)} 0-900`, 'Llanfairpwllgwyngyllgogerychwyrndrobwll 900-2000'],
      [0, 0],
    ],
    ['not: one short word', ['it 0-0 0.2', 'works 0-400'], [0, 0]],
    ['not: sure words at one moment', ['1 0-0 0.9', '2 0-0 0.95', '3 0-0 0.9'], [0, 0, 0]],
    ['not: mumbled words', ['kind 0-200 0.3', 'of 200-300 0.25', 'a 300-350 0.4'], [0, 0, 0]],
    ['not: two doubtful words', ['Nkosi 0-300 0.03', 'Sikelel 300-800 0.05', 'sang 800-1000'], [0, 0, 0]],
  ])('are found %s', (_, lines, mask) => {
    expect([...inventedWords(wordsOf(...lines))]).toEqual(mask)
  })
})

describe('a word that absorbed a pause', () => {
  const starts = (...lines: string[]) => withoutAbsorbedPauses(wordsOf(...lines)).map(({ startMs }) => startMs)

  it.each([
    ['begins late in a sentence', ['end. 0-500', 'So 500-1500', 'we 1500-1600'], [0, 1180, 1500]],
    ['begins late in the file', ['Hello 0-1900', 'there 1900-2200'], [1400, 1900]],
    [
      'begins late within a sentence if it is far too long',
      ['and 0-300', 'then 300-2300', 'left 2300-2600'],
      [0, 1860, 2300],
    ],
    ['may be a number', ['costs 0-400', '1,200,000 400-2100', 'won 2100-2300'], [0, 400, 2100]],
    ['may be long', ['is 0-200', 'antidisestablishmentarianism 200-1900'], [0, 200]],
    ['was drawn out if a pause is stated before it', ['and. 0-300', 'sooo 900-2300'], [0, 900]],
  ])('%s', (_, lines, expected) => {
    expect(starts(...lines)).toEqual(expected)
  })
})

describe('speech without punctuation', () => {
  const spoken = (text: string, pauses: Record<number, number> = {}): Word[] => {
    let at = 0
    return text.split(' ').map((word, i) => {
      at += pauses[i] ?? 0
      at += 300
      return { text: word, after: '', startMs: at - 300, endMs: at, confidence: 0.9 }
    })
  }
  const phrase = 'I walked along the old harbor wall in the rain with my brother '
  const text = phrase.repeat(8).trim()

  it('is divided where clauses start, and at shorter pauses', () => {
    const sentences = sentencesFromTranscript({ words: spoken(text, { 39: 800 }), durationMs: 60_000, dropped: [] })
    expect(sentences.map(each => each.words.length).reduce((sum, n) => sum + n, 0)).toBe(104)
    expect(Math.max(...sentences.map(each => each.words.length))).toBeLessThanOrEqual(26)
    expect(sentences.every(each => each.text.startsWith('I walked'))).toBe(true)
  })

  it('keeps its long sentences if it is punctuated', () => {
    const words = spoken(text.slice(0, phrase.length * 3 - 1)).map((word, i, all) => ({
      ...word,
      after: i === all.length - 1 ? '.' : '',
    }))
    expect(sentencesFromTranscript({ words, durationMs: 60_000, dropped: [] })).toHaveLength(1)
  })
})
