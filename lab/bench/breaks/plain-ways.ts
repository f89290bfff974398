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

/**
 * Like stable-ts's `regroup`: ends a cue at every comma and full stop, divides what exceeds a cue into equal parts, and
 * gives each cue two balanced lines.
 */
export function splitAtMarksEvenly(words: readonly string[]): Ranges {
  return rangesBetween(words, marksIn(words)).flatMap(([from, to]): Ranges => {
    const parts = Math.ceil(lengthOf(words, from, to) / (LINE * LINES))
    const share = lengthOf(words, from, to) / parts
    const ends = Array.from({ length: parts - 1 }, (_, n) => {
      let at = from + 1
      while (at < to - 1 && lengthOf(words, from, at) < share * (n + 1)) at += 1
      return at
    })
    return rangesBetween(words.slice(0, to), ends, from).flatMap(([start, end]) =>
      balancedByLength(words.slice(start, end)).map(lines => lines.map(([a, b]) => [a + start, b + start] as const)),
    )
  })
}

const CONNECTIVE = /^(?:그리고|그런데|하지만|그러나|그래서|그러면|그러니까|또는|혹은|왜냐하면|따라서|즉|만약|때문에)$/u

/**
 * Like VideoLingo's splitter: ends a cue at marks and before connectives, then halves what exceeds one line at the word
 * nearest to its middle until it fits; a cue has one line.
 */
export function halveAtConnectives(words: readonly string[]): Ranges {
  const connectives = words.flatMap((word, at) => (at > 0 && CONNECTIVE.test(word) ? [at] : []))
  return rangesBetween(words, [...marksIn(words), ...connectives]).flatMap(([from, to]) => halved(words, from, to))
}

function halved(words: readonly string[], from: number, to: number): Ranges {
  if (to - from < 2 || lengthOf(words, from, to) <= LINE) return [[[from, to]]]
  const uneven = (at: number) => Math.abs(lengthOf(words, from, at) - lengthOf(words, at, to))
  let middle = from + 1
  for (let at = from + 1; at < to; at += 1) if (uneven(at) < uneven(middle)) middle = at
  return [...halved(words, from, middle), ...halved(words, middle, to)]
}

/** Boundaries after a comma or a full stop. */
function marksIn(words: readonly string[]): number[] {
  return words.flatMap((word, i) => (i + 1 < words.length && /[,.?!…]["'”’]?$/u.test(word) ? [i + 1] : []))
}

function rangesBetween(words: readonly string[], ends: readonly number[], start = 0): [from: number, to: number][] {
  const all = [...new Set([...ends, words.length])].filter(end => end > start).sort((a, b) => a - b)
  return all.map((end, i) => [all[i - 1] ?? start, end])
}

function lengthOf(words: readonly string[], from: number, to: number): number {
  return weightedLength(words.slice(from, to).join(' ').replace(/[.,]$/, ''))
}
