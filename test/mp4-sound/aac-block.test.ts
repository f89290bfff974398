import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockReader, silentBlock } from '../../packages/mp4-sound/src/aac-block.ts'
import { bandOffsets, SCALE_FACTORS, SPECTRAL } from '../../packages/mp4-sound/src/aac-codebooks.ts'
import { bits } from '../support/mp4/boxes.ts'
import { filledBlock } from '../support/mp4/filled-block.ts'
import { rebuilt } from '../support/mp4/settled-sound.ts'
import { bytesOf, madeFile, mp4a } from '../support/mp4/sound-track.ts'
import { speechFrames } from '../support/mp4/speech-frames.ts'

const LC = 2
const read = blockReader(LC, 16_000)

describe('the codes of AAC', () => {
  it('use every bit pattern once', () => {
    for (const { lengths } of [SCALE_FACTORS, ...SPECTRAL])
      expect(lengths.reduce((sum, count, i) => sum + count / 2 ** (i + 1), 0)).toBe(1)
  })

  it('have a digit for each word that is followed by signs or escape sequences', () => {
    for (const { lengths, signs, escapes } of SPECTRAL) {
      const words = lengths.reduce((sum, count) => sum + count, 0)
      expect([81, 64, 169, 289]).toContain(words)
      for (const digits of [signs, escapes]) expect(digits?.length ?? words).toBe(words)
    }
  })

  it('divide the 1,024 lines of a long window and the 128 of a short one into bands', () => {
    for (const rate of [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]) {
      const { long = [], short = [] } = bandOffsets(rate) ?? {}
      expect([long.at(-1), short.at(-1)], String(rate)).toEqual([1024, 128])
      for (const offset of [...long, ...short]) expect(offset % 4).toBe(0)
    }
  })
})

describe('the block at the start of a sample', () => {
  it('is each whole frame of recorded speech, whatever follows it', async () => {
    const frames = await speechFrames(20)
    for (const [i, frame] of frames.entries())
      for (const behind of [new Uint8Array(), new Uint8Array(9), frames[i - 1] ?? frame])
        expect(read(Buffer.concat([frame, behind]))?.bytes).toBe(frame.length)
    expect(frames.filter(frame => !read(frame)?.isSilent).length).toBeGreaterThan(frames.length / 2)
  })

  it('is known to hold no sound if no band does, for one and for two channels', () => {
    for (const channels of [1, 2]) {
      const block = silentBlock(channels)
      expect(read(block)).toEqual({ bytes: block.length, isSilent: true })
    }
  })

  it('is not found in a frame that is cut off', async () => {
    for (const frame of await speechFrames(5)) expect(read(frame.subarray(0, frame.length / 2))).toBeUndefined()
  })

  it('ends within the sample, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1536 }), fc.constantFrom(1, 2, 4), (bytes, objectType) => {
        expect(blockReader(objectType, 48_000)(bytes)?.bytes ?? 0).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })
})

describe('a recording with damaged frames', () => {
  const broken = (frame: Uint8Array) => frame.map((byte, i) => (i > 2 ? byte ^ 0x5a : byte))

  it('is transcribed with silence in their place', async () => {
    const frames = await speechFrames(20)
    const damaged = new Set([50, 51, 90])
    const samples = frames.map((frame, i) => (damaged.has(i) ? broken(frame) : frame))
    expect([...damaged].flatMap(i => read(samples[i] ?? new Uint8Array()) ?? [])).toEqual([])
    const { sound } = await rebuilt(madeFile({ tracks: [{ samples }] })).catch(() => ({ sound: undefined }))
    expect(sound).toBeDefined()
  })
})

describe('the size of the frames', () => {
  /** Rates in Hz, the index of each in an AudioSpecificConfig, and the largest frame that FFmpeg 5.1 wrote for speech at it. */
  const written = [
    [8_000, 11, 945],
    [16_000, 8, 1062],
    [22_050, 7, 1088],
    [24_000, 6, 1094],
    [32_000, 5, 1000],
    [48_000, 3, 844],
  ] as const

  it.each(written)(
    'of mono sound at %i Hz may exceed what the standard allows a decoder to buffer',
    async (rate, index, size) => {
      const samples = Array.from({ length: 60 }, (_, i) => filledBlock(i % 4 === 0 ? size : 300))
      const entries = [mp4a(bits('00010', index.toString(2).padStart(4, '0'), '0001', '000'))]
      const { durationMs, sound } = await rebuilt(madeFile({ tracks: [{ samples, entries, timescale: rate }] }))
      expect(durationMs).toBe(Math.round((60 * 1024 * 1000) / rate))
      expect(Buffer.concat(samples).equals(sound.subarray(-bytesOf(samples)))).toBe(true)
    },
  )

  it('cannot hide further blocks behind the first', async () => {
    const block = filledBlock(280)
    const samples = Array.from({ length: 60 }, () => Buffer.concat([block, block, block]))
    await expect(rebuilt(madeFile({ tracks: [{ samples }] }))).rejects.toMatchObject({ name: 'DAMAGED_VIDEO' })
  })

  it('is bounded over the whole sound', async () => {
    const padded = (size: number) =>
      Array.from({ length: 100 }, () => Buffer.concat([filledBlock(300), Buffer.alloc(size - 300)]))
    const outcome = (samples: Uint8Array[]) =>
      rebuilt(madeFile({ tracks: [{ samples }] })).then(
        () => 'rebuilt',
        error => error.name,
      )
    expect(await outcome(padded(9_000))).toBe('rebuilt')
    expect(await outcome(padded(11_000))).toBe('DAMAGED_VIDEO')
    expect(await outcome([...padded(300), Buffer.alloc(1024 ** 2 + 1)])).toBe('DAMAGED_VIDEO')
  })
})
