import type { Transcript, Word } from '#subtitle-engine'
import type { SoundSpan } from '../contract/media-objects.ts'

/** The transcript of a part of a recording; times count from the part's start. */
export interface TranscribedPart {
  span: SoundSpan
  transcript: Transcript
}

/** Words this close to the edge of a part are not trusted: they may be cut off or lack context. */
const EDGE_MS = 3000
/** Two parts may time the same word this far apart. */
const SAME_WORD_MS = 1500
/** Shortest pause in which parts can be joined even if the same words are repeated around it. */
const CLEAR_PAUSE_MS = 1000

/**
 * Joins overlapping parts. At each seam the words of both parts are aligned, and the text switches from one part to the
 * other at a word that both contain, away from both edges, so no word is lost or doubled whatever happened at the edges.
 * If they have no word in common, or only repeated ones such as `no, no, no`, it switches in the longest pause.
 */
export function joinParts(parts: readonly TranscribedPart[]): Transcript {
  const joined: Transcript = { words: [], dropped: [], durationMs: 0 }
  let before: SoundSpan | undefined
  for (const { span, transcript } of parts) {
    const words = shifted(transcript.words, span.startMs)
    const dropped = shifted(transcript.dropped, span.startMs)
    if (before) {
      const atMs = joinWords(joined.words, words, { startMs: span.startMs, endMs: before.endMs })
      joined.dropped = [
        ...joined.dropped.filter(({ startMs }) => startMs < atMs),
        ...dropped.filter(({ startMs }) => startMs >= atMs),
      ]
    } else {
      joined.words = words
      joined.dropped = dropped
    }
    joined.durationMs = Math.max(joined.durationMs, span.startMs + transcript.durationMs)
    before = span
  }
  return joined
}

function shifted(words: readonly Word[], byMs: number): Word[] {
  return words.map(word => ({ ...word, startMs: word.startMs + byMs, endMs: word.endMs + byMs }))
}

/** Numbers of a word of the earlier part and of the same word of the later one. */
interface Pair {
  a: number
  b: number
}

/**
 * Appends the words of the next part.
 * @param overlap the time that both parts cover
 * @returns the time of the switch
 */
function joinWords(words: Word[], next: readonly Word[], overlap: SoundSpan): number {
  const from = words.findLastIndex(({ startMs }) => startMs < overlap.startMs - SAME_WORD_MS) + 1
  const late = next.findIndex(({ startMs }) => startMs > overlap.endMs + SAME_WORD_MS)
  const to = late < 0 ? next.length : late
  const pairs = alignment(words.slice(from), next.slice(0, to)).map(({ a, b }) => ({ a: a + from, b }))
  const labelled = withLabels(words, next, pairs)
  const seam = findSeam(words, labelled, pairs, overlap)
  words.length = seam.a + 1
  const last = words.at(-1)
  const followers = labelled.slice(seam.b + 1)
  if (last && seam.after !== undefined) words[words.length - 1] = { ...last, after: seam.after }
  appendInOrder(words, followers)
  return seam.atMs
}

/** The switch: the last word taken from the earlier part, and the word of the later part after which the text continues. */
interface Seam extends Pair {
  atMs: number
  /** Punctuation after the last word as the later part has it, which fits the words that follow. */
  after?: string
}

function findSeam(words: readonly Word[], next: readonly Word[], pairs: readonly Pair[], overlap: SoundSpan): Seam {
  // Parts that meet in a gap do not overlap, so no word is cut off.
  const edgeMs = Math.min(EDGE_MS, (overlap.endMs - overlap.startMs) / 4)
  const [first, last] = [overlap.startMs + edgeMs, overlap.endMs - edgeMs]
  const middle = (overlap.startMs + overlap.endMs) / 2
  let best: { pair: Pair; certainty: number; distance: number } | undefined
  for (const [i, pair] of pairs.entries()) {
    const [one, other] = [words[pair.a], next[pair.b]]
    if (!one || !other || Math.min(one.startMs, other.startMs) < first || Math.max(one.endMs, other.endMs) > last)
      continue
    const certainty = neighbours(pairs, i) + (isUnique(words, pair.a) && isUnique(next, pair.b) ? UNIQUE : 0)
    const distance = Math.abs((one.startMs + one.endMs) / 2 - middle)
    if (!best || certainty > best.certainty || (certainty === best.certainty && distance < best.distance))
      best = { pair, certainty, distance }
  }
  const pause = longestPause([...words, ...next], first, last, middle)
  const isSure = best && (best.certainty >= UNIQUE || pause.length < CLEAR_PAUSE_MS)
  if (best && isSure)
    return { ...best.pair, atMs: words[best.pair.a]?.endMs ?? middle, after: next[best.pair.b]?.after }
  const atMs = pause.at
  const isBefore = ({ startMs, endMs }: Word) => (startMs + endMs) / 2 < atMs
  return { a: words.findLastIndex(isBefore), b: next.findLastIndex(isBefore), atMs }
}

/** Score of a reliable pair of words. It is worth more than two neighbours. */
const UNIQUE = 3

/**
 * False if the speaker repeats the word so soon that it may be paired with the wrong occurrence, as in `no, no, no`.
 */
function isUnique(words: readonly Word[], i: number): boolean {
  const word = words[i]
  const isSame = (other: Word | undefined) => other !== undefined && word !== undefined && plain(other) === plain(word)
  const isClose = (other: Word | undefined) =>
    other !== undefined && word !== undefined && Math.abs(other.startMs - word.startMs) <= 2 * SAME_WORD_MS
  for (let n = i - 1; isClose(words[n]); n -= 1) if (isSame(words[n])) return false
  for (let n = i + 1; isClose(words[n]); n += 1) if (isSame(words[n])) return false
  return true
}

