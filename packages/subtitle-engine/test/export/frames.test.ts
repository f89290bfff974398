import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FRAME_RATES, framedCues, timecode } from '../../src/export/frames.ts'
import type { Cue } from '../../src/index.ts'

const anyCues = fc
  .array(fc.record({ gapMs: fc.integer({ min: 0, max: 4000 }), spanMs: fc.integer({ min: 1, max: 7000 }) }), {
    maxLength: 40,
  })
  .map(steps => {
    let at = 0
    return steps.map(({ gapMs, spanMs }): Cue => {
      const startMs = at + gapMs
      at = startMs + spanMs
      return { startMs, endMs: at, lines: ['글'], sentenceIds: [], flags: [] }
    })
  })

describe.each(Object.entries(FRAME_RATES))('cues at %s frames a second', (_, rate) => {
  const frameMs = (rate.denominator * 1000) / rate.numerator

  it('start on a frame, never earlier than the frame before, and never overlap', () => {
    fc.assert(
      fc.property(anyCues, cues => {
        let before = 0
        for (const [i, { from, to }] of framedCues(cues, rate).entries()) {
          expect(from * frameMs).toBeGreaterThan((cues[i]?.startMs ?? 0) - frameMs)
          expect(from).toBeGreaterThanOrEqual(before)
          expect(to).toBeGreaterThan(from)
          before = to
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a timecode', () => {
  it.each([
    [1799, '00:00:59;29'],
    [1800, '00:01:00;02'],
    [17_981, '00:09:59;29'],
    [17_982, '00:10:00;00'],
    [107_892, '01:00:00;00'],
  ])('of frame %i follows the clock in drop frame', (frame, code) => {
    expect(timecode(frame, FRAME_RATES['29.97 drop'])).toBe(code)
  })

  it('counts every frame without drop frame', () => {
    expect(timecode(1800, FRAME_RATES['29.97'])).toBe('00:01:00:00')
  })
})
