import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cue, cuesFromSentences, inspectCues, koreanProfile, type PhraseEnds } from '../../src/index.ts'
import { makeTalk } from '../support/aligned-talk.ts'
import { brokenByMeasure } from '../support/measure.ts'
import { randomFrom } from '../support/speech.ts'
import { sentenceOf } from '../support/words.ts'

const talk = makeTalk(60, randomFrom(3))
const sentences = talk.map(({ sentence }) => sentence)
const korean = new Map(talk.map(aligned => [aligned.sentence.id, aligned.korean]))
const cut = (marks?: PhraseEnds) => cuesFromSentences(sentences, korean, koreanProfile, undefined, marks)
const marksWith = (starts: (right: number[], n: number) => number[]): PhraseEnds =>
  new Map(talk.map((each, n) => [each.sentence.id, { ends: each.ends, starts: starts(each.starts, n) }]))
const withoutStarts = cut(new Map(talk.map(({ sentence, ends }) => [sentence.id, ends])))

/** One sentence of 24 words in 7.2 s, whose Korean takes two cues; a phrase begins with its sixth eojeol. */
const ENGLISH =
  'in the evening when it rained I sat down and with a pencil I drew a map of the whole valley and the river'
const KOREAN = '비가 오는 저녁이면 자리에 앉아서 연필로 골짜기 전체와 강이 나오는 커다란 지도를 그렸어요.'
const drawn = sentenceOf(ENGLISH)
const second = (starts?: number[], ends = [5]) =>
  cuesFromSentences(
    [drawn],
    new Map([['s1', KOREAN]]),
    koreanProfile,
    undefined,
    new Map([['s1', { ends, starts }]]),
  )[1]

describe('the words with which phrases begin, as a translator states them', () => {
  it.each([9, 10, 12])('set the start of the cue of their phrase: word %i', word => {
    expect(second([word])).toMatchObject({ startMs: drawn.words[word]?.startMs })
    expect(second([word])?.lines[0]).toMatch(/^연필로/)
  })

  it('count where others are unknown', () => {
    expect(second([0, 10], [2, 5])).toMatchObject({ startMs: drawn.words[10]?.startMs })
  })

  it.each([
    ['are missing', undefined],
    ['are empty', []],
    ['are too many', [9, 12]],
    ['are no whole numbers', [9.5]],
    ['are no numbers', [Number.NaN]],
    ['are all unknown', [0]],
    ['are before the sentence', [-3]],
    ['are after the sentence', [24]],
    ['are more than two seconds from the proportional moment', [18]],
  ])('change nothing if they %s', (_, starts) => {
    expect(second(starts)).toEqual(second())
  })

  it.each([[[12, 9]], [[9, 9]]])('change nothing if they do not follow the order of speech: %j', starts => {
    expect(second(starts, [5, 8])).toEqual(second(undefined, [5, 8]))
  })

  it('change nothing in a talk if every list is garbled', () => {
    const garbled = fc.oneof(
      fc.constantFrom<(right: number[]) => number[]>(
        () => [],
        right => [...right, 1],
        right => right.slice(1),
        right => right.map(() => 0),
        right => right.map(word => -word),
        right => right.map(word => word + 1000),
        right => right.map(word => word + 0.5),
        right => (right.length > 1 ? right.toReversed() : [Number.NaN]),
        right => right.map(() => Number.POSITIVE_INFINITY),
      ),
    )
    fc.assert(
      fc.property(fc.array(garbled, { minLength: 60, maxLength: 60 }), ways => {
        expect(cut(marksWith((right, n) => ways[n]?.(right) ?? []))).toEqual(withoutStarts)
      }),
      { numRuns: 20 },
    )
  })

  it('break no rule and move no cue off a word, whatever they are', () => {
    const anyStarts = fc.array(fc.array(fc.integer({ min: -2, max: 40 }), { maxLength: 5 }), { maxLength: 60 })
    const rulesKept = (cues: Cue[]) => {
      expect(brokenByMeasure(cues, sentences)).toEqual(brokenByMeasure(withoutStarts, sentences))
      expect(inspectCues(cues, koreanProfile, sentences).share).toBe(1)
    }
    rulesKept(cut(marksWith(right => right)))
    fc.assert(
      fc.property(anyStarts, lists => rulesKept(cut(marksWith((right, n) => lists[n] ?? right)))),
      { numRuns: 20 },
    )
  })

  it('leave under 2 % of the cues over a second from their words, where proportions leave over 8 %', () => {
    const far = (cues: Cue[]) => {
      const offMs = talk.flatMap(({ sentence, ends, starts }) => {
        const own = cues.filter(({ sentenceIds }) => sentenceIds[0] === sentence.id && sentenceIds.length === 1)
        let at = 0
        return own.flatMap(({ lines, startMs }) => {
          const word = sentence.words[starts[ends.indexOf(at)] ?? -1]
          at += lines.join(' ').split(' ').length
          return word ? Math.abs(word.startMs - startMs) : []
        })
      })
      return offMs.filter(ms => ms > 1000).length / offMs.length
    }
    expect(far(withoutStarts)).toBeGreaterThan(0.08)
    expect(far(cut(marksWith(right => right)))).toBeLessThan(0.02)
  })
})
