import type { Movie, SoundTrack } from './track.ts'

/** The sound may last this much longer than it is shown: clocks drift, and frames are kept whole where an edit cuts. */
const SHARE = 0.01
const FRAMES_MS = 250

/**
 * The length to charge for: what is shown, but not less than the sound that is transcribed. An edit list or a clock that
 * states less time than the frames take cannot make sound free.
 */
export function chargedMs({ shownMs }: Pick<Movie, 'shownMs'>, { soundMs }: Pick<SoundTrack, 'soundMs'>): number {
  return soundMs > shownMs * (1 + SHARE) + FRAMES_MS ? soundMs : shownMs
}
