import type { PhraseMarks } from '../cue/phrase-ends.ts'
import { keepsListComma } from '../korean/list-commas.ts'
import { withoutLineEndStop } from '../korean/tidy.ts'
import type { Profile } from '../profile.ts'
import type { Cue, Sentence, Word } from '../types.ts'
import { halfWidths } from '../weight.ts'
import { buildSentence, type DraftSentence, eojeolsOf, HELD_SPACE, spokenWords } from './draft.ts'

/** A sentence split at the cue ends that the user asked for. */
export interface Segmented {
  /** Speech of the whole sentence, for the inspection. */
  spokenSentence: Sentence
  segments: readonly Segment[]
  eojeols: readonly string[]
}

export interface Segment {
  spokenSentence: Sentence
  korean: string
  /** Range of its eojeols in the sentence. */
  from: number
  to: number
  /** Phrase ends inside it, counted from its first eojeol. */
  ends: readonly number[]
  /** Indices of the segment's words with which the phrases after `ends` begin. */
  starts?: readonly number[]
}

/**
 * Splits a sentence at its cue breaks. A break without enough time on both sides is ignored for as long as that is so.
 */
export function segmented(sentence: DraftSentence, words: readonly Word[], profile: Profile): Segmented {
  const eojeols = eojeolsOf(sentence.korean)
  const spoken = spokenWords(sentence, words)
  const held = findHeldSpaces(sentence, eojeols, profile)
  const pieces = cueBreaks(sentence, eojeols, spoken, profile)
  const segments: Segment[] = []
  let rest = spoken
  let from = 0
  for (const [n, { at, ms }] of [...pieces, { at: eojeols.length, ms: Number.POSITIVE_INFINITY }].entries()) {
    const next = pieces[n] ? rest.filter(word => word.startMs >= ms - 1) : []
    const own = rest.slice(0, rest.length - next.length).map(word => ({ ...word, endMs: Math.min(word.endMs, ms) }))
    const startMs = segments.length > 0 ? (pieces[n - 1]?.ms ?? 0) : (own[0]?.startMs ?? 0)
    const first = own[0]
    const timed: Word[] = first
      ? [{ ...first, startMs }, ...own.slice(1)]
      : [
          {
            text: '',
            startMs,
            endMs: Math.max(startMs + 1, Math.min(ms, startMs + profile.minDurationMs)),
            confidence: 1,
            after: '',
          },
        ]
    const id = pieces.length === 0 ? sentence.id : `${sentence.id}#${n}`
    segments.push({
      spokenSentence: buildSentence(id, timed, sentence.speaker),
      korean: eojeols.slice(from, at).reduce((text, each, i) => {
        return i === 0 ? each : text + (held.has(from + i) ? HELD_SPACE : ' ') + each
      }, ''),
      from,
      to: at,
      ...marksWithin(sentence, held, [from, at], spoken.length - rest.length),
    })
    rest = next
    from = at
  }
  const whole = segments.flatMap(({ spokenSentence }) => spokenSentence.words)
  return { spokenSentence: buildSentence(sentence.id, whole, sentence.speaker), segments, eojeols }
}

/**
 * Spaces that must not be broken: where the user forbids it, inside lines that the user ended and that fit, and inside
 * names that fit a line.
 */
function findHeldSpaces(sentence: DraftSentence, eojeols: readonly string[], profile: Profile): Set<number> {
  const { breaks } = sentence
  const held = new Set(breaks.filter(({ kind }) => kind === 'none').map(({ at }) => at))
  for (const at of namesThatFit(sentence, eojeols, profile)) held.add(at)
  const ends = breaks.filter(({ kind }) => kind !== 'none')
  for (const [i, { at, kind }] of ends.entries()) {
    if (kind !== 'line') continue
    const lines: [number, number][] = [
      [ends[i - 1]?.at ?? 0, at],
      [at, ends[i + 1]?.at ?? eojeols.length],
    ]
    for (const [from, to] of lines)
      if (halfWidths(eojeols.slice(from, to).join(' ')) <= profile.lineCharacters * 2)
        for (let space = from + 1; space < to; space += 1) held.add(space)
  }
  return held
}

/** The spaces inside names, without those of names that are longer than a line. */
function namesThatFit({ held = [] }: DraftSentence, eojeols: readonly string[], profile: Profile): number[] {
  const inside = new Set(held)
  return held.filter(at => {
    let [from, to] = [at - 1, at + 1]
    while (inside.has(from)) from -= 1
    while (inside.has(to)) to += 1
    return halfWidths(eojeols.slice(from, to).join(' ')) <= profile.lineCharacters * 2
  })
}

