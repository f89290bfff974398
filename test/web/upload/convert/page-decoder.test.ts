import { describe, expect, it } from 'vitest'
import { readMovie } from '#mp4-sound'
import { blobBytes } from '../../../../web/shared/blob-bytes.ts'
import { RATE } from '../../../../web/upload/convert/format.ts'
import { monoStream } from '../../../../web/upload/convert/mono-stream.ts'
import { decodeOnPage } from '../../../../web/upload/convert/page-decoder.ts'
import { RATE as FILE_RATE, flacMp4, toneSamples } from '../../../support/mp4/coded-sound.ts'

/** Reads the uncompressed FLAC of the tests, as `decodeAudioData` would; drops samples at the start as some browsers do. */
function decodeRaw(bytes: ArrayBuffer, dropped: number): Float32Array[] {
  const view = new DataView(bytes)
  const samples: number[] = []
  const isFrame = (at: number) => view.getUint16(at) === 0xfff8 && view.getUint16(at + 2) === 0x7a08
  for (let at = 0; at + 9 < view.byteLength; at += 1) {
    if (!isFrame(at)) continue
    const length = view.getUint16(at + 5) + 1
    for (let i = 0; i < length; i += 1) samples.push(view.getInt16(at + 9 + 2 * i) / 32_767)
    at += 9 + 2 * length
  }
  return [
    Float32Array.from(
      { length: (samples.length * RATE) / FILE_RATE - dropped },
      (_, i) => samples[3 * (i + dropped)] ?? 0,
    ),
  ]
}

describe('sound that only the page can decode', () => {
  it.each([0, 700])('is in place although each piece loses %i samples at its start', async dropped => {
    const file = blobBytes(new Blob([new Uint8Array(flacMp4())]))
    const { tracks } = await readMovie(file, 60)
    const [track] = tracks
    const sizes: number[] = []
    const decode = decodeOnPage(async bytes => {
      sizes.push(bytes.byteLength)
      return decodeRaw(bytes, dropped)
    })
    const chunks: number[] = []
    const decoded = decode(file, track, 0, track.frames.count)
    for await (const chunk of monoStream(decoded, 0, 3)) chunks.push(...chunk)
    const expected = toneSamples()
    const distances = chunks.slice(dropped + 50, 2.9 * RATE).map((value, i) => {
      return Math.abs(value - (expected[3 * (i + dropped + 50)] ?? 0))
    })
    expect(Math.max(...distances)).toBeLessThan(0.01)
    expect(sizes.length).toBeGreaterThan(1)
  })
})
