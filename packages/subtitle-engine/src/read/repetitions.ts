import { textOf } from './lines.ts'
import { isLitElsewhere, type Overlap, overlapOf } from './overlap.ts'
import type { Note, SourceCue, SourceWord } from './source.ts'

/** If at least this share of neighbouring cues repeats text, the file repeats on purpose, short repetitions included. */
const REPEATING_SHARE = 0.3
const REPEATING_PAIRS = 2

interface Pair {
  overlap: Overlap | undefined
  isRepeated: boolean
}

/**
 * Gives each word once where cues repeat all or part of the one before: rolling captions, words that are painted on or
 * highlighted one by one, events that are sent twice. What people say twice stays.
 * @param cues ordered by their starts
 */
export function withoutRepetitions(cues: readonly SourceCue[], notes: Note[]): SourceCue[] {
  const single = withoutDoubles(cues, notes)
  const pairs = judgePairs(single)
  const kept: SourceCue[] = []
  /** The kept words that are on screen before this cue. */
  let shown: SourceWord[] = []
  let last: SourceCue | undefined
  for (const [i, cue] of single.entries()) {
    const words = cue.lines.flatMap(line => line.words)
    const pair = pairs[i]
    const isExtending = pair?.isRepeated === true && pair.overlap !== undefined
    if (!isExtending) {
      lightUp(words, cue.startMs)
      kept.push(cue)
      last = cue
      shown = words
      continue
    }
    const { from, count, isPartial, isEqual } = pair.overlap ?? { from: 0, count: 0, isPartial: false, isEqual: false }
    const same = shown.slice(from, from + count)
    for (const [n, word] of same.entries()) {
      const again = words[n]
      if (again?.isLit && isPartlyLit(words)) word.startMs ??= cue.startMs
      if (isPartial && n === count - 1 && again) word.text = again.text
    }
    notes.push({
      kind: 'repeated',
      line: cue.line,
      text: words
        .slice(0, count)
        .map(word => word.text)
        .join(' '),
    })
    if (isEqual && last) last.endMs = Math.max(last.endMs, cue.endMs)
    shown = [...same, ...words.slice(count)]
    const rest = withoutFirst(cue, count)
    if (rest.lines.length > 0) {
      kept.push(rest)
      last = rest
    }
  }
  return kept
}

/** Leaves out cues that show the text of another one at the same time, as layers and double events do. */
function withoutDoubles(cues: readonly SourceCue[], notes: Note[]): SourceCue[] {
  const known = new Map<string, SourceCue>()
  return cues.filter(cue => {
    const text = textOf(cue.lines).toLowerCase().replaceAll('\n', ' ')
    const same = known.get(text)
    if (same && (cue.startMs === same.startMs || (cue.startMs < same.endMs && !isLitElsewhere(same, cue)))) {
      same.endMs = Math.max(same.endMs, cue.endMs)
      notes.push({ kind: 'repeated', line: cue.line, text })
      return false
    }
    known.set(text, cue)
    return true
  })
}

function judgePairs(cues: readonly SourceCue[]): Pair[] {
  const overlaps = cues.map((cue, i) => {
    const before = cues[i - 1]
    return before && overlapOf(before, cue)
  })
  const evident = overlaps.filter(overlap => overlap?.strength === 'strong' || overlap?.strength === 'weak').length
  const isRepeating = evident >= Math.max(REPEATING_PAIRS, (cues.length - 1) * REPEATING_SHARE)
  const isEqual = (i: number) => overlaps[i]?.isEqual === true
  const isStrong = (i: number) => {
    const strength = overlaps[i]?.strength
    return strength === 'strong' || (strength === 'twice' && !isEqual(i - 1) && !isEqual(i + 1))
  }
  return overlaps.map((overlap, i) => {
    const isRepeated =
      isStrong(i) || isRepeating || (overlap?.strength === 'weak' && (isStrong(i - 1) || isStrong(i + 1)))
    return { overlap, isRepeated: overlap !== undefined && isRepeated }
  })
}

/** True if some words of a cue are set apart from the others. */
function isPartlyLit(words: readonly SourceWord[]): boolean {
  return words.some(word => word.isLit) && words.some(word => !word.isLit)
}

function lightUp(words: readonly SourceWord[], startMs: number): void {
  if (isPartlyLit(words)) for (const word of words) if (word.isLit) word.startMs ??= startMs
}

function withoutFirst(cue: SourceCue, count: number): SourceCue {
  let left = count
  const lines = cue.lines.flatMap(line => {
    const gone = Math.min(left, line.words.length)
    left -= gone
    return gone === line.words.length ? [] : [{ ...line, words: line.words.slice(gone) }]
  })
  return { ...cue, lines }
}
