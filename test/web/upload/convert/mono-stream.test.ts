import { describe, expect, it } from 'vitest'
import type { DecodedSound } from '../../../../web/upload/convert/decoded-sound.ts'
import { RATE } from '../../../../web/upload/convert/format.ts'
import { mixToMono } from '../../../../web/upload/convert/mono.ts'
import { monoStream } from '../../../../web/upload/convert/mono-stream.ts'

/** A sine of 1 kHz, or of another frequency, as a decoder returns it in pieces. */
function* sine(rate: number, from: number, to: number, hertz = 1000, piece = 1000): Generator<DecodedSound> {
  const end = Math.round(to * rate)
  for (let at = Math.round(from * rate); at < end; at += piece) {
    const length = Math.min(piece, end - at)
    const channel = Float32Array.from({ length }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * (at + i)) / rate))
    yield { startSeconds: at / rate, rate, channels: [channel] }
  }
}

async function converted(sounds: Iterable<DecodedSound>, from: number, to: number): Promise<Float32Array> {
  const given = (async function* () {
    yield* sounds
  })()
  const chunks: number[] = []
  for await (const chunk of monoStream(given, from, to)) chunks.push(...chunk)
  return Float32Array.from(chunks)
}

/** The largest difference from the sine between two moments of the result, in seconds. */
function distance(samples: Float32Array, from: number, to: number, isSilent = false): number {
  let most = 0
  for (let i = Math.round(from * RATE); i < to * RATE; i += 1) {
    const expected = isSilent ? 0 : 0.5 * Math.sin((2 * Math.PI * 1000 * i) / RATE)
    most = Math.max(most, Math.abs((samples[i] ?? Number.NaN) - expected))
  }
  return most
}

describe('decoded sound', () => {
  it.each([8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 88_200, 96_000, 37_801])(
    'of %i samples per second keeps its times and its shape',
    async rate => {
      const samples = await converted(sine(rate, 0, 1.5), 0, 1.5)
      expect(samples).toHaveLength(1.5 * RATE)
      expect(distance(samples, 0.01, 1.49)).toBeLessThan(0.001)
    },
  )

  it('leaves out what 16 kHz cannot hold instead of folding it into the speech', async () => {
    const samples = await converted(sine(48_000, 0, 1, 11_000), 0, 1)
    expect(distance(samples, 0.01, 0.99, true)).toBeLessThan(0.001)
  })

  it('has silence where nothing was decoded: at the start, in a gap and at the end', async () => {
    const sounds = [...sine(48_000, 0.5, 1), ...sine(48_000, 1.5, 2)]
    const samples = await converted(sounds, 0, 3)
    expect(samples).toHaveLength(3 * RATE)
    for (const [from, to] of [
      [0, 0.49],
      [1.01, 1.49],
      [2.01, 3],
    ] as const)
      expect(distance(samples, from, to, true)).toBeLessThan(0.001)
    for (const [from, to] of [
      [0.51, 0.99],
      [1.51, 1.99],
    ] as const)
      expect(distance(samples, from, to)).toBeLessThan(0.001)
  })

  it('is kept only once where a decoder restarted, and only for the length of its frames', async () => {
    const sounds = [...sine(48_000, 0, 1), ...sine(48_000, 0.8, 2)]
    const samples = await converted(sounds, 0, 1.5)
    expect(samples).toHaveLength(1.5 * RATE)
    expect(distance(samples, 0.01, 1.49)).toBeLessThan(0.001)
  })

  it('stays in place if its rate changes', async () => {
    const samples = await converted([...sine(48_000, 0, 0.5), ...sine(24_000, 0.5, 1)], 0, 1)
    expect(distance(samples, 0.01, 0.48)).toBeLessThan(0.001)
    expect(distance(samples, 0.52, 0.99)).toBeLessThan(0.02)
  })
})

describe('a mix of channels', () => {
  const channels = (count: number, speaking: number) =>
    Array.from({ length: count }, (_, i) => Float32Array.of(i === speaking ? 1 : 0))
  const loudness = (count: number, speaking: number) => mixToMono(channels(count, speaking))[0] ?? 0

  it('is loudest at the centre, where people speak, and leaves out the low frequencies', () => {
    for (const count of [3, 5, 6, 8])
      for (let other = 0; other < count; other += 1)
        if (other !== 2) expect(loudness(count, 2)).toBeGreaterThan(loudness(count, other))
    expect(loudness(6, 3)).toBe(0)
  })

  it('is never clipped', () => {
    for (const count of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const loud = Array.from({ length: count }, () => Float32Array.of(1))
      expect(mixToMono(loud)[0]).toBeLessThanOrEqual(1.0001)
    }
  })
})
