import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { decodeSound } from '../../../local/engines/decode.ts'
import { createLoudnessMeter, LEVEL_MS } from '../../../local/engines/loudness.ts'
import { speechSpans } from '../../../local/engines/voice-activity.ts'

const ROOT = new URL('../../../', import.meta.url)
const path = (name: string) => fileURLToPath(new URL(name, ROOT))
const times = z.object({ sentences: z.array(z.object({ startMs: z.int(), endMs: z.int() })) })

async function spansOf(file: string) {
  const meter = createLoudnessMeter()
  for await (const piece of decodeSound(path(file))) meter.add(piece)
  return speechSpans(meter.levels())
}

/** Levels for a length in seconds, as a function of the second. */
function levels(seconds: number, levelAt: (second: number) => number): Float32Array {
  return Float32Array.from({ length: (seconds * 1000) / LEVEL_MS }, (_, i) => levelAt((i * LEVEL_MS) / 1000))
}
/** The level of a voice, which varies with the syllables. */
const voice = (second: number) => -25 + 8 * Math.sin(second * 25)

describe('speech found by its energy', () => {
  it.each([
    ['local/sample/hello.mp4', 'local/sample/hello.json'],
    ['test/fixtures/media/bicycle.mp4', 'test/fixtures/media/bicycle.json'],
  ])('begins and ends within 150 ms of the spoken sentences of %s', async (media, text) => {
    const spans = await spansOf(media)
    const { sentences } = times.parse(JSON.parse(readFileSync(path(text), 'utf8')))
    for (const { startMs, endMs } of sentences) {
      const inside = spans.filter(span => span.endMs > startMs && span.startMs < endMs)
      expect(Math.abs((inside[0]?.startMs ?? -1e6) - startMs)).toBeLessThanOrEqual(120)
      expect(Math.abs((inside.at(-1)?.endMs ?? -1e6) - endMs)).toBeLessThanOrEqual(150)
    }
    for (const span of spans)
      expect(sentences.some(({ startMs, endMs }) => span.startMs < endMs && span.endMs > startMs)).toBe(true)
  })

  it('is absent from silence and from a steady hum', async () => {
    expect(await spansOf('test/fixtures/media/silent.mp4')).toEqual([])
    expect(await spansOf('test/fixtures/media/hum.mp4')).toEqual([])
  })

  it('is neither an intermittent tone nor a click', () => {
    expect(speechSpans(levels(30, second => (second > 10 && second < 14 ? -20 : -80)))).toEqual([])
    expect(speechSpans(levels(30, second => (Math.abs(second - 12) < 0.03 ? -10 : -80)))).toEqual([])
  })

  it('is found in noise that grows louder during the recording', () => {
    const noise = (second: number) => (second < 60 ? -70 : -45)
    const speaks = (second: number) => (second > 20 && second < 24) || (second > 90 && second < 95)
    const spans = speechSpans(levels(120, second => (speaks(second) ? voice(second) : noise(second))))
    expect(spans.map(({ startMs }) => Math.round(startMs / 1000))).toEqual([20, 90])
    expect(spans.map(({ endMs }) => Math.round(endMs / 1000))).toEqual([24, 95])
  })

  it('has no gaps under 300 ms, is in order and lies inside the sound, for any levels', () => {
    const stretch = fc.tuple(fc.constantFrom(-80, -60, -40, -30, -20, -5), fc.nat(20), fc.integer({ min: 1, max: 150 }))
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 40 }), stretches => {
        const all = stretches.flatMap(([level, waver, count]) =>
          Array.from({ length: count }, (_, i) => level - (i % 7) * (waver / 7)),
        )
        const spans = speechSpans(Float32Array.from(all))
        for (const [i, span] of spans.entries()) {
          expect(span.endMs).toBeGreaterThan(span.startMs)
          expect(span.startMs - (spans[i - 1]?.endMs ?? -300)).toBeGreaterThanOrEqual(300)
        }
        expect(spans.at(-1)?.endMs ?? 0).toBeLessThanOrEqual(all.length * LEVEL_MS)
      }),
    )
  })
})
