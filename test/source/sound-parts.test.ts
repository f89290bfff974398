import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { probeMedia } from '../../lambdas/source/probe.ts'
import { divideSound } from '../../lambdas/source/sound-parts.ts'
import spoken from '../fixtures/media/bicycle.json' with { type: 'json' }
import { inMemory } from './made-media.ts'

/** Sound at 16 kHz with frames of 64 ms of these sizes. */
function soundOf(sizes: readonly number[]) {
  const positions = new Float64Array(sizes.length)
  const sounds = Float64Array.from({ length: sizes.length + 1 }, (_, i) => i * FRAME_SECONDS)
  return { frames: { count: sizes.length, sizes: Uint32Array.from(sizes), positions, sounds, films: sounds } }
}
type Sound = ReturnType<typeof soundOf>

const FRAME_SECONDS = 1024 / 16_000
const framesIn = (seconds: number) => Math.round(seconds / FRAME_SECONDS)
const evenly = (seconds: number) => Array.from({ length: framesIn(seconds) }, () => 100)
/** Seconds of the cuts: the middles of the overlaps. */
const cutsOf = (sound: Sound) => {
  const parts = divideSound(sound, { fromSeconds: 1200, mostParts: 12 })
  return parts.slice(1).map(({ span }, i) => (span.startMs + (parts[i]?.span.endMs ?? 0)) / 2000)
}

describe('the parts of a long sound', () => {
  it('last at least ten minutes each, number at most twelve, and exist only from the configured length', () => {
    const counts = [1199, 1200, 1799, 1800, 3600, 14_400].map(
      seconds => divideSound(soundOf(evenly(seconds)), { fromSeconds: 1200, mostParts: 12 }).length,
    )
    expect(counts).toEqual([0, 2, 2, 3, 6, 12])
    expect(divideSound(soundOf(evenly(1799)), { fromSeconds: 1800, mostParts: 12 })).toEqual([])
    expect(divideSound(soundOf(evenly(14_400)), { fromSeconds: 0, mostParts: 12 })).toEqual([])
  })

  it('contain every frame and overlap by 16 seconds at each cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1210, max: 14_400 }), seconds => {
        const sound = soundOf(evenly(seconds))
        const parts = divideSound(sound, { fromSeconds: 1200, mostParts: 12 })
        let held = 0
        for (const [n, { first, end, span }] of parts.entries()) {
          expect(end - first).toBeGreaterThan(framesIn(400))
          expect(held - first).toBe(n === 0 ? 0 : 2 * framesIn(8))
          expect(span).toEqual({ startMs: Math.round(first * 64), endMs: Math.round(end * 64) })
          held = end
        }
        expect(held).toBe(sound.frames.count)
      }),
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
    const { track } = await probeMedia(file, 14_400)
    const round = [...track.frames.sizes]
    const cuts = cutsOf(soundOf(Array.from({ length: 44 }, () => round).flat()))
    expect(cuts).toHaveLength(5)
    for (const cut of cuts) {
      const ms = (cut * 1000) % (round.length * FRAME_SECONDS * 1000)
      expect(spoken.sentences.filter(({ startMs, endMs }) => ms > startMs && ms < endMs)).toEqual([])
    }
  })
})
