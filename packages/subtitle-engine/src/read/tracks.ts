import type { SourceCue } from './source.ts'

/** Cues that overlap by less follow one another. */
const AT_ONCE_MS = 50
const MUSIC = /[♪♫♬]/

/**
 * Marks the cues that are shown beside others as `isAside`: a sign, a lyric, a second voice. Where cues merely overlap
 * the next ones, as captions of two lines do, each ends where the next one begins.
 * @param cues ordered by their starts
 */
export function withTracks(cues: readonly SourceCue[]): SourceCue[] {
  const tracked: SourceCue[] = []
  let main: SourceCue | undefined
  for (const [i, cue] of cues.entries()) {
    const own = { ...cue }
    tracked.push(own)
    if (!main || own.startMs >= main.endMs - AT_ONCE_MS) {
      main = own
    } else if (isBeside(main, own)) {
      const next = cues[i + 1]
      const isLong =
        next !== undefined && next.startMs >= own.endMs - AT_ONCE_MS && next.startMs < main.endMs - AT_ONCE_MS
      if (rank(own) > rank(main) || (rank(own) === rank(main) && isLong)) {
        main.isAside = true
        main = own
      } else own.isAside = true
    } else {
      main.endMs = own.startMs
      main = own
    }
  }
  return tracked
}

/** True if two cues are at different places or of different kinds, or if one is shown within the time of the other. */
function isBeside(before: SourceCue, cue: SourceCue): boolean {
  return rank(before) !== rank(cue) || cue.endMs <= before.endMs || cue.startMs - before.startMs <= AT_ONCE_MS
}

/** Dialogue has the highest rank, then lyrics, then cues at the top. */
function rank({ place, lines }: SourceCue): number {
  if (place === 'top') return 0
  return lines.some(({ words }) => words.some(({ text }) => MUSIC.test(text))) ? 1 : 2
}
