import type { SoundTrack } from './track.ts'

/** The track with the speech, or the tracks among which the user chooses, the likeliest first. */
export type Choice = { take: SoundTrack } | { ask: [SoundTrack, SoundTrack, ...SoundTrack[]] }

/** A track shorter than this share of the longest one is not the whole sound of the film. */
const SHORT = 0.5
const ENGLISH = /^en(g|$|-)/i

/**
 * Chooses the track to transcribe. Rules out, unless all tracks are so: fragments of sound, silence, commentaries, languages
 * other than English, and copies of a track that can be transcribed unchanged. If several are left, the user chooses.
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

/** True if `other` can be transcribed unchanged and has the same language and length. */
function isCopy({ language, soundMs }: SoundTrack, other: SoundTrack): boolean {
  return other.isCountable && other.language === language && Math.abs(other.soundMs - soundMs) < COPY_MS
}

/** The same sound in two codecs differs in length by a few frames at most. */
const COPY_MS = 500
