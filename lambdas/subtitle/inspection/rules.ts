import { partsWhatBelongs } from '../korean/boundary.ts'
import { endsWithStop } from '../korean/tidy.ts'
import type { Profile } from '../profile.ts'
import type { Cue } from '../types.ts'
import { halves } from '../weight.ts'

/** Rules that the cues alone show. */
export const cueRules = [
  'order',
  'text',
  'lines',
  'oneLine',
  'lineLength',
  'lineBreak',
  'lineEnd',
  'ellipsis',
  'speed',
  'duration',
  'gap',
] as const
/** Rules that need the sentences as well. */
export const sentenceRules = ['inTime', 'outTime', 'pause', 'numbers'] as const

export type CueRule = (typeof cueRules)[number]
export type SentenceRule = (typeof sentenceRules)[number]
export type Rule = CueRule | SentenceRule

/** Rules of the profile that a cue breaks, looking at it and the one before. */
export function brokenCueRules(cue: Cue, before: Cue | undefined, profile: Profile): CueRule[] {
  const broken: CueRule[] = []
  const lengths = cue.lines.map(halves)
  const read = lengths.reduce((sum, length) => sum + length, 0)
  const durationMs = cue.endMs - cue.startMs
  if (durationMs <= 0 || cue.startMs < 0 || (before && cue.startMs < before.endMs)) broken.push('order')
  if (cue.lines.length === 0 || cue.lines.some(line => line.trim() === '')) broken.push('text')
  if (cue.lines.length > profile.lines) broken.push('lines')
  if (couldBeOneLine(cue, lengths, profile)) broken.push('oneLine')
  if (lengths.some(length => length > profile.lineCharacters * 2)) broken.push('lineLength')
  if (breaksInside(cue.lines, profile)) broken.push('lineBreak')
  if (cue.lines.some(endsWithStop)) broken.push('lineEnd')
  if (cue.lines.some(line => /\.{2,}/.test(line))) broken.push('ellipsis')
  if (read * 500 > profile.charactersPerSecond * durationMs) broken.push('speed')
  if (durationMs < profile.minDurationMs || durationMs > profile.maxDurationMs) broken.push('duration')
  if (before) {
    const gapMs = cue.startMs - before.endMs
    if (gapMs < profile.gapMs || (gapMs > profile.gapMs && gapMs < profile.closeGapMs)) broken.push('gap')
  }
  return broken
}

function couldBeOneLine(cue: Cue, lengths: readonly number[], profile: Profile): boolean {
  if (lengths.length < 2 || cue.lines.every(line => line.startsWith('- '))) return false
  return lengths.reduce((sum, length) => sum + length + 1, -1) <= profile.lineCharacters * 2
}

/** A line that ends between a number and its unit, or inside a Latin name that fits a line. */
function breaksInside(lines: readonly string[], profile: Profile): boolean {
  for (let i = 1; i < lines.length; i += 1) {
    if (partsWhatBelongs(lines[i - 1] ?? '', lines[i] ?? '', profile.lineCharacters)) return true
  }
  return false
}
