/** The figures of a house style. Another house is another object, not another branch. */
export type Profile = {
  name: string
  /** Weighted characters a line (full-width 1, others 0.5). */
  lineCharacters: number
  lines: number
  /** Weighted characters a second. */
  charactersPerSecond: number
  minDurationMs: number
  maxDurationMs: number
  /** Smallest silence between two cues. */
  gapMs: number
  /** A gap shorter than this closes to `gapMs`. */
  closeGapMs: number
  /** How far an in-time may lie from the first word's start, either way. */
  inTimeMs: number
  /** How long a cue may stay after its last word. */
  outTimeMs: number
  /** The same, where reading speed or the shortest duration needs it and nobody speaks. */
  longOutTimeMs: number
  /** A pause this long inside a sentence ends the cue. */
  pauseMs: number
  /** Sentences further apart than this never share a cue. */
  shareMs: number
  /** Mean confidence of a cue's words under which it is flagged. */
  lowConfidence: number
}

/** Korean: the Netflix timed-text figures; out-times as in the BBC's guidelines (`docs/subtitle-rules.md`). */
export const koreanProfile: Profile = {
  name: 'ko',
  lineCharacters: 16,
  lines: 2,
  charactersPerSecond: 12,
  minDurationMs: 833,
  maxDurationMs: 7000,
  gapMs: 83,
  closeGapMs: 500,
  inTimeMs: 83,
  outTimeMs: 500,
  longOutTimeMs: 1500,
  pauseMs: 2000,
  shareMs: 500,
  lowConfidence: 0.6,
}
