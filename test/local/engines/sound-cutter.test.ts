import { describe, expect, it } from 'vitest'
import type { SoundPiece } from '../../../local/engines/decode.ts'
import { cutSound } from '../../../local/engines/sound-cutter.ts'

const RATE = 16_000

/** Sound of the given loudness and length, in pieces of 7 seconds. */
async function* sound(loudness: (second: number) => number, seconds: number, from = 0): AsyncGenerator<SoundPiece> {
  for (let at = from; at < from + seconds; at += 7) {
    const samples = new Float32Array(Math.min(7, from + seconds - at) * RATE)
    for (let i = 0; i < samples.length; i += 1) samples[i] = loudness(at + i / RATE) * Math.sin(i / 5)
    yield { startSample: at * RATE, samples }
  }
}
async function cuts(input: AsyncIterable<SoundPiece>): Promise<[number, number][]> {
  const spans: [number, number][] = []
  for await (const { startSample, samples } of cutSound(input))
    spans.push([startSample / RATE, (startSample + samples.length) / RATE])
  return spans
}

describe('sound cut for transcription', () => {
  it('is cut at the quietest point between 30 and 60 seconds', async () => {
    const quietAt = (place: number) => (second: number) => (Math.abs(second - place) < 0.4 ? 0.001 : 0.3)
    const pieces = await cuts(sound(quietAt(43.5), 100))
    expect(pieces).toHaveLength(2)
    expect(pieces[0]?.[1]).toBeGreaterThan(43.1)
    expect(pieces[0]?.[1]).toBeLessThan(43.9)
    expect(pieces[1]).toEqual([pieces[0]?.[1], 100])
  })

  it('loses nothing if it is loud throughout', async () => {
    const pieces = await cuts(sound(() => 0.3, 150))
    expect(pieces[0]?.[0]).toBe(0)
    expect(pieces.at(-1)?.[1]).toBe(150)
    for (const [i, [start = 0, end = 0]] of pieces.entries()) {
      expect(end - start).toBeLessThanOrEqual(60)
      expect(pieces[i + 1]?.[0] ?? end).toBe(end)
    }
  })

  it('stays whole if it is short', async () => {
    expect(await cuts(sound(() => 0.3, 45))).toEqual([[0, 45]])
  })

  it('is skipped where it is silent', async () => {
    expect(await cuts(sound(() => 0, 70))).toEqual([])
    const pieces = await cuts(sound(second => (second < 100 ? 0 : 0.3), 112))
    expect(pieces.at(-1)?.[1]).toBe(112)
    expect(pieces[0]?.[0]).toBeGreaterThan(59)
  })

  it('is cut at a gap, so that no time shifts', async () => {
    async function* gapped() {
      yield* sound(() => 0.3, 14)
      yield* sound(() => 0.3, 7, 100)
    }
    expect(await cuts(gapped())).toEqual([
      [0, 14],
      [100, 107],
    ])
  })
})
