import type { SourceCue } from './source.ts'

/** How much of a cue's beginning repeats the cue before it. */
export interface Overlap {
  /** Index of the first repeated word in the cue before. */
  from: number
  /** Number of repeated words. */
  count: number
  /** True if this cue completes the last word of the cue before (`Th`, `This`). */
  isPartial: boolean
  isEqual: boolean
  /**
   * `strong`: repeated on purpose; `twice`: the same cue again, which a third time would make a refrain; `weak`:
   * repeated if a neighbour or the whole file repeats; `short`: people may say it again.
   */
  strength: 'strong' | 'twice' | 'weak' | 'short'
}

/** Cues farther apart repeat at most whole lines. */
const FAR_MS = 1500
/** Roll-up captions leave a short gap. */
const NEAR_MS = 500
const ABUTTING_MS = 100
const FLASH_MS = 300
/** People rarely say this many words in a row twice. */
const MANY_WORDS = 3
const STOP = /[.?!…]["'”’)\]]*$/
/** Signs that programs add or drop where a line is continued. */
const SIGNS = /^(?:…|\.{2,4})|(?:,|…|\.{2,4})$/g
const MUSIC = /[♪♫♬#]/

interface Tokens {
  /** In lower case, without the signs of a line that is continued. */
  words: readonly string[]
  shown: readonly string[]
  /** True at the index of a line's first word, and at the end. */
  starts: ReadonlySet<number>
}

/** Finds text at a cue's beginning that repeats the end of the cue before; undefined if there is none. */
export function overlapOf(before: SourceCue, cue: SourceCue): Overlap | undefined {
  const gapMs = cue.startMs - before.endMs
  const [a, b] = [tokensOf(before), tokensOf(cue)]
  for (const count of commonLengths(a.words, b.words)) {
    const overlap = judge(a, b, count, gapMs, before, cue)
    if (overlap) return overlap
  }
  return findPainted(a, b, gapMs)
}

function tokensOf({ lines }: SourceCue): Tokens {
  const starts = new Set([0])
  const shown: string[] = []
  for (const line of lines) {
    for (const { text } of line.words) shown.push(text)
    starts.add(shown.length)
  }
  return { words: shown.map(text => text.toLowerCase().replace(SIGNS, '') || text), shown, starts }
}

/** The lengths of all ends of one list that the other one begins with, the longest first. Linear (Knuth, Morris, Pratt). */
function commonLengths(a: readonly string[], b: readonly string[]): number[] {
  const text = [...b, '\n', ...a]
  const borders = new Int32Array(text.length)
  for (let i = 1; i < text.length; i += 1) {
    let length = borders[i - 1] ?? 0
    while (length > 0 && text[i] !== text[length]) length = borders[length - 1] ?? 0
    borders[i] = text[i] === text[length] ? length + 1 : 0
  }
  const lengths: number[] = []
  for (let length = borders.at(-1) ?? 0; length > 0; length = borders[length - 1] ?? 0) lengths.push(length)
  return lengths
}

function judge(
  a: Tokens,
  b: Tokens,
  count: number,
  gapMs: number,
  before: SourceCue,
  cue: SourceCue,
): Overlap | undefined {
  const from = a.words.length - count
  const isEqual = count === a.words.length && count === b.words.length
  const overlap = (strength: Overlap['strength']): Overlap => ({ from, count, isPartial: false, isEqual, strength })
  const isStopped = STOP.test(b.shown[count - 1] ?? '')
  const isOfLines = a.starts.has(from) && b.starts.has(count)
  // The upper line stays over a pause in files of rolling captions.
  if (gapMs > FAR_MS) return isOfLines && !isEqual && count >= MANY_WORDS ? overlap('weak') : undefined
  if (isEqual) {
    if (isLitElsewhere(before, cue) || (gapMs <= ABUTTING_MS && isFlash(before, cue))) return overlap('strong')
    const isOften = gapMs > ABUTTING_MS || count < MANY_WORDS || b.shown.some(word => MUSIC.test(word))
    return overlap(isOften ? 'short' : 'twice')
  }
  if (isOfLines) {
    const isSure = gapMs <= NEAR_MS && (count >= MANY_WORDS || (count > 1 && !isStopped))
    return overlap(isSure ? 'strong' : 'weak')
  }
  if (from === 0) return overlap(gapMs <= ABUTTING_MS && count > 1 && !isStopped ? 'strong' : 'weak')
  return count > 1 && gapMs <= NEAR_MS ? overlap('weak') : undefined
}

/** Finds the overlap of cues that add letters to the last word: `Th`, `This i`. */
function findPainted(a: Tokens, b: Tokens, gapMs: number): Overlap | undefined {
  const count = a.words.length
  const last = a.words[count - 1] ?? ''
  const isPainted =
    gapMs <= ABUTTING_MS &&
    last !== '' &&
    b.words[count - 1]?.startsWith(last) &&
    a.words.every((word, i) => i === count - 1 || word === b.words[i])
  if (!isPainted) return undefined
  const isEqual = b.words.length === count
  return { from: 0, count, isPartial: true, isEqual, strength: count > 2 ? 'strong' : 'weak' }
}

/** True if one of two cues is too short for reading: a frame of a moving sign, or the end of a rolling caption. */
function isFlash(before: SourceCue, cue: SourceCue): boolean {
  return Math.min(before.endMs - before.startMs, cue.endMs - cue.startMs) < FLASH_MS
}

/** True if the two cues highlight different words, by markup or by capitals. */
export function isLitElsewhere(before: SourceCue, cue: SourceCue): boolean {
  const lit = ({ lines }: SourceCue) =>
    lines.flatMap(({ words }) => words.map(({ isLit, text }) => `${isLit}${/^\p{Lu}{2}/u.test(text)}`)).join('')
  return lit(before) !== lit(cue)
}
