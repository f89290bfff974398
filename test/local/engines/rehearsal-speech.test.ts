import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { SpokenWord } from '../../../local/engines/engine.ts'
import { createRehearsalSpeech, rehearsalWords } from '../../../local/engines/rehearsal-speech.ts'
import { REHEARSAL_LINES } from '../../../local/engines/rehearsal-translation.ts'
import type { Span } from '../../../local/engines/voice-activity.ts'

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url))
const engine = createRehearsalSpeech()
afterAll(() => engine.close())
const transcribe = (name: string) => engine.transcribe(path(name))

/** The words grouped into lines, which end with full stops. */
function linesOf(words: SpokenWord[]): SpokenWord[][] {
  const lines: SpokenWord[][] = [[]]
  for (const word of words) {
    lines.at(-1)?.push(word)
    if (word.after === '.') lines.push([])
  }
  return lines.filter(line => line.length > 0)
}
const textOf = (line: SpokenWord[]) => line.map(({ text, after }) => text + after).join(' ')

describe('the speech rehearsal', () => {
  it('times its lines to the spoken sentences', async () => {
    const { words, language, durationMs } = await transcribe('local/sample/hello.mp4')
    const lines = linesOf(words)
    expect(lines).toHaveLength(7)
    const starts = [600, 2531, 6181, 10_968, 15_123, 18_680, 23_041]
    for (const [i, line] of lines.entries())
      expect(Math.abs((line[0]?.startMs ?? 0) - (starts[i] ?? 0))).toBeLessThanOrEqual(120)
    expect(language).toBe('en-US')
    expect(durationMs).toBeGreaterThan(25_000)
  })

  it('uses various lines, all of which the translation rehearsal has', async () => {
    const lines = linesOf((await transcribe('test/fixtures/media/bicycle.mp4')).words).map(textOf)
    const known = REHEARSAL_LINES.map(({ english }) => english)
    expect(lines.filter(line => !known.includes(line))).toEqual([])
    expect(new Set(lines).size).toBeGreaterThan(lines.length / 2)
    for (const [i, line] of lines.entries()) expect(lines[i + 1]).not.toBe(line)
  })

  it('has no words where there is no speech', async () => {
    expect((await transcribe('test/fixtures/media/silent.mp4')).words).toEqual([])
    expect((await transcribe('test/fixtures/media/hum.mp4')).words).toEqual([])
  })

  it('reports the fault of a file as the real engine does', async () => {
    await expect(transcribe('test/fixtures/media/no-audio.mp4')).rejects.toMatchObject({ code: 'NO_AUDIO' })
    await expect(transcribe('test/fixtures/media/hello.txt')).rejects.toMatchObject({ code: 'UNREADABLE' })
  })

  it('keeps every word inside the speech, in order and without overlap, for any speech', () => {
    const span = fc.tuple(fc.integer({ min: 300, max: 3000 }), fc.integer({ min: 120, max: 20_000 }))
    fc.assert(
      fc.property(fc.array(span, { maxLength: 20 }), gaps => {
        let at = 0
        const spans = gaps.map(([gap, length]): Span => {
          const startMs = at + gap
          at = startMs + length
          return { startMs, endMs: at }
        })
        const words = rehearsalWords(spans, new Float32Array(at / 10 + 1).fill(-30))
        expect(words.length > 0).toBe(spans.length > 0)
        for (const [i, word] of words.entries()) {
          expect(spans.some(({ startMs, endMs }) => word.startMs >= startMs && word.endMs <= endMs)).toBe(true)
          expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
          expect(word.startMs).toBeGreaterThanOrEqual(words[i - 1]?.endMs ?? 0)
        }
        for (const line of linesOf(words)) {
          const spanMs = (line.at(-1)?.endMs ?? 0) - (line[0]?.startMs ?? 0)
          expect(spanMs).toBeLessThanOrEqual(9000)
        }
      }),
    )
  })
})
