import { describe, expect, it } from 'vitest'
import { jpegSize } from '../../lambdas/archive/jpeg.ts'
import { smallJpeg } from '../support/jpeg.ts'

describe('the size of a JPEG', () => {
  it('is read from its frame', () => {
    expect(jpegSize(smallJpeg(192, 108))).toEqual({ width: 192, height: 108 })
  })

  it('is read if the bytes are part of a larger buffer', () => {
    const larger = Buffer.concat([Buffer.from('before'), smallJpeg(192, 108), Buffer.from('after')])
    expect(jpegSize(larger.subarray(6, larger.length - 5))).toEqual({ width: 192, height: 108 })
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a start marker alone', Buffer.from('ffd8', 'hex')],
    ['start and end without a frame', Buffer.from('ffd8ffd9', 'hex')],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['a JPEG with text in front of it', Buffer.concat([Buffer.from('<html>'), smallJpeg(192, 108)])],
    ['a JPEG with text after it', Buffer.concat([smallJpeg(192, 108), Buffer.from('<html>')])],
    ['a JPEG without its end', smallJpeg(192, 108).subarray(0, -2)],
    ['a JPEG of no height', smallJpeg(192, 0)],
    ['a segment longer than the file', Buffer.from('ffd8ffe0ffff4a464946ffd9', 'hex')],
    ['a segment shorter than its length', Buffer.from('ffd8ffe00000ffd9', 'hex')],
    ['a segment of no image', Buffer.from('ffd8ff010004ffffffd9', 'hex')],
  ])('is undefined for %s', (_, bytes) => {
    expect(jpegSize(bytes)).toBeUndefined()
  })
})
