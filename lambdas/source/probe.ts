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
  refuseExcess(track)
  return { durationMs: chargedMs(movie, track), track, isCutOff: movie.isCutOff }
}

function chooseCountable({ tracks }: Movie): SoundTrack {
  const [first, ...others] = tracks.filter(({ isCountable }) => isCountable)
  if (!first) throw new BusinessError('UNSUPPORTED_AUDIO', `the frames of ${tracks[0].codec} cannot be counted`)
  const choice = chooseTrack([first, ...others])
  return 'take' in choice ? choice.take : choice.ask[0]
}

/** Maximum backward jumps from one frame to the next. Each costs a request, and recorders write frames in order. */
const MOST_JUMPS = 1000
/**
 * Maximum bytes per second of sound, whatever its codec and rate: twice what AAC carries in stereo at 48,000 Hz (ISO/IEC
 * 14496-3, 4.5.1.1: 6,144 bits a channel and frame). Single frames of real encoders exceed that, so only their sum is
 * bounded.
 */
const MOST_BYTES_PER_SECOND = 144_000
/** Maximum bytes of a sample, which is read whole. */
const LARGEST_SAMPLE = 1024 ** 2

/** Refuses sound that would cost more work than its length pays for. */
function refuseExcess({ frames: { positions, sizes }, bytes, soundMs }: SoundTrack): void {
  if (bytes > (1 + soundMs / 1000) * MOST_BYTES_PER_SECOND || sizes.some(size => size > LARGEST_SAMPLE))
    throw new BusinessError('DAMAGED_VIDEO', `${bytes} bytes in ${soundMs} ms of sound`)
  let jumps = 0
  for (let i = 1; i < positions.length; i += 1) if ((positions[i] ?? 0) < (positions[i - 1] ?? 0)) jumps += 1
  if (jumps > MOST_JUMPS) throw new BusinessError('DAMAGED_VIDEO', 'the sound is scattered over the file')
}
