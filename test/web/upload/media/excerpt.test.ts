import { describe, expect, it } from 'vitest'
import { findExcerpt } from '../../../../web/upload/media/excerpt.ts'

/** Frames of a tenth of a second with these sizes. */
function framesOf(sizes: number[]) {
  const sounds = Float64Array.from({ length: sizes.length + 1 }, (_, i) => i / 10)
  return {
    frames: {
      count: sizes.length,
      sizes: Uint32Array.from(sizes),
      positions: new Float64Array(sizes.length),
      sounds,
      films: sounds,
    },
  }
}

describe('the seconds of a track that are played', () => {
  it('are those with the most bytes', () => {
    const sizes = Array.from({ length: 300 }, (_, i) => (i >= 150 && i < 250 ? 200 : 10))
    const { first, end } = findExcerpt(framesOf(sizes))
    expect(first).toBeGreaterThanOrEqual(150)
    expect(end).toBeLessThanOrEqual(250)
    expect(end - first).toBeGreaterThanOrEqual(59)
    expect(end - first).toBeLessThanOrEqual(61)
  })

  it('are the whole of a short track', () => {
    expect(findExcerpt(framesOf([1, 2, 3]))).toMatchObject({ first: 0, end: 3 })
  })
})
