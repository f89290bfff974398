import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlobBuilder } from '../../../../web/upload/media/copy-sound.ts'

describe('a file collected front to back', () => {
  it('contains each byte as last written', async () => {
    const builder = new BlobBuilder('video/mp4')
    builder.write({ data: new Uint8Array([1, 2, 3, 4]), position: 0 })
    builder.write({ data: new Uint8Array([5, 6]), position: 4 })
    builder.write({ data: new Uint8Array([9, 9]), position: 1 })
    const blob = builder.finish()
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(new Uint8Array([1, 9, 9, 4, 5, 6]))
    expect(blob.type).toBe('video/mp4')
  })

  it('refuses changes after its head', () => {
    const builder = new BlobBuilder('video/mp4')
    builder.write({ data: new Uint8Array(4), position: 0 })
    builder.write({ data: new Uint8Array(4), position: 4 })
    expect(() => builder.write({ data: new Uint8Array(1), position: 5 })).toThrow(RangeError)
  })

  it('contains every byte in place, however it is chunked', async () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(pieces, async all => {
        const builder = new BlobBuilder('x')
        let position = 0
        for (const piece of all) {
          builder.write({ data: new Uint8Array(piece), position })
          position += piece.length
        }
        const written = new Uint8Array(await builder.finish().arrayBuffer())
        expect([...written]).toEqual(all.flatMap(piece => [...piece]))
      }),
    )
  })
})
