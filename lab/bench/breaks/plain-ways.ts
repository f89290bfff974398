import { weightedLength } from '#subtitle-engine'

/** Line length in weighted characters and lines per cue of the standard profile. */
const LINE = 16
const LINES = 2

/** One sentence cut into cues: for each cue, its lines as ranges of words. */
export type Ranges = (readonly [from: number, to: number])[][]

/** Fills each line with as many words as fit, two lines per cue. */
export function greedyFill(words: readonly string[]): Ranges {
  const lines: [number, number][] = []
  for (let from = 0; from < words.length; ) {
    let to = from + 1
    while (to < words.length && lengthOf(words, from, to + 1) <= LINE) to += 1
    lines.push([from, to])
    from = to
  }
  const cues: Ranges = []
  for (let i = 0; i < lines.length; i += LINES) cues.push(lines.slice(i, i + LINES))
  return cues
}

/**
 * Fills cues like `greedyFill`, then moves each line break to where the two lines are most equal, as human editors do.
 */
export function balancedByLength(words: readonly string[]): Ranges {
  return greedyFill(words).map(lines => {
    const from = lines[0]?.[0] ?? 0
    const to = lines.at(-1)?.[1] ?? 0
    if (lengthOf(words, from, to) <= LINE) return [[from, to]]
    let best = lines[0]?.[1] ?? to
    const uneven = (at: number) => Math.abs(lengthOf(words, from, at) - lengthOf(words, at, to))
    for (let at = from + 1; at < to; at += 1) {
      const fits = lengthOf(words, from, at) <= LINE && lengthOf(words, at, to) <= LINE
      if (fits && uneven(at) < uneven(best)) best = at
    }
    return [
      [from, best],
      [best, to],
    ]
  })
}

function lengthOf(words: readonly string[], from: number, to: number): number {
  return weightedLength(words.slice(from, to).join(' ').replace(/[.,]$/, ''))
}
