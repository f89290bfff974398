import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import type { MediaBytes } from '#mp4-sound'
import { probeMedia } from '../../lambdas/source/probe.ts'
import { headerOfTinyBoxes, headerOfTracks } from '../support/mp4/hostile-media.ts'
import { contentOf, inMemory, madeMp4, patched } from './made-media.ts'

const MEDIA = join(import.meta.dirname, '../fixtures/media')
const bytesOf = async (name: string) => new Uint8Array(await readFile(join(MEDIA, name)))
const probe = async (bytes: Uint8Array, maxSeconds = 14_400) => {
  const { durationMs } = await probeMedia(inMemory(bytes), maxSeconds)
  return { durationMs }
}

/** Milliseconds of the longest track, by the packets that mediabunny finds. */
async function packetMs(bytes: Uint8Array): Promise<number> {
  using input = new Input({ formats: [MP4], source: new BufferSource(bytes) })
  const sums = (await input.getTracks()).map(async track => {
    let seconds = 0
    for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true }))
      seconds += packet.duration
    return seconds
  })
  return Math.max(...(await Promise.all(sums))) * 1000
}

describe('the length of a video', () => {
  it('is that of its sound or its pictures, whichever is longer', async () => {
    expect((await probe(await madeMp4({ sound: 4, pictures: 9 }))).durationMs).toBe(9000)
    expect((await probe(await madeMp4({ sound: 9, pictures: 4 }))).durationMs).toBeCloseTo(9000, -2)
  })

  it('of a sound-only file is that of the sound', async () => {
    expect((await probe(await madeMp4({ sound: 5 }))).durationMs).toBeCloseTo(5000, -2)
  })

  it('is the same wherever the header is', async () => {
    const layouts = ['header first', 'header last', 'fragmented'] as const
    const lengths = await Promise.all(layouts.map(async layout => probe(await madeMp4({ sound: 30, layout }))))
    expect(new Set(lengths.map(({ durationMs }) => durationMs)).size).toBe(1)
  })

  it('is that of its packets, as an independent reader counts them, without a last frame that is cut off', async () => {
    const made = [{ sound: 7 }, { sound: 3, pictures: 8 }, { sound: 40, layout: 'fragmented' as const }]
    const files = [
      ...(await Promise.all(['bicycle.mp4', 'stereo.mp4', 'hum.mp4', 'silent.mp4'].map(bytesOf))),
      ...(await Promise.all(made.map(madeMp4))),
    ]
    for (const bytes of files) {
      const apart = (await packetMs(bytes)) - (await probe(bytes)).durationMs
      expect(apart).toBeGreaterThan(-5)
      expect(apart).toBeLessThan(65)
    }
  })

  it('is not lowered by the header’s claim', async () => {
    const honest = await madeMp4({ sound: 20 })
    const movie = contentOf(honest, 'mvhd')
    const track = contentOf(honest, 'tkhd')
    const medium = contentOf(honest, 'mdhd')
    const lying = patched(honest, { [movie + 16]: 1, [track + 20]: 1, [medium + 16]: 1 })
    expect(await probe(lying)).toEqual(await probe(honest))
  })
})

const outcomeOf = (file: MediaBytes, maxSeconds = 14_400) =>
  probeMedia(file, maxSeconds).then(
    () => 'none',
    error => error.name,
  )
const refusal = (bytes: Uint8Array, maxSeconds?: number) => outcomeOf(inMemory(bytes), maxSeconds)

describe('a file is refused', () => {
  it('without sound', async () => {
    expect(await refusal(await madeMp4({ pictures: 3 }))).toBe('NO_AUDIO')
    expect(await refusal(await bytesOf('no-audio.mp4'))).toBe('NO_AUDIO')
  })

  it('with sound that cannot be counted, or with more channels than Amazon Transcribe accepts', async () => {
    expect(await refusal(await bytesOf('opus.mp4'))).toBe('UNSUPPORTED_AUDIO')
    expect(await refusal(await bytesOf('surround.mp4'))).toBe('UNSUPPORTED_AUDIO')
  })

  it('that is not an MP4 despite its name', async () => {
    for (const text of [
      '',
      'ftyp',
      '\0\0\0\x14ftypqt  \0\0\0\0qt  ',
      'RIFF....AVI LIST',
      '<!doctype html><title>x</title>',
      '\x1aE\xdf\xa3matroska and so on',
    ])
      expect(await refusal(new TextEncoder().encode(text))).toBe('NOT_A_VIDEO')
  })

  it('that ends before its header', async () => {
    const whole = await madeMp4({ sound: 30, layout: 'header last' })
    for (const end of [0.3 * whole.length, contentOf(whole, 'moov') - 8, 0.97 * whole.length])
      expect(await refusal(whole.slice(0, end)), String(end)).toBe('DAMAGED_VIDEO')
  })

  it('that is longer than allowed by a single second', async () => {
    const file = await madeMp4({ sound: 1, pictures: 61 })
    expect(await refusal(file, 60)).toBe('TOO_LONG')
    expect(await refusal(file, 61)).toBe('none')
  })

  it('with a known code, whatever its bytes', async () => {
    const whole = await madeMp4({ sound: 2, pictures: 2 })
    const codes = ['none', 'NO_AUDIO', 'NOT_A_VIDEO', 'DAMAGED_VIDEO', 'UNSUPPORTED_AUDIO', 'TOO_LONG']
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }), async changes => {
        const bytes = whole.slice()
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        expect(codes).toContain(await refusal(bytes))
      }),
      { numRuns: 250 },
    )
  })
})

describe('reading a file', () => {
  it('reads little more than the header of a large file', async () => {
    const file = inMemory(await madeMp4({ sound: 600, pictures: 600 }))
    await probeMedia(file, 14_400)
    expect(file.reads).toBeLessThan(12)
  })

  it.each([
    ['tiny boxes', headerOfTinyBoxes(16 * 1024 ** 2), 'DAMAGED_VIDEO'],
    ['more tracks than a video has', headerOfTracks(65, 10), 'DAMAGED_VIDEO'],
    ['tracks with long tables', headerOfTracks(30, 50_000), 'none'],
  ] as const)('reads a header designed to take long at most a few times: %s', async (_, { bytes }, outcome) => {
    const file = inMemory(bytes)
    expect(await outcomeOf(file)).toBe(outcome)
    expect(file.bytesRead).toBeLessThan(4 * bytes.length)
    expect(file.reads).toBeLessThan(30)
  })

  it('does not mistake padding after the last box for damage', async () => {
    const file = await madeMp4({ sound: 3 })
    expect((await probe(Buffer.concat([file, Buffer.alloc(500)]))).durationMs).toBeCloseTo(3000, -2)
  })

  it('passes on storage errors unchanged at every read, since they say nothing about the file', async () => {
    const file = inMemory(await madeMp4({ sound: 600, pictures: 600 }))
    const trouble = Object.assign(new Error('slow down'), { name: 'SlowDown' })
    const failingAt = (number: number) => {
      let reads = 0
      const read = async (start: number, end: number) => {
        reads += 1
        if (reads >= number) throw trouble
        return file.read(start, end)
      }
      return probeMedia({ size: file.size, read }, 14_400).then(
        () => 'read',
        error => (error === trouble ? 'trouble' : error),
      )
    }
    expect(await Promise.all([1, 2].map(failingAt))).toEqual(['trouble', 'trouble'])
    expect(await failingAt(100)).toBe('read')
  })
})
