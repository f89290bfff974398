import { splitsUnitOrName } from '../korean/boundary.ts'
import { seenOf } from '../korean/boundary-features.ts'
import { beginsConstruction, findConstruction } from '../korean/held.ts'
import { keepsListComma } from '../korean/list-commas.ts'
import { closesSentence } from '../korean/sentence-ends.ts'
import { endsWithStop } from '../korean/tidy.ts'
import { neededMs, type Profile, usualEndMs } from '../profile.ts'
import { missingNumbers } from '../translation-check.ts'
import type { Cue, Sentence, Word } from '../types.ts'
import { halfWidths } from '../weight.ts'

/** Rules that can be checked on the cues alone. */
export const CUE_RULES = [
  'order',
  'text',
  'lines',
  'oneLine',
  'lineLength',
  'lineBreak',
  'phrase',
  'lineEnd',
  'ellipsis',
  'speed',
  'duration',
  'gap',
] as const
/** Rules that also need the sentences. */
export const SENTENCE_RULES = ['inTime', 'outTime', 'pause', 'numbers'] as const

export type CueRule = (typeof CUE_RULES)[number]
export type SentenceRule = (typeof SENTENCE_RULES)[number]
export type Rule = CueRule | SentenceRule

/** The rules that a cue breaks, given its neighbours. */
export function brokenCueRules(cue: Cue, before: Cue | undefined, next: Cue | undefined, profile: Profile): CueRule[] {
  const broken: CueRule[] = []
  const lengths = cue.lines.map(halfWidths)
  const read = lengths.reduce((sum, length) => sum + length, 0)
  const durationMs = cue.endMs - cue.startMs
  if (durationMs <= 0 || cue.startMs < 0 || (before && cue.startMs < before.endMs)) broken.push('order')
  if (cue.lines.length === 0 || cue.lines.some(line => line.trim() === '')) broken.push('text')
  if (cue.lines.length > profile.lines) broken.push('lines')
  if (couldBeOneLine(cue, lengths, profile)) broken.push('oneLine')
  if (lengths.some(length => length > profile.lineCharacters * 2)) broken.push('lineLength')
  if (breaksInside(cue.lines, profile)) broken.push('lineBreak')
  if (tearsPhrase(cue, before)) broken.push('phrase')
  if (hasNeedlessStop(cue, next)) broken.push('lineEnd')
  if (cue.lines.some(line => /\.{2,}/.test(line))) broken.push('ellipsis')
  if (read * 500 > profile.charactersPerSecond * durationMs) broken.push('speed')
  // A sign at the top may stay as long as it is in the picture.
  const longestMs = cue.place === 'top' ? Number.POSITIVE_INFINITY : profile.maxDurationMs
  if (durationMs < profile.minDurationMs || durationMs > longestMs) broken.push('duration')
  if (before) {
    const gapMs = cue.startMs - before.endMs
    if (gapMs < profile.gapMs || (gapMs > profile.gapMs && gapMs < profile.closeGapMs)) broken.push('gap')
  }
  return broken
}

function couldBeOneLine(cue: Cue, lengths: readonly number[], profile: Profile): boolean {
  if (lengths.length < 2 || cue.lines.every(line => line.startsWith('- '))) return false
  if (closesSentence(lastWord(cue.lines[0] ?? ''), firstWord(cue.lines[1] ?? ''))) return false
  return lengths.reduce((sum, length) => sum + length + 1, -1) <= profile.lineCharacters * 2
}

/** True if a line ends with a full stop or a comma, except for a comma between list items. */
function hasNeedlessStop({ lines, sentenceIds }: Cue, next: Cue | undefined): boolean {
  const goesOn = next && sentenceIds.length > 0 && next.sentenceIds[0] === sentenceIds.at(-1)
  return lines.some((line, i) => {
    if (!endsWithStop(line)) return false
    const nextLine = lines[i + 1] ?? (goesOn ? next.lines[0] : undefined)
    return nextLine === undefined || !keepsListComma(lastWord(line), firstWord(nextLine))
  })
}

function lastWord(line: string): string {
  return line.slice(line.lastIndexOf(' ') + 1)
}

function firstWord(line: string): string {
  const space = line.indexOf(' ')
  return space < 0 ? line : line.slice(0, space)
}

/** True if a line break separates a number from its unit or splits a Latin name that fits one line. */
function breaksInside(lines: readonly string[], profile: Profile): boolean {
  for (let i = 1; i < lines.length; i += 1) {
    if (splitsUnitOrName(lines[i - 1] ?? '', lines[i] ?? '', profile.lineCharacters)) return true
  }
  return false
}

