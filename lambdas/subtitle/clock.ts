import type { Profile } from './profile.ts'

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
