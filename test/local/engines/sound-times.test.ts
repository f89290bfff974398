import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpokenWord } from '../../../local/engines/engine.ts'
import { followSound } from '../../../local/engines/sound-times.ts'

const QUIET = -80
const LOUD = -25

/** Loudness of a recording with speech at these times, in milliseconds. */
function levelsOf(lengthMs: number, speech: readonly (readonly [number, number])[]): Float32Array {
  const levels = new Float32Array(lengthMs / 10).fill(QUIET)
  // A voice is never as steady as a tone.
  for (const [from, to] of speech) for (let i = from / 10; i < to / 10; i += 1) levels[i] = LOUD + (i % 2) * 8
  return levels
}
const word = (text: string, startMs: number, endMs: number, confidence = 0.9): SpokenWord => ({
  ...{ text, startMs, endMs, confidence, after: '' },
})
const timesOf = (words: SpokenWord[]) => words.map(({ startMs, endMs }) => [startMs, endMs])

describe('transcribed words', () => {
  it.each([
    ['a first word that absorbed a pause begins at its onset', [2000, 3300], [3000, 3300]],
    ['a word that ends in a pause ends with its sound', [3000, 4800], [3000, 3600]],
    ['a word that also covers the tail of the one before begins at its own onset', [900, 3400], [3000, 3400]],
    ['a word that is drawn out keeps its times', [5000, 7400], [5000, 7400]],
    ['a word that begins with a soft consonant keeps its start', [2900, 3300], [2900, 3300]],
    ['an indistinct word without sound keeps its times', [8200, 8600], [8200, 8600]],
  ])('follow the sound: %s', (_, [startMs = 0, endMs = 0], times) => {
    const levels = levelsOf(10_000, [
      [100, 1000],
      [3000, 3600],
      [5000, 7400],
    ])
    expect(timesOf(followSound([word('well', startMs, endMs)], levels))).toEqual([times])
  })

  it('lose their confidence if they have no sound, unless the transcriber is sure', () => {
    const levels = levelsOf(20_000, [[0, 3000]])
    const words = [
      word('said', 1000, 1300, 0.4),
      word('Thank', 9000, 9200, 0.4),
      word('whispered', 12_000, 12_500, 0.8),
    ]
    expect(followSound(words, levels).map(({ text, confidence }) => [text, confidence])).toEqual([
      ['said', 0.4],
      ['Thank', 0],
      ['whispered', 0.8],
    ])
  })

  it('that precede their sound take a share of the next word’s', () => {
    const words = [word('And', 1000, 1900, 0.4), word('so', 1900, 2600), word('on', 2600, 2900)]
    expect(followSound(words, levelsOf(4000, [[2200, 2900]]))).toMatchObject([
      { startMs: 2200, endMs: 2440, confidence: 0.4 },
      { startMs: 2440, endMs: 2600 },
      { startMs: 2600, endMs: 2900 },
    ])
  })

  it('keep their order and never begin earlier, whatever the sound', () => {
    const span = fc.tuple(fc.nat(900), fc.nat(300))
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), fc.array(span, { maxLength: 12 }), (speech, spoken) => {
        const levels = levelsOf(
          20_000,
          speech.map(([at, length]) => [at * 10, (at + length) * 10] as const),
        )
        let at = 0
        const words = spoken.map(([pause, length]) => {
          const startMs = at + pause * 10
          at = startMs + length * 10
          return word('a', startMs, at)
        })
        const followed = followSound(words, levels).filter(({ text }) => text === 'a')
        expect(followed).toHaveLength(words.length)
        for (const [i, { startMs, endMs }] of followed.entries()) {
          expect(startMs).toBeGreaterThanOrEqual(words[i]?.startMs ?? 0)
          expect(startMs).toBeGreaterThanOrEqual(followed[i - 1]?.endMs ?? 0)
          expect(endMs).toBeGreaterThanOrEqual(startMs)
        }
      }),
    )
  })
})

describe('a hole of eight seconds between two words', () => {
  const holes = (speech: readonly (readonly [number, number])[]) =>
    followSound([word('one', 1000, 1400), word('two', 12_000, 12_400)], levelsOf(14_000, speech)).map(
      ({ text }) => text,
    )
  const spoken = [
    [1000, 1400],
    [12_000, 12_400],
  ] as const

  it('is marked as a pause if it contains no speech, or only an echo or a cough', () => {
    expect(holes(spoken)).toEqual(['one', '[pause]', 'two'])
    expect(holes([...spoken, [5000, 5400]])).toEqual(['one', '[pause]', 'two'])
    expect(holes([...spoken, [1400, 2200]])).toEqual(['one', '[pause]', 'two'])
  })

  it('remains a hole if somebody speaks', () => {
    expect(holes([...spoken, [5000, 7000]])).toEqual(['one', 'two'])
  })
})