/** How many of the two neighbouring words match as well: a single common word may be a different "the". */
function neighbours(pairs: readonly Pair[], i: number): number {
  const [before, pair, after] = [pairs[i - 1], pairs[i], pairs[i + 1]]
  const follows = (one: Pair | undefined, other: Pair | undefined) =>
    one && other && other.a === one.a + 1 && other.b === one.b + 1 ? 1 : 0
  return follows(before, pair) + follows(pair, after)
}

/**
 * Finds the longest pause between two times and returns its middle and length. Of equally long pauses, it takes the one
 * nearest to `ideal`.
 */
function longestPause(words: readonly Word[], from: number, to: number, ideal: number): { at: number; length: number } {
  const near = words
    .filter(({ startMs, endMs }) => endMs > from && startMs < to)
    .sort((one, other) => one.startMs - other.startMs)
  if (near.length === 0) return { at: Math.max(from, Math.min(to, ideal)), length: to - from }
  let best = { at: ideal, length: -1 }
  let end = from
  for (const startMs of [...near.map(word => word.startMs), to]) {
    const length = startMs - end
    const at = (end + startMs) / 2
    if (length > best.length || (length === best.length && Math.abs(at - ideal) < Math.abs(best.at - ideal)))
      best = { at, length }
    end = Math.max(end, ...near.filter(word => word.startMs === startMs).map(({ endMs }) => endMs))
  }
  return best
}

/**
 * The longest common subsequence of both lists; of several, the one whose times fit best.
 */
function alignment(one: readonly Word[], other: readonly Word[]): Pair[] {
  const texts = [one.map(plain), other.map(plain)] as const
  const width = other.length + 1
  /** Worth of the best alignment of the first a and b words. */
  const worth = new Float64Array((one.length + 1) * width)
  const value = (a: number, b: number) => worth[a * width + b] ?? 0
  const match = (a: number, b: number): number => {
    if (texts[0][a] === '' || texts[0][a] !== texts[1][b]) return 0
    const apart = Math.abs((one[a]?.startMs ?? 0) - (other[b]?.startMs ?? 0))
    // Two pairs of words at the right times are worth more than three pairs of neighbouring words.
    return apart > SAME_WORD_MS ? 0 : Math.max(0.1, 2 - (3 * apart) / SAME_WORD_MS)
  }
  for (let a = 1; a <= one.length; a += 1)
    for (let b = 1; b <= other.length; b += 1) {
      const same = match(a - 1, b - 1)
      const paired = same > 0 ? value(a - 1, b - 1) + same : 0
      worth[a * width + b] = Math.max(paired, value(a - 1, b), value(a, b - 1))
    }
  const pairs: Pair[] = []
  for (let a = one.length, b = other.length; a > 0 && b > 0; ) {
    if (value(a, b) === value(a - 1, b)) a -= 1
    else if (value(a, b) === value(a, b - 1)) b -= 1
    else {
      a -= 1
      b -= 1
      pairs.push({ a, b })
    }
  }
  return pairs.reverse()
}

/** A word without case and signs. */
function plain({ text }: Word): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Replaces the speaker labels of the next words with those of the earlier words. Each part numbers its speakers from 0,
 * so labels are matched by the words that they share in the overlap. A label without a shared word gets a new number:
 * two speakers never share a label, but a speaker who is silent in the overlap may get a second one. If both parts have
 * a single speaker, they count as the same one.
 */
function withLabels(words: readonly Word[], next: readonly Word[], pairs: readonly Pair[]): Word[] {
  const [known, found] = [labelsOf(words), labelsOf(next)]
  const [single] = known
  const names = new Map<string, string>()
  if (known.size === 1 && found.size === 1 && single !== undefined) for (const label of found) names.set(label, single)
  else for (const [label, name] of commonLabels(words, next, pairs)) names.set(label, name)
  let number = 0
  for (const label of found) {
    if (names.has(label)) continue
    while (known.has(`spk_${number}`)) number += 1
    names.set(label, `spk_${number}`)
    known.add(`spk_${number}`)
  }
  return next.map(word => (word.speaker === undefined ? word : { ...word, speaker: names.get(word.speaker) }))
}

function labelsOf(words: readonly Word[]): Set<string> {
  return new Set(words.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])))
}

/** Pairs of labels that share the most words, each label used once. */
function commonLabels(words: readonly Word[], next: readonly Word[], pairs: readonly Pair[]): Map<string, string> {
  const votes = new Map<string, { label: string; name: string; count: number }>()
  for (const { a, b } of pairs) {
    const [name, label] = [words[a]?.speaker, next[b]?.speaker]
    if (name === undefined || label === undefined) continue
    const vote = votes.get(`${label} ${name}`) ?? { label, name, count: 0 }
    vote.count += 1
    votes.set(`${label} ${name}`, vote)
  }
  const common = new Map<string, string>()
  const taken = new Set<string>()
  for (const { label, name } of [...votes.values()].sort((one, other) => other.count - one.count)) {
    if (common.has(label) || taken.has(name)) continue
    common.set(label, name)
    taken.add(name)
  }
  return common
}

/** Appends words; if the first begins before the last one ends, their times are adjusted. */
function appendInOrder(words: Word[], followers: readonly Word[]): void {
  for (const word of followers) {
    const last = words.at(-1)
    const startMs = Math.max(word.startMs, last?.startMs ?? 0)
    if (last && last.endMs > startMs) words[words.length - 1] = { ...last, endMs: startMs }
    words.push({ ...word, startMs, endMs: Math.max(startMs, word.endMs) })
  }
}
