import {
  type EncodedPacket,
  EncodedPacketSink,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny'
import { type Movie, readMovie, type Showing, type SoundTrack } from '#mp4-sound'
import { MAX_DURATION_SECONDS } from '../../../lambdas/contract/limits.ts'
import { blobBytes } from '../../shared/blob-bytes.ts'

/** Tolerance for comparing times, in seconds, because files round times to their time units. */
const NEARLY = 0.0005

/** Reads an MP4's edit lists; `undefined` for other formats, which have none. */
export async function readTimes(file: Blob): Promise<Movie | undefined> {
  try {
    return await readMovie(blobBytes(file), MAX_DURATION_SECONDS)
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

/**
 * The pictures that the film shows from a given time, with their times in the film, in seconds. mediabunny reads and
 * decodes packets, but applies only the first entry of an edit list, so the others are applied here.
 */
export async function* filmPictures(
  track: InputVideoTrack,
  movie: Movie | undefined,
  fromSeconds: number,
): AsyncGenerator<VideoSample> {
  const sink = new VideoSampleSink(track)
  for (const { at, from, to } of stretchesOf(track, movie)) {
    if (at + to - from <= fromSeconds) continue
    const start = from + Math.max(0, fromSeconds - at)
    for await (const picture of sink.samples(start, to - NEARLY)) {
      const film = Math.max(at, at + picture.timestamp - from)
      if (film < fromSeconds - NEARLY) {
        picture.close()
        continue
      }
      picture.setTimestamp(film)
      picture.setDuration(Math.min(picture.duration, at + to - from - film))
      yield picture
    }
  }
}

/** The shown stretches of a video track in mediabunny's time, which starts at the first entry of the edit list. */
function stretchesOf(track: InputVideoTrack, movie: Movie | undefined): Showing[] {
  const shown = movie?.pictures.find(({ id }) => id === track.id)?.shown ?? []
  const [first] = shown
  if (!movie || !first) return [{ at: 0, from: 0, to: Number.POSITIVE_INFINITY }]
  const zero = first.from - (first.at + movie.zero)
  return shown.map(({ at, from, to }) => ({ at, from: from - zero, to: to - zero }))
}

/** Most packets that a whole track hides: those before its start, for decoders, and those that encoders append. */
const MOST_HIDDEN = 8

function isWhole({ edits, samples, frames }: SoundTrack): boolean {
  return edits <= 1 && samples - frames.count <= MOST_HIDDEN
}

/**
 * The packets of a sound track with their times in the film, in seconds. A whole track yields all packets, including
 * those before the film's start, which decoders need; a track cut by an edit list yields only packets that it shows.
 */
export async function* filmSound(
  file: Blob,
  track: InputAudioTrack,
  movie: Movie | undefined,
): AsyncGenerator<EncodedPacket> {
  const sound = movie?.tracks.find(({ id }) => id === track.id)
  const sink = new EncodedPacketSink(track)
  if (!movie || !sound || isWhole(sound)) {
    for await (const packet of sink.packets()) yield packet.clone({ timestamp: packet.timestamp - (movie?.zero ?? 0) })
    return
  }
  const first = await sink.getFirstPacket()
  const { count, positions, sizes, films } = sound.frames
  for (let i = 0; first && i < count; i += 1) {
    const [at = 0, size = 0, film = 0, next = 0] = [positions[i], sizes[i], films[i], films[i + 1]]
    const data = new Uint8Array(await file.slice(at, at + size).arrayBuffer())
    yield first.clone({ data, timestamp: film, duration: Math.max(0, next - film), type: 'key' })
  }
}
