import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LayoutReader } from '../../../../web/upload/media/file-source.ts'

const MEGABYTE = 2 ** 20
const FILE = Uint8Array.from({ length: 3 * MEGABYTE }, (_, index) => (index * 31 + (index >> 10)) % 251)
/** Size of the chunks that its streams deliver. */
const PIECE = 30_000
const BLOB = new Blob(
  Array.from({ length: Math.ceil(FILE.length / PIECE) }, (_, index) =>
    FILE.subarray(index * PIECE, (index + 1) * PIECE),
  ),
)

/** A file that records which of its bytes are read. */
function watchedFile() {
  const file = new Blob([FILE])
  const asked: [number, number][] = []
  const slice = file.slice.bind(file)
  file.slice = (start = 0, end = file.size) => {
    asked.push([start, end])
    return slice(start, end)
  }
  return { file, asked }
}

describe('a file read according to its layout', () => {
  it('returns the requested bytes, in any order and concurrently', async () => {
    const pieces = fc.array(
      fc.record({
        gap: fc.constantFrom(0, 1, 70_000, 2 ** 17, 2 ** 17 + 1, -5000),
        length: fc.integer({ min: 1, max: 100_000 }),
      }),
      { maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(pieces, async all => {
        const reader = new LayoutReader(BLOB)
        let at = 0
        const reads = all.map(async ({ gap, length }) => {
          const start = Math.max(0, Math.min(at + gap, FILE.length - length))
          at = start + length
          const read = Buffer.from(await reader.read(start, start + length))
          expect(read.equals(FILE.subarray(start, start + length))).toBe(true)
        })
        await Promise.all(reads)
        reader.close()
      }),
    )
  })

  it('is one stream if the parts read are close together', async () => {
    const { file, asked } = watchedFile()
    const reader = new LayoutReader(file)
    for (let at = 0; at < 2 * MEGABYTE; at += 100_000) await reader.read(at, at + 50_000)
    reader.close()
    expect(asked.at(-1)).toEqual([300_000, FILE.length])
    expect(asked).toHaveLength(4)
  })

  it('skips what is between them if they are far apart', async () => {
    const { file, asked } = watchedFile()
    const reader = new LayoutReader(file)
    for (let at = 200_000; at < 2 * MEGABYTE; at += 200_000) await reader.read(at, at + 50_000)
    expect(asked.every(([start, end]) => end - start === 50_000)).toBe(true)
  })

  it('can be read again after a failed read', async () => {
    const { file, asked } = watchedFile()
    const reader = new LayoutReader(file)
    for (let at = 0; at < 5; at += 1) await reader.read(at, at + 1)
    await expect(reader.read(5, FILE.length + 1)).rejects.toThrow(RangeError)
    expect([...(await reader.read(6, 8))]).toEqual([...FILE.subarray(6, 8)])
    expect(asked.at(-1)?.[0]).toBe(6)
  })
})
