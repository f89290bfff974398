import { describe, expect, it } from 'vitest'
import { shrinkPlane } from '../../../../web/shared/own-video/shrink-picture.ts'

describe('a shrunk plane', () => {
  const [width, height, stride] = [12, 6, 16]
  /** Values grow by 10 a row and by 1 a column; the padding of rows is white. */
  const bytes = Uint8Array.from({ length: stride * height }, (_, at) =>
    at % stride < width ? Math.floor(at / stride) * 10 + (at % stride) : 255,
  )
  const plane = { offset: 0, stride, width, height }

  it('has the mean of points in each block, without the padding of rows', () => {
    expect([...shrinkPlane(bytes, plane, { width: 3, height: 1 })]).toEqual([27, 31, 35])
    expect([...shrinkPlane(bytes, plane, { width: 2, height: 1 }, 3)]).toEqual([33, 39])
  })

  it('reads one of two interleaved colours', () => {
    const colour = { ...plane, offset: 1, step: 2, width: 6 }
    expect([...shrinkPlane(bytes, colour, { width: 3, height: 3 }, 1)]).toEqual([13, 17, 21, 33, 37, 41, 53, 57, 61])
  })
})