/**
 * Marks of a segment, counted from its first eojeol and its first word; eojeols held together by the user count as one.
 */
function marksWithin(
  { ends = [], starts }: DraftSentence,
  held: ReadonlySet<number>,
  [from, to]: [number, number],
  firstWord: number,
): PhraseMarks {
  const heldBefore = (end: number) => [...held].filter(at => at > from && at < end).length
  const isInside = (end: number) => end > from && end < to && !held.has(end)
  const own = ends.filter(isInside).map(end => end - from - heldBefore(end))
  if (starts?.length !== ends.length) return { ends: own }
  return { ends: own, starts: starts.filter((_, i) => isInside(ends[i] ?? 0)).map(word => word - firstWord) }
}

/** Cue breaks with enough time on both sides, and their moments. */
function cueBreaks(
  { breaks }: DraftSentence,
  eojeols: readonly string[],
  spoken: readonly Word[],
  profile: Profile,
): { at: number; ms: number }[] {
  const asked = breaks.filter(({ kind, at }) => kind === 'cue' && at > 0 && at < eojeols.length)
  const [first] = spoken
  if (asked.length === 0 || !first) return []
  const least = profile.minDurationMs + profile.gapMs
  const endMs = spoken.reduce((end, word) => Math.max(end, word.endMs), first.startMs)
  const total = Math.max(1, halfWidths(eojeols.join(' ')))
  const found: { at: number; ms: number }[] = []
  let freeMs = first.startMs + least
  for (const { at, ms } of asked) {
    const share = halfWidths(eojeols.slice(0, at).join(' ')) / total
    const moment = ms ?? wordStartNear(spoken, first.startMs + share * (endMs - first.startMs), freeMs, endMs - least)
    if (moment < freeMs || moment > endMs + profile.longOutTimeMs - least) continue
    found.push({ at, ms: moment })
    freeMs = moment + least
  }
  return found
}

/** Word start nearest to `wantedMs` and not before `fromMs`; a pause before a word makes it count as nearer. */
function wordStartNear(spoken: readonly Word[], wantedMs: number, fromMs: number, toMs: number): number {
  let best = Math.round(Math.min(Math.max(wantedMs, fromMs), Math.max(fromMs, toMs)))
  let lowest = Number.POSITIVE_INFINITY
  for (const [i, word] of spoken.entries()) {
    if (i === 0 || word.startMs < fromMs || word.startMs > toMs) continue
    const pauseMs = Math.max(0, word.startMs - (spoken[i - 1]?.endMs ?? word.startMs))
    const cost = Math.abs(word.startMs - wantedMs) - Math.min(500, pauseMs)
    if (cost >= lowest) continue
    lowest = cost
    best = word.startMs
  }
  return best
}

/** Index of each cue's first eojeol; `undefined` if the engine had to split or drop an eojeol. */
export function eojeolStarts(cues: readonly Cue[], eojeols: readonly string[]): number[] | undefined {
  const starts: number[] = []
  let at = 0
  for (const { lines } of cues) {
    starts.push(at)
    at += lines.join(' ').split(' ').length
  }
  return at === eojeols.length ? starts : undefined
}

/** Applies the user's line breaks to the cues of one sentence. */
export function withLineBreaks(cues: readonly Cue[], sentence: DraftSentence, eojeols: readonly string[]): Cue[] {
  const wanted = sentence.breaks.filter(({ kind }) => kind === 'line').map(({ at }) => at)
  const starts = wanted.length > 0 ? eojeolStarts(cues, eojeols) : undefined
  if (!starts) return [...cues]
  return cues.map((cue, i) => {
    const from = starts[i] ?? 0
    const to = starts[i + 1] ?? eojeols.length
    const at = wanted.find(each => each > from && each < to)
    if (at === undefined || cue.sentenceIds.length > 1) return cue
    const lines = [lineOf(eojeols, from, at), lineOf(eojeols, at, to)]
    return { ...cue, lines: lines.filter(line => line !== '') }
  })
}

function lineOf(eojeols: readonly string[], from: number, to: number): string {
  const text = eojeols.slice(from, to).join(' ')
  const isInList = keepsListComma(eojeols[to - 1] ?? '', eojeols[to] ?? '')
  return isInList ? text : withoutLineEndStop(text)
}
