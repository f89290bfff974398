import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SampleList, sampleBudget } from '../../lambdas/source/mp4/samples.ts'
import type { Sound } from '../../lambdas/source/mp4/sound.ts'
import { probeMedia } from '../../lambdas/source/probe.ts'
import { divideSound } from '../../lambdas/source/sound-parts.ts'
import spoken from '../fixtures/media/bicycle.json' with { type: 'json' }
import { inMemory } from './made-media.ts'

/** Sound at 16 kHz with frames of 64 ms of these sizes, at these positions of a file. */
function soundOf(sizes: readonly number[], changes: Partial<Sound> = {}): Sound {
  const samples = new SampleList(sampleBudget(Number.POSITIVE_INFINITY))
  let position = 0
  for (const [i, size] of sizes.entries()) {
    samples.add(position, size, i * FRAME_SECONDS)
    position += size
  }
  const coding = {
    objectType: 0x40,
    rate: 16_000,
    channels: 1,
    frameUnits: 1024,
    description: undefined,
    contentOf: () => 'block' as const,
  }
  return { coding, samples, delay: 0, skipped: 0, gaps: [], end: sizes.length * 1024, ...changes }
}

const FRAME_SECONDS = 1024 / 16_000
const framesIn = (seconds: number) => Math.round(seconds / FRAME_SECONDS)
const evenly = (seconds: number) => Array.from({ length: framesIn(seconds) }, () => 100)
/** Seconds of the cuts: the middles of the overlaps. */
const cutsOf = (sound: Sound) => {
  const parts = divideSound(sound, 1200)
  return parts.slice(1).map(({ span }, i) => (span.startMs + (parts[i]?.span.endMs ?? 0)) / 2000)
}

describe('the parts of a long sound', () => {
  it('last at least ten minutes each, number at most twelve, and exist only from the configured length', () => {
    const counts = [1199, 1200, 1799, 1800, 3600, 14_400].map(
      seconds => divideSound(soundOf(evenly(seconds)), 1200).length,
    )
    expect(counts).toEqual([0, 2, 2, 3, 6, 12])
    expect(divideSound(soundOf(evenly(1799)), 1800)).toEqual([])
    expect(divideSound(soundOf(evenly(14_400)), 0)).toEqual([])
  })

  it('contain every frame, overlap by 16 seconds at each cut, and keep the times of the recording', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1210, max: 4000 }),
        fc.array(fc.record({ frame: fc.integer({ min: 1, max: 60_000 }), units: fc.integer({ min: 900, max: 5e7 }) }), {
          maxLength: 4,
        }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 3000 }),
        (seconds, rawGaps, delay, skipped) => {
          const sizes = evenly(seconds)
          const gaps = [...new Map(rawGaps.map(gap => [gap.frame, gap])).values()]
            .filter(({ frame }) => frame < sizes.length)
            .sort((a, b) => a.frame - b.frame)
          const end = sizes.length * 1024 + gaps.reduce((sum, { units }) => sum + units, 0)
          const sound = soundOf(sizes, { gaps, end, delay, skipped })
          const parts = divideSound(sound, 1200)
          let held = 0
          for (const [n, { span, sound: part }] of parts.entries()) {
            const first = (part.samples.positions[0] ?? 0) / 100
            expect(part.samples.count).toBeGreaterThan(framesIn(400))
            const next = first + part.samples.count
            expect(first).toBeLessThanOrEqual(held)
            held = next
            expect(part.end).toBeLessThanOrEqual(end)
            // A frame is at the same time in its part as in the recording.
            const gapsBefore = (frame: number) =>
              gaps.filter(gap => gap.frame <= frame).reduce((sum, { units }) => sum + units, 0)
            const inRecording = (frame: number) => (delay - skipped + frame * 1024 + gapsBefore(frame)) / 16
            const inPart = part.gaps.filter(gap => gap.frame <= 5).reduce((sum, { units }) => sum + units, 0) + 5 * 1024
            const offset = n === 0 ? (delay - skipped) / 16 : span.startMs
            expect(Math.abs(offset + inPart / 16 - inRecording(first + 5))).toBeLessThanOrEqual(1)
          }
          expect(held).toBe(sizes.length)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('are cut where the encoder spent the fewest bytes, within a minute of the even position', () => {
    const sizes = evenly(1200)
    sizes.fill(20, framesIn(570), framesIn(571))
    sizes.fill(10, framesIn(400), framesIn(402))
    expect(cutsOf(soundOf(sizes))[0]).toBeCloseTo(570.5, 0)
    expect(cutsOf(soundOf(evenly(1200)))[0]).toBeCloseTo(600, 0)
  })

  it('are cut in a pause of real speech, without being decoded', async () => {
    const file = inMemory(await readFile(join(import.meta.dirname, '../fixtures/media/bicycle.mp4')))
    const { sound } = await probeMedia(file, 14_400)
    const round = [...sound.samples.sizes.subarray(0, sound.samples.count)]
    const cuts = cutsOf(soundOf(Array.from({ length: 44 }, () => round).flat()))
    expect(cuts).toHaveLength(5)
    for (const cut of cuts) {
      const ms = (cut * 1000) % (round.length * FRAME_SECONDS * 1000)
      expect(spoken.sentences.filter(({ startMs, endMs }) => ms > startMs && ms < endMs)).toEqual([])
    }
  })

  it('are cut in a gap of the sound', () => {
    const sizes = evenly(1200)
    const gap = { frame: framesIn(620), units: 16_000 * 20 }
    const cut = cutsOf(soundOf(sizes, { gaps: [gap], end: sizes.length * 1024 + gap.units }))[0]
    expect(cut).toBeGreaterThan(619)
    expect(cut).toBeLessThan(641)
  })
})
