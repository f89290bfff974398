import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeAlacFrame } from '../../../../web/upload/convert/alac/frame.ts'
import { readAlacSettings } from '../../../../web/upload/convert/alac/settings.ts'

/** A frame that FFmpeg's encoder wrote, and a checksum of the samples that its decoder reads from it. */
interface Recorded {
  settings: string
  frame: string
  checksum: number
}

const MONO_24: Recorded = {
  settings: 'AAAQAAAYKAoOAQAAAAAwBAAF3AAAAD6A',
  frame:
    'AAAUAAAA8AAADQwBhf44ATf/TgBN//QA2xOvxHT6rQOYPOXFRBMZiusF/Ei0bPY2dl77vHdlJLmJWFUARVvdtyKvMcXM5OfcBcmyctOz/rLLSR88d5Mz2+eGtTqiOQfK+Lrc3+Kxtvwskw4h5hYCmGOL2Ls4C4u+YNQ9bP9IaEyvIQ3CcDYjNnbhgWvL3wYP+EUP/CJz/S/+g/GXxBBkEgVBADQQA0KAkKAcMAMLAYMmAiGBIcAAgQHGCCCAwNFGwwkIaEmAAagki3EryLMizOt0LtS7Ur0qtKnOlzpMyHGYfQGRYRQVKiPIdRRwujsjRMqZUyKFVMsZc6xlSquA',
  checksum: 684829952,
}
/** Its channels end in silence, one before the other. */
const STEREO_16: Recorded = {
  settings: 'AAAQAAAQKAoOAgAAAABABAAH0AAAAD6A',
  frame:
    'IAAQAAADwAAADwwBF//5//v//f///9wPCAED///////oD/g5P/4N0vzb+tXsnbNIUWErks8DtxMDWmTfJwg7cszVcbiA5F1SmrllbWXsxJT3XzZvdXuqHLbaRDEZkcRpDzIuUIv5s0DsvNmuJTIJhmrHhXPMFMo5zTsntQzG6Ylhsy+NXZa9SxCWBd4mSEFmbBfnAbR2oezTvrpputsdipFEyCZMs4zvPVA0hV9kYBUUwpyjwznMuoHk8Rw0EUrkUfks2o9ufMGKKNYgCOo5GYnC4/Mzf/kXU/bd/qy7FdWGjR8UoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAH/AOIH/AZj/wGSf8BhX2z8P0nhGkoWTYrFheiNPxrbOU2jcNv2LTswwuwjIAhKIyEjIys3R1VtiVIwXSd/45yjjW+6bBy/aQ0sJDQuLCwuNkRKYP+GdOxlMpnDMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP+AnXA==',
  checksum: 236453888,
}

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

function checksumOf(channels: Float32Array[]): number {
  let sum = 0
  for (let i = 0; i < (channels[0]?.length ?? 0); i += 1)
    for (const channel of channels) sum = (Math.imul(sum, 31) + (channel[i] ?? 0) * 2 ** 31) | 0
  return sum
}

describe('a frame of Apple Lossless', () => {
  it.each([
    ['24 bits, one channel', MONO_24],
    ['16 bits, two channels that end in silence', STEREO_16],
  ])('is decoded to the bit: %s', (_, { settings, frame, checksum }) => {
    const channels = decodeAlacFrame(bytesOf(frame), readAlacSettings(bytesOf(settings)))
    expect(checksumOf(channels)).toBe(checksum)
  })

  it('that is damaged is refused or decoded, but never grows and never hangs', () => {
    const settings = readAlacSettings(bytesOf(STEREO_16.settings))
    const frame = bytesOf(STEREO_16.frame)
    const changes = fc.array(fc.tuple(fc.nat(frame.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(changes, fc.nat(frame.length), (all, length) => {
        const damaged = frame.slice(0, length)
        for (const [at, value] of all) if (at < length) damaged[at] = value
        try {
          const channels = decodeAlacFrame(damaged, settings)
          expect(channels.every(channel => channel.length <= settings.frameLength)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })

  it.each([
    ['are cut off', new Uint8Array(23)],
    ['name no bit depth', new Uint8Array(24)],
    ['name frames of four million samples', bytesOf(MONO_24.settings).fill(0x40, 0, 3)],
  ])('is refused if its settings %s', (_, settings) => {
    expect(() => readAlacSettings(settings)).toThrow(RangeError)
  })
})
