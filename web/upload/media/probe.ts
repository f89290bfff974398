import { chargedMs, filmFile, type Movie, Mp4Error, readMovie, type SoundTrack } from '#mp4-sound'
import { MAX_DURATION_SECONDS, MAX_UPLOAD_BYTES, VIDEO_TYPE } from '../../../lambdas/contract/limits.ts'
import { blobBytes } from '../../shared/blob-bytes.ts'
import { BYTES_PER_SECOND } from '../convert/format.ts'
import { FileRefused } from '../errors.ts'
import { findSpeakingTracks } from './speaking-track.ts'

/** What the page states about a file when it sends this track. */
export interface TrackFacts {
  trackId: number
  /** The length to pay for. */
  durationSeconds: number
  /** Bytes to send; an estimate if the sound is converted. */
  soundBytes: number
  /** Length of the shown sound in these bytes, in milliseconds. */
  soundMs: number
}

/** A track among which the user chooses. */
export interface TrackChoice extends TrackFacts {
  /** As the file states it: two or three letters, perhaps with a region. */
  language: string | undefined
  name: string | undefined
}

/** A file with one speech track, or with several from which the user has to choose. */
export type Probe = TrackFacts & { choices?: readonly TrackChoice[] }

/**
 * Reads an MP4 as the server reads it.
 * @throws FileRefused for another type, a damaged file, no sound or none that can be read, or a file too long or too large
 */
export async function probe(file: File): Promise<Probe> {
  if (file.size === 0) throw new FileRefused('EMPTY')
  if (file.type === 'video/quicktime' || /\.mov$/i.test(file.name)) throw new FileRefused('MOV')
  if (file.type !== VIDEO_TYPE) throw new FileRefused(isVideo(file) ? 'OTHER_VIDEO' : 'NOT_MP4')
  const movie = await readFilm(file)
  const tracks = await findSpeakingTracks(file, movie.tracks)
  const [first, ...others] = tracks.map(track => ({
    ...factsOf(file, movie, track),
    language: track.language,
    name: track.name,
  }))
  if (!first) throw new FileRefused('NO_SOUND')
  const { language: _, name: __, ...facts } = first
  if (facts.soundBytes > MAX_UPLOAD_BYTES) throw new FileRefused('TOO_LARGE')
  return others.length > 0 ? { ...facts, choices: [first, ...others] } : facts
}

/** Matched by name, because browsers give some of these files no type. */
function isVideo({ name, type }: File): boolean {
  return type.startsWith('video/') || /\.(?:mkv|avi|wmv|flv|m2?ts|webm)$/i.test(name)
}

function factsOf(file: Blob, movie: Movie, track: SoundTrack): TrackFacts {
  const soundBytes = track.isCountable
    ? filmFile(blobBytes(file), track, movie).size
    : Math.ceil((track.soundMs / 1000) * BYTES_PER_SECOND)
  return { trackId: track.id, durationSeconds: chargedMs(movie, track) / 1000, soundBytes, soundMs: track.heardMs }
}

const REFUSALS = {
  NOT_MP4: 'NOT_REALLY_MP4',
  QUICKTIME: 'MOV',
  DAMAGED: 'DAMAGED',
  NO_SOUND: 'NO_SOUND',
  TOO_LONG: 'TOO_LONG',
} as const satisfies Record<Mp4Error['code'], FileRefused['code']>

/** @throws FileRefused for a file that is not an MP4 with sound */
export function readFilm(file: Blob): Promise<Movie> {
  return orRefuse(() => readMovie(blobBytes(file), MAX_DURATION_SECONDS))
}

/** Runs `reading`, and turns the errors of the MP4 reader into refusals of the file. */
export async function orRefuse<Result>(reading: () => Promise<Result>): Promise<Result> {
  try {
    return await reading()
  } catch (cause) {
    if (cause instanceof Mp4Error) throw new FileRefused(REFUSALS[cause.code], { cause })
    throw cause
  }
}
