import { chargedMs, chooseTrack, filmFile, type Movie, Mp4Error, readMovie, type SoundTrack } from '#mp4-sound'
import { MAX_DURATION_SECONDS, MAX_UPLOAD_BYTES, VIDEO_TYPE } from '../../../lambdas/contract/limits.ts'
import { FileRefused } from '../errors.ts'
import { blobBytes } from './blob-bytes.ts'

/** What the page states about a file. */
export interface Probe {
  /** The length to pay for. */
  durationSeconds: number
  /** Bytes to send. */
  soundBytes: number
  /** Length of the sound in them by its frames. */
  soundMs: number
}

/**
 * Reads an MP4 as the server reads it.
 * @throws FileRefused for another type, a damaged file, no sound, or a file too long or too large.
 */
export async function probe(file: File): Promise<Probe> {
  if (file.size === 0) throw new FileRefused('EMPTY')
  if (file.type === 'video/quicktime' || /\.mov$/i.test(file.name)) throw new FileRefused('MOV')
  if (file.type !== VIDEO_TYPE) throw new FileRefused('NOT_MP4')
  const { movie, track } = await readFilm(file)
  if (!track.isCountable) throw new FileRefused('CODEC')
  const soundBytes = filmFile(blobBytes(file), track, movie).size
  if (soundBytes > MAX_UPLOAD_BYTES) throw new FileRefused('TOO_LARGE')
  return { durationSeconds: chargedMs(movie, track) / 1000, soundBytes, soundMs: track.soundMs }
}

const REFUSALS = {
  NOT_MP4: 'NOT_REALLY_MP4',
  QUICKTIME: 'MOV',
  DAMAGED: 'DAMAGED',
  NO_SOUND: 'NO_SOUND',
  TOO_LONG: 'TOO_LONG',
} as const satisfies Record<Mp4Error['code'], FileRefused['code']>

/** Reads a film and the track that speaks. */
export async function readFilm(file: Blob): Promise<{ movie: Movie; track: SoundTrack }> {
  try {
    const movie = await readMovie(blobBytes(file), MAX_DURATION_SECONDS)
    const choice = chooseTrack(movie.tracks)
    return { movie, track: 'take' in choice ? choice.take : choice.ask[0] }
  } catch (cause) {
    if (cause instanceof Mp4Error) throw new FileRefused(REFUSALS[cause.code], cause)
    throw cause
  }
}