/**
 * True if a line ends inside a construction that is read as one unit (`constructions.ts`), or if the previous cue of
 * the same sentence does.
 */
function tearsPhrase({ lines, sentenceIds }: Cue, before: Cue | undefined): boolean {
  const goesOn = before && sentenceIds[0] !== undefined && before.sentenceIds.at(-1) === sentenceIds[0]
  const all = goesOn ? [before.lines.at(-1) ?? '', ...lines] : lines
  for (let i = 1; i < all.length; i += 1) {
    const [line, next] = [all[i - 1] ?? '', all[i] ?? '']
    if (next.startsWith('- ') || next.startsWith('(')) continue
    const last = seenOf(lastWord(line))
    if (last.mark !== 0 || !beginsConstruction(last)) continue
    if (findConstruction(last, seenOf(firstWord(next)))) return true
  }
  return false
}

/** The words spoken during a cue. */
export type Spoken = { words: Word[]; opensSentence: boolean }

/** Finds the words of each cue: those of its sentences from its in-time to the in-time of the next cue. */
export function spokenIn(cues: readonly Cue[], sentences: readonly Sentence[], profile: Profile): Spoken[] {
  const byId = new Map(sentences.map(sentence => [sentence.id, sentence]))
  const seen = new Set<string>()
  return cues.map((cue, i) => {
    const next = cues[i + 1]
    const words: Word[] = []
    const first = cue.sentenceIds[0]
    const opensSentence = first !== undefined && !seen.has(first)
    for (const id of cue.sentenceIds) {
      const goesOn = next?.sentenceIds.includes(id) === true
      const fromMs = seen.has(id) ? cue.startMs - profile.inTimeMs : Number.NEGATIVE_INFINITY
      const toMs = goesOn && next ? next.startMs - profile.inTimeMs : Number.POSITIVE_INFINITY
      for (const word of byId.get(id)?.words ?? []) {
        if (word.startMs >= fromMs && word.startMs < toMs) words.push(word)
      }
      seen.add(id)
    }
    return { words, opensSentence }
  })
}

/** The rules about the speech that a cue breaks. */
export function brokenSpeechRules(
  cue: Cue,
  { words }: Spoken,
  next: Cue | undefined,
  profile: Profile,
): SentenceRule[] {
  const broken: SentenceRule[] = []
  const first = words[0]
  if (!first) return broken
  if (Math.abs(cue.startMs - first.startMs) > profile.inTimeMs) broken.push('inTime')
  let lastEndMs = first.endMs
  for (const word of words) {
    if (word.startMs - lastEndMs >= profile.pauseMs) {
      if (cue.endMs > word.startMs) broken.push('pause')
      break
    }
    lastEndMs = Math.max(lastEndMs, word.endMs)
  }
  if (cue.endMs > lastEndMs + profile.outTimeMs && !mayStay(cue, lastEndMs, next, profile)) broken.push('outTime')
  return broken
}

/** A cue may stay longer than half a second only to close the gap to the next one, or if its text needs the time. */
function mayStay(cue: Cue, lastEndMs: number, next: Cue | undefined, profile: Profile): boolean {
  if (cue.endMs > lastEndMs + profile.longOutTimeMs) return false
  const nextMs = next?.startMs ?? Number.POSITIVE_INFINITY
  if (nextMs - cue.endMs <= profile.gapMs && cue.endMs <= lastEndMs + profile.closingOutTimeMs) return true
  const read = cue.lines.reduce((sum, line) => sum + halfWidths(line), cue.lines.length - 1)
  return usualEndMs(lastEndMs, nextMs, profile) - cue.startMs < neededMs(read, profile)
}

/** Indexes of the cues that lack a number of the source: for each number, the cue shown when it is spoken. */
export function cuesMissingNumbers(cues: readonly Cue[], sentences: readonly Sentence[]): Set<number> {
  const cuesOf = new Map<string, number[]>()
  for (const [i, cue] of cues.entries()) {
    for (const id of cue.sentenceIds) {
      const known = cuesOf.get(id)
      if (known) known.push(i)
      else cuesOf.set(id, [i])
    }
  }
  const found = new Set<number>()
  for (const sentence of sentences) {
    const own = cuesOf.get(sentence.id)
    if (!own) continue
    const korean = own.map(i => cues[i]?.lines.join(' ') ?? '').join(' ')
    for (const at of missingNumbers(sentence, korean)) {
      const saidMs = sentence.words[at]?.startMs ?? sentence.startMs
      const on = own.filter(i => (cues[i]?.startMs ?? 0) <= saidMs + 1)
      found.add(on[on.length - 1] ?? own[0] ?? 0)
    }
  }
  return found
}
