import { convertedHeader, filmFile, type Movie, type SoundTrack } from '#mp4-sound'
import { VIDEO_TYPE } from '../../../lambdas/contract/limits.ts'
import { blobBytes } from '../../shared/blob-bytes.ts'
import { convertSound } from '../convert/convert.ts'
import { CONVERTED } from '../convert/format.ts'
import { orRefuse, readFilm } from './probe.ts'

interface CopyOptions {
  trackId: number
  signal: AbortSignal
  /** Called with the progress, 0 to 1. */
  onProgress(share: number): void
}

/**
 * Copies a sound track of `file` into a separate MP4 that plays it at the same times. Sound that the server cannot
 * read is converted.
 * @throws FileRefused DAMAGED for sound that cannot be read
 */
export async function copySound(file: Blob, { trackId, ...options }: CopyOptions): Promise<Blob> {
  const movie = await readFilm(file)
  const track = movie.tracks.find(({ id }) => id === trackId)
  if (!track) throw new Error(`the file has no track ${trackId}`)
  return orRefuse(() => (track.isCountable ? copy : convert)(file, movie, track, options))
}

type Options = Omit<CopyOptions, 'trackId'>

async function copy(file: Blob, movie: Movie, track: SoundTrack, { signal, onProgress }: Options): Promise<Blob> {
  const { size, content } = filmFile(blobBytes(file), track, movie)
  // Each piece is put into a blob immediately, which the browser may keep on disk.
  const pieces: Blob[] = []
  let copied = 0
  for await (const piece of content) {
    signal.throwIfAborted()
    pieces.push(new Blob([piece]))
    copied += piece.length
    onProgress(copied / size)
  }
  return new Blob(pieces, { type: VIDEO_TYPE })
}

async function convert(file: Blob, movie: Movie, track: SoundTrack, options: Options): Promise<Blob> {
  const { sizes, data } = await convertSound(file, track, options)
  return new Blob([convertedHeader(track, movie, { ...CONVERTED, sizes }), data], { type: VIDEO_TYPE })
}
