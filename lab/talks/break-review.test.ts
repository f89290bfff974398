import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ASSUMED, modelTokensByLook } from '../../bin/cost/usage.ts'
import { measureReview, type ReviewFigures } from './break-review.ts'

let off: ReviewFigures
let on: ReviewFigures

beforeAll(async () => {
  for (const method of ['info', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => undefined)
  ;[off, on] = await Promise.all([measureReview(false), measureReview(true)])
})

describe('the review of line ends, in three talks whose model answers as written down', () => {
  it('leaves a third of the sentences in doubt, and two thirds of the ends that a reader calls bad', () => {
    expect(off.inDoubt).toBeGreaterThan(10)
    expect(on.inDoubt).toBeLessThan(off.inDoubt * 0.4)
    expect(on.bad).toBeLessThan(off.bad * 0.7)
    // After a change to the engine that moves line ends, judge the new ones in line-ends.txt.
    expect(on.unjudged.length, on.unjudged.join('\n')).toBeLessThan(on.ends * 0.05)
  })

  it('sends no further request, and lets at most one wrong meaning pass', () => {
    expect(on.requests).toBe(off.requests)
    expect(off.listed).toBe(0)
    expect(on.wrongMeaning - off.wrongMeaning).toBeLessThanOrEqual(1)
  })

  it('takes as many tokens for a listed sentence as the bill assumes, within a third', () => {
    const listed = (on.listed / on.sentences / ASSUMED.inDoubt) * modelTokensByLook(1).breaks.output
    const written = on.tokens.output - off.tokens.output
    expect(written / listed).toBeGreaterThan(0.67)
    expect(written / listed).toBeLessThan(1.5)
  })
})
