import { CHILDREN_COSTS, type CutCosts, SHORTS_COSTS, STANDARD_COSTS } from './cut-costs.ts'

/** The figures of a house style. Another house style is another object, not another code path. */
export interface Profile {
  name: string
  /** Weighted characters per line (full-width 1, others 0.5). */
  lineCharacters: number
  lines: number
  /** Weighted characters per second. */
  charactersPerSecond: number
  minDurationMs: number
  maxDurationMs: number
  /** Smallest gap between two cues. */
  gapMs: number
  /** A gap smaller than this is closed to `gapMs`. */
  closeGapMs: number
  /** Maximum distance of an in-time from the first word's start, in either direction. */
  inTimeMs: number
  /** How long a cue may stay on screen after its last word. */
  outTimeMs: number
  /** The same if the cue thereby closes the gap to the next one, so that the screen does not flicker. */
  closingOutTimeMs: number
  /** The same if reading speed or the minimum duration requires it and nobody speaks. */
  longOutTimeMs: number
  /** A pause this long inside a sentence ends the cue. */
  pauseMs: number
  /** Sentences further apart than this never share a cue. */
  shareMs: number
  /** A cue with a word of lower confidence is flagged. */
  lowConfidence: number
  /** True if sounds such as [음악] are shown. */
  sounds: boolean
  /** Cue settings of WebVTT, appended to each timing line; '' leaves the position to the player. */
  vttSettings: string
  costs: CutCosts
}

/**
 * Korean: figures of Netflix's timed-text style guide; out-times as in the BBC's guidelines (`docs/subtitle-rules.md`).
 */
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
  closingOutTimeMs: 1000,
  longOutTimeMs: 1500,
  pauseMs: 2000,
  shareMs: 500,
  lowConfidence: 0.6,
  sounds: false,
  vttSettings: '',
  costs: STANDARD_COSTS,
}

/**
 * Profiles by the name stored in an entry. The reading speeds are Netflix's for Korean. In the width of a vertical
 * video, 12 characters fit a line at subtitle size. There the cue begins at 70 % of the height, because the apps'
 * buttons and captions cover the lowest fifth.
 */
export const PROFILES = {
  standard: koreanProfile,
  children: { ...koreanProfile, name: 'ko-children', charactersPerSecond: 9, costs: CHILDREN_COSTS },
  sdh: { ...koreanProfile, name: 'ko-sdh', charactersPerSecond: 14, sounds: true },
  'sdh-children': {
    ...koreanProfile,
    name: 'ko-sdh-children',
    charactersPerSecond: 11,
    sounds: true,
    costs: CHILDREN_COSTS,
  },
  shorts: { ...koreanProfile, name: 'ko-shorts', lineCharacters: 12, vttSettings: 'line:70%', costs: SHORTS_COSTS },
} as const satisfies Record<string, Profile>

/**
 * Milliseconds needed to read a text at the reading speed, at least the minimum duration. `halfWidths` is its length.
 */
export function neededMs(halfWidths: number, profile: Profile): number {
  return Math.max(profile.minDurationMs, Math.ceil((halfWidths * 500) / profile.charactersPerSecond))
}

/** The latest end within `holdMs` after the last word that leaves an allowed gap: closed or wide enough. */
function latestWithin(holdMs: number, lastWordEndMs: number, nextMs: number, profile: Profile): number {
  const closed = nextMs - profile.gapMs
  const hold = lastWordEndMs + holdMs
  return closed <= hold ? closed : Math.min(hold, nextMs - profile.closeGapMs)
}

/** The latest end of a cue whose text does not need more time. */
export function usualEndMs(lastWordEndMs: number, nextMs: number, profile: Profile): number {
  const closed = nextMs - profile.gapMs
  return closed <= lastWordEndMs + profile.closingOutTimeMs ? closed : lastWordEndMs + profile.outTimeMs
}

/** The latest end of a cue that the rules allow. */
export function latestEndMs(startMs: number, lastWordEndMs: number, nextMs: number, profile: Profile): number {
  return Math.min(latestWithin(profile.longOutTimeMs, lastWordEndMs, nextMs, profile), startMs + profile.maxDurationMs)
}

/**
 * The out-time of a cue: half a second after its last word, or later if that closes the gap to the next cue or if its
 * text needs the time and nobody speaks. Respects the maximum duration.
 */
export function chooseEndMs(
  startMs: number,
  lastWordEndMs: number,
  nextMs: number,
  needMs: number,
  profile: Profile,
): number {
  let end = usualEndMs(lastWordEndMs, nextMs, profile)
  if (end - startMs < needMs) {
    const latest = latestWithin(profile.longOutTimeMs, lastWordEndMs, nextMs, profile)
    const wanted = startMs + needMs
    end = wanted <= nextMs - profile.closeGapMs ? Math.max(end, Math.min(wanted, latest)) : latest
  }
  if (end - startMs <= profile.maxDurationMs) return end
  const longest = startMs + profile.maxDurationMs
  const open = nextMs - longest < profile.closeGapMs ? nextMs - profile.closeGapMs : longest
  return Math.min(open, Math.max(lastWordEndMs + profile.outTimeMs, startMs + needMs))
}
