import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cueAt, lastBegun, stepFrom } from '../../../../web/editor/draft/cues.ts'

const cues = [
  { startMs: 1_000, endMs: 2_000 },
  { startMs: 2_500, endMs: 4_000 },
  { startMs: 6_000, endMs: 7_000 },
]

describe('the cue on screen', () => {
  it.each([
    [0, undefined],
    [1_000, cues[0]],
    [1_999, cues[0]],
    [2_000, undefined],
    [3_999, cues[1]],
    [9_000, undefined],
  ])('is found by its time: %i ms', (ms, expected) => expect(cueAt(cues, ms)).toBe(expected))

  it('is the one that a linear search finds, for any cues', () => {
    const gaps = fc.array(fc.tuple(fc.nat(3_000), fc.integer({ min: 1, max: 3_000 })), { maxLength: 60 })
    fc.assert(
      fc.property(gaps, fc.nat(300_000), (pairs, ms) => {
        let at = 0
        const any = pairs.map(([gap, length]) => {
          const startMs = at + gap
          at = startMs + length
          return { startMs, endMs: at }
        })
        expect(cueAt(any, ms)).toBe(any.find(({ startMs, endMs }) => startMs <= ms && ms < endMs))
        expect(lastBegun(any, ms)).toBe(any.findLastIndex(({ startMs }) => startMs <= ms))
      }),
    )
  })
})

describe('stepping through the cues', () => {
  it('goes forward to the start of the next cue', () => expect(stepFrom(cues, 1_500, 1)).toBe(2_500))
  it('goes from the last cue to its own start', () => expect(stepFrom(cues, 8_000, 1)).toBe(6_000))
  it('goes back to the start of the current cue once it has run for a while', () =>
    expect(stepFrom(cues, 3_900, -1)).toBe(2_500))
  it('goes back to the previous cue if the current one has just begun', () =>
    expect(stepFrom(cues, 2_600, -1)).toBe(1_000))
  it('goes back to the first cue if none has begun yet', () => expect(stepFrom(cues, 0, -1)).toBe(1_000))
})
