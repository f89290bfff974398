import { SubtitleError } from '../types.ts'
import type { SourceCue } from './source.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000
/** The fastest speakers say fewer characters a second over a minute. */
export const MOST_CHARACTERS_PER_SECOND = 25
const MOST_IN_A_MINUTE = MOST_CHARACTERS_PER_SECOND * 60
/** Longest subtitle, from its first word to its last. */
export const LONGEST_MS = 6 * 60 * 60 * 1000
const MOST_CUES = 20_000
const MOST_WORDS = 200_000
/** Characters in a second of ordinary speech, at 150 words a minute. */
export const CHARACTERS_PER_SECOND = 15

/**
 * Refuses a subtitle that cannot be one of speech, with the line of the file: translating much text in little time would
 * cost more than its price.
 * @param cues ordered by their starts
 * @throws {SubtitleError} SUBTITLE_WRONG_TIME, SUBTITLE_TOO_DENSE, SUBTITLE_TOO_MUCH
 */
export function refuseExcess(cues: readonly SourceCue[]): void {
  let words = 0
  let inMinute = 0
  let first = 0
  for (const [i, cue] of cues.entries()) {
    const { startMs, endMs, line } = cue
    if (!(endMs >= startMs && endMs <= DAY_MS))
      throw new SubtitleError('SUBTITLE_WRONG_TIME', 'A time is impossible.', { line })
    words += cue.lines.reduce((sum, { words: own }) => sum + own.length, 0)
    if (i >= MOST_CUES || words > MOST_WORDS)
      throw new SubtitleError('SUBTITLE_TOO_MUCH', 'The subtitle has too many cues or words.', { line })
    inMinute += countCharacters(cue)
    for (let from = cues[first]; from && startMs - from.startMs >= MINUTE_MS; from = cues[first]) {
      inMinute -= countCharacters(from)
      first += 1
    }
    // A cue that lasts longer than a minute may have more text.
    const minutes = Math.max(1, (endMs - (cues[first]?.startMs ?? startMs)) / MINUTE_MS)
    if (inMinute > MOST_IN_A_MINUTE * minutes)
      throw new SubtitleError('SUBTITLE_TOO_DENSE', 'More is said than anyone can say.', { line })
  }
}

/** Whole seconds to charge for: those that the subtitle lasts, or those that its text takes to say, whichever is more. */
export function chargedSeconds(cues: readonly SourceCue[]): number {
  const startMs = cues[0]?.startMs ?? 0
  const endMs = cues.reduce((end, cue) => Math.max(end, cue.endMs), startMs)
  const characters = cues.reduce((sum, cue) => sum + countCharacters(cue), 0)
  return Math.floor(Math.max((endMs - startMs) / 1000, characters / CHARACTERS_PER_SECOND))
}

function countCharacters({ lines }: SourceCue): number {
  return lines.reduce((sum, { words }) => words.reduce((all, { text }) => all + text.length + 1, sum), 0)
}
