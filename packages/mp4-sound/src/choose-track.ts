import type { SoundTrack } from './track.ts'

/** The track that speaks, or those among which the person chooses, the likeliest first. */
export type Choice = { take: SoundTrack } | { ask: [SoundTrack, SoundTrack, ...SoundTrack[]] }

/** A track shorter than this share of the longest is not the sound of the film. */
const SHORT = 0.5
const ENGLISH = /^en(g|$|-)/i

/**
 * Chooses the track to transcribe. Silence, commentaries and fragments of sound give way to any other track, and a copy
 * of a track in another codec to the one that can be transcribed as it is. The only one left is taken, then the only one
 * in English; otherwise the person chooses.
 */
export function chooseTrack(tracks: readonly [SoundTrack, ...SoundTrack[]]): Choice {
  const longest = Math.max(...tracks.map(({ soundMs }) => soundMs))
  let likely: readonly SoundTrack[] = tracks
  const prefer = (isBetter: (track: SoundTrack) => boolean) => {
    if (likely.some(isBetter)) likely = likely.filter(isBetter)
  }
  prefer(({ soundMs }) => soundMs >= longest * SHORT)
  prefer(({ isSilent }) => !isSilent)
  prefer(({ isCommentary }) => !isCommentary)
  prefer(({ language }) => ENGLISH.test(language ?? ''))
  prefer(track => track.isCountable || !likely.some(other => isCopy(track, other)))
  const [first = tracks[0], second, ...others] = [
    ...likely.filter(({ isDefault }) => isDefault),
    ...likely.filter(({ isDefault }) => !isDefault),
  ]
  return second ? { ask: [first, second, ...others] } : { take: first }
}

/** True if another track, which can be transcribed as it is, has the same language and length. */
function isCopy({ language, soundMs }: SoundTrack, other: SoundTrack): boolean {
  return other.isCountable && other.language === language && Math.abs(other.soundMs - soundMs) < COPY_MS
}

/** Codecs end the same sound up to a few frames apart. */
const COPY_MS = 500
