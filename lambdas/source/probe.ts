import { chargedMs, chooseTrack, type MediaBytes, type Movie, Mp4Error, readMovie, type SoundTrack } from '#mp4-sound'
import type { FailureCode } from '../contract/archive-entry.ts'
import { BusinessError } from '../runtime/step.ts'

export interface ProbedMedia {
  /** The length to charge for. */
  durationMs: number
  /** The track to transcribe. */
  track: SoundTrack
  /** The file ends before its last frame. */
  isCutOff: boolean
}

const FAILURES = {
  NOT_MP4: 'NOT_A_VIDEO',
  QUICKTIME: 'NOT_A_VIDEO',
  DAMAGED: 'DAMAGED_VIDEO',
  NO_SOUND: 'NO_AUDIO',
  TOO_LONG: 'TOO_LONG',
} satisfies Record<Mp4Error['code'], FailureCode>

/** Runs a reading of an MP4; its failures are those of the video. */
export async function asFailure<Result>(reading: () => Promise<Result>): Promise<Result> {
  try {
    return await reading()
  } catch (cause) {
    if (cause instanceof Mp4Error) throw new BusinessError(FAILURES[cause.code], cause.message, { cause })
    throw cause
  }
}

/**
 * Measures an MP4 file and chooses the track to transcribe. The page has chosen already and sends one track; of a whole
 * file, the likeliest is taken.
 * @param maxSeconds longest accepted length
 * @throws BusinessError NOT_A_VIDEO, DAMAGED_VIDEO, NO_AUDIO, UNSUPPORTED_AUDIO or TOO_LONG
 */
export async function probeMedia(file: MediaBytes, maxSeconds: number): Promise<ProbedMedia> {
  const movie = await asFailure(() => readMovie(file, maxSeconds))
  const track = chooseCountable(movie)
  return { durationMs: chargedMs(movie, track), track, isCutOff: movie.isCutOff }
}

function chooseCountable({ tracks }: Movie): SoundTrack {
  const [first, ...others] = tracks.filter(({ isCountable }) => isCountable)
  if (!first) throw new BusinessError('UNSUPPORTED_AUDIO', `the frames of ${tracks[0].codec} cannot be counted`)
  const choice = chooseTrack([first, ...others])
  return 'take' in choice ? choice.take : choice.ask[0]
}
