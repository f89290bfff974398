import type { Cue } from '#subtitle-engine'

type TimedText = Pick<Cue, 'startMs' | 'endMs' | 'lines'>

/** A word or a break, with the times of its subtitle. */
interface Token {
  text: string
  isBreak: boolean
  startMs: number
  endMs: number
}

const LINE_BREAK = '<eol>'
const BLOCK_BREAK = '<eob>'

/** Maximum words moved by one shift, and maximum tokens of a section in which shifts are searched. */
const SHIFT_WORDS = 10
const SHIFTABLE_TOKENS = 400

/**
 * SubER (Wilken, Georgakopoulou, Matusov 2022): edits of words and breaks, including shifts, per reference token, in
 * percent; 0 is best. Words match in lower case without punctuation, only within subtitles that overlap in time; breaks
 * are substituted by breaks alone. Sections of more than 400 tokens without a common gap are compared without shifts.
 */
export function suber(hypothesis: readonly TimedText[], reference: readonly TimedText[]): number {
  const length = tokensOf(reference).length
  const edits = stretchesOf(hypothesis, reference).reduce(
    (sum, [ours, theirs]) => sum + editsOf(tokensOf(ours), tokensOf(theirs)),
    0,
  )
  if (length === 0) return edits > 0 ? 100 : 0
  return (100 * edits) / length
}

function tokensOf(cues: readonly TimedText[]): Token[] {
  return cues.flatMap(({ lines, startMs, endMs }) =>
    lines.flatMap((line, at) => [
      ...(line.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? []).map(text => ({
        text,
        isBreak: false,
        startMs,
        endMs,
      })),
      { text: at < lines.length - 1 ? LINE_BREAK : BLOCK_BREAK, isBreak: true, startMs, endMs },
    ]),
  )
}

/** Splits both sides into sections at times where neither has a subtitle. */
function stretchesOf(hypothesis: readonly TimedText[], reference: readonly TimedText[]): [TimedText[], TimedText[]][] {
  const all = [
    ...hypothesis.map(cue => ({ cue, side: 0 as const })),
    ...reference.map(cue => ({ cue, side: 1 as const })),
  ].sort((a, b) => a.cue.startMs - b.cue.startMs)
  const stretches: [TimedText[], TimedText[]][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const { cue, side } of all) {
    if (cue.startMs >= end) stretches.push([[], []])
    stretches.at(-1)?.[side].push(cue)
    end = Math.max(end, cue.endMs)
  }
  return stretches
}

/**
 * Counts insertions, deletions, substitutions and shifts. Shifts are chosen greedily while one saves more than it
 * costs.
 */
function editsOf(hypothesis: Token[], reference: readonly Token[]): number {
  let [words, shifts, distance] = [hypothesis, 0, distanceOf(hypothesis, reference)]
  while (words.length <= SHIFTABLE_TOKENS && reference.length <= SHIFTABLE_TOKENS) {
    const best = bestShift(words, reference, distance)
    if (!best) break
    ;[words, shifts, distance] = [best.words, shifts + 1, best.distance]
  }
  return shifts + distance
}

function bestShift(
  words: readonly Token[],
  reference: readonly Token[],
  present: number,
): { words: Token[]; distance: number } | undefined {
  let best: { words: Token[]; distance: number } | undefined
  for (let from = 0; from < words.length; from += 1)
    for (let at = 0; at < reference.length; at += 1) {
      if (from === at) continue
      let count = 0
      while (count < SHIFT_WORDS && isShiftable(words[from + count], reference[at + count])) {
        count += 1
        const moved = words.slice(from, from + count)
        const rest = [...words.slice(0, from), ...words.slice(from + count)]
        // Insertions and deletions move where a shift's words end up in the reference, so nearby positions are
        // tried.
        for (const place of new Set([at, at - 1, at + 1, at + 2, at - 2])) {
          if (place < 0 || place > rest.length) continue
          const shifted = [...rest.slice(0, place), ...moved, ...rest.slice(place)]
          const distance = distanceOf(shifted, reference)
          if (distance + 1 < present && distance < (best?.distance ?? present)) best = { words: shifted, distance }
        }
      }
    }
  return best
}

function isShiftable(word: Token | undefined, other: Token | undefined): boolean {
  return (
    word !== undefined && other !== undefined && !word.isBreak && word.text === other.text && isTogether(word, other)
  )
}

function isTogether(a: Token, b: Token): boolean {
  return a.startMs < b.endMs && b.startMs < a.endMs
}

/**
 * Levenshtein distance in which tokens of subtitles that do not overlap, and words and breaks, are never substituted
 * for each other.
 */
function distanceOf(hypothesis: readonly Token[], reference: readonly Token[]): number {
  let row = Array.from({ length: reference.length + 1 }, (_, n) => n)
  for (const [at, word] of hypothesis.entries()) {
    const next = [at + 1]
    for (const [n, other] of reference.entries()) {
      const isExchanged = word.isBreak === other.isBreak && isTogether(word, other)
      const exchange = isExchanged ? (row[n] ?? 0) + (word.text === other.text ? 0 : 1) : Number.POSITIVE_INFINITY
      next.push(Math.min(exchange, (row[n + 1] ?? 0) + 1, (next[n] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
