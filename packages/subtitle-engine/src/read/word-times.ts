import { halfWidths } from '../weight.ts'
import type { SourceWord } from './source.ts'

export interface TimedText {
  text: string
  startMs: number
  endMs: number
}

/**
 * The time of each word of a cue: as the file states it, and between stated times shared out over the letters.
 * Words are in order, inside the cue, and none ends after the next one starts.
 */
export function wordTimes(words: readonly SourceWord[], startMs: number, endMs: number): TimedText[] {
  const lastMs = Math.max(startMs, endMs)
  const timed: TimedText[] = []
  for (let from = 0; from < words.length; ) {
    let to = from + 1
    while (to < words.length && !isStated(words[to], timed.at(-1)?.endMs ?? startMs, lastMs)) to += 1
    const fromMs = clamp(words[from]?.startMs ?? startMs, timed.at(-1)?.endMs ?? startMs, lastMs)
    const statedEndMs = words[to - 1]?.endMs
    const untilMs = clamp(
      statedEndMs ?? words[to]?.startMs ?? lastMs,
      fromMs,
      clamp(words[to]?.startMs ?? lastMs, fromMs, lastMs),
    )
    shareOut(words.slice(from, to), fromMs, untilMs, timed)
    from = to
  }
  return timed
}

function isStated(word: SourceWord | undefined, fromMs: number, lastMs: number): boolean {
  return word?.startMs !== undefined && word.startMs >= fromMs && word.startMs <= lastMs
}

function clamp(ms: number, fromMs: number, toMs: number): number {
  return Math.min(Math.max(ms, fromMs), toMs)
}

function shareOut(words: readonly SourceWord[], fromMs: number, toMs: number, timed: TimedText[]): void {
  const total = Math.max(
    1,
    words.reduce((sum, { text }) => sum + halfWidths(text) + 1, -1),
  )
  let read = 0
  for (const { text } of words) {
    const startMs = fromMs + Math.round(((toMs - fromMs) * read) / total)
    read += halfWidths(text)
    const endMs = fromMs + Math.round(((toMs - fromMs) * Math.min(read, total)) / total)
    read += 1
    timed.push({ text, startMs, endMs })
  }
}
