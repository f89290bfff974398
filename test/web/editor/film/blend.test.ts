import { describe, expect, it } from 'vitest'
import { blend, captionPlanes } from '../../../../web/editor/film/blend.ts'

/** A caption of one colour and opacity: 4 by 2 pixels at (2, 2). */
function caption(grey: number, opacity: number) {
  const data = new Uint8ClampedArray(4 * 2 * 4)
  for (let i = 0; i < data.length; i += 4) data.set([grey, grey, grey, opacity], i)
  return { x: 2, y: 2, width: 4, height: 2, data }
}

const WIDTH = 8
const HEIGHT = 6
/** A picture whose every byte is 100, with a stride wider than the picture. */
function picture(format: 'I420' | 'NV12') {
  const stride = WIDTH + 4
  const bright = stride * HEIGHT
  const half = stride / 2
  const layout =
    format === 'I420'
      ? [
          { offset: 0, stride },
          { offset: bright, stride: half },
          { offset: bright + (half * HEIGHT) / 2, stride: half },
        ]
      : [
          { offset: 0, stride },
          { offset: bright, stride },
        ]
  return { format, layout, data: new Uint8Array(bright * 1.5).fill(100) }
}

describe('a caption on a picture', () => {
  it.each([
    ['white', 255, false, 235],
    ['black', 0, false, 16],
    ['white', 255, true, 255],
    ['black', 0, true, 0],
  ])('is %s (%i) in the range of the picture (full: %s)', (_, grey, isFull, expected) => {
    const planes = picture('I420')
    blend(planes, captionPlanes(caption(grey, 255), isFull))
    const at = 2 * 12 + 2
    expect([...planes.data.slice(at, at + 4)]).toEqual([expected, expected, expected, expected])
  })

  it.each(['I420', 'NV12'] as const)('has no colour, and leaves every other byte of %s as it was', format => {
    const planes = picture(format)
    blend(planes, captionPlanes(caption(255, 255), false))
    const counts = new Map<number, number>()
    for (const value of planes.data) counts.set(value, (counts.get(value) ?? 0) + 1)
    // Eight values of brightness, and two of each colour.
    expect(counts.get(235)).toBe(8)
    expect(counts.get(128)).toBe(4)
    expect(counts.get(100)).toBe(planes.data.length - 12)
  })

  it('blends with the picture where it is translucent', () => {
    const planes = picture('NV12')
    blend(planes, captionPlanes(caption(0, 128), false))
    expect(planes.data[2 * 12 + 2]).toBe(100 + Math.round(((16 - 100) * 128) / 255))
  })
})
