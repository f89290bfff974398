/** The figures of a house style. Another house is another object, not another branch. */
export interface Profile {
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

/** Time that halves of weighted characters need at the reading speed, never less than the shortest duration. */
export function neededMs(halves: number, profile: Profile): number {
  return Math.max(profile.minDurationMs, Math.ceil((halves * 500) / profile.charactersPerSecond))
}

/** Latest end at most `holdMs` after the last word that leaves a lawful gap: closed, or wide enough to stay open. */
export function latestWithin(holdMs: number, lastWordEndMs: number, nextMs: number, profile: Profile): number {
  const closed = nextMs - profile.gapMs
  const hold = lastWordEndMs + holdMs
  return closed <= hold ? closed : Math.min(hold, nextMs - profile.closeGapMs)
}

/** The latest moment a cue may end at, whatever it needs. */
export function latestEndMs(startMs: number, lastWordEndMs: number, nextMs: number, profile: Profile): number {
  return Math.min(latestWithin(profile.longOutTimeMs, lastWordEndMs, nextMs, profile), startMs + profile.maxDurationMs)
}

/**
 * Out-time of a cue: half a second after its last word, longer where it needs the time and nobody speaks,
 * closing a small gap to the next, at most the longest duration.
 */
export function endMsOf(
  startMs: number,
  lastWordEndMs: number,
  nextMs: number,
  needMs: number,
  profile: Profile,
): number {
  let end = latestWithin(profile.outTimeMs, lastWordEndMs, nextMs, profile)
  if (end - startMs < needMs) {
    const latest = latestWithin(profile.longOutTimeMs, lastWordEndMs, nextMs, profile)
    const wanted = startMs + needMs
    end = wanted <= nextMs - profile.closeGapMs ? Math.max(end, Math.min(wanted, latest)) : latest
  }
  if (end - startMs <= profile.maxDurationMs) return end
  const longest = startMs + profile.maxDurationMs
  return nextMs - longest < profile.closeGapMs ? nextMs - profile.closeGapMs : longest
}
