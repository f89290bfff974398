import {
  chargedMs,
  chooseTrack,
  filmFile,
  type MediaBytes,
  type Movie,
  plainFile,
  type SoundFile,
  type SoundTrack,
} from '#mp4-sound'
import { MAX_DURATION_SECONDS } from '../../lambdas/contract/limits.ts'
import { BusinessError } from '../../lambdas/runtime/step.ts'
import { asFailure, probeMedia } from '../../lambdas/source/probe.ts'
import { blobBytes } from '../../web/shared/blob-bytes.ts'
import { FileRefused } from '../../web/upload/errors.ts'
import { copySound } from '../../web/upload/media/copy-sound.ts'
import { readFilm } from '../../web/upload/media/probe.ts'

/** What the page reads of a file: slices of a blob. */
export interface PageReading {
  file: Blob
  movie: Movie
  track: SoundTrack
  /** Number of the track among the sound tracks, and whether the page asks which one speaks. */
  number: number
  isAsked: boolean
  /** The length that the page quotes. */
  quotedMs: number
}

export interface Refused {
  refusal: string
}

export async function readAsPage(file: Blob): Promise<PageReading | Refused> {
  return orRefused(async () => {
    const movie = await readFilm(file)
    const choice = chooseTrack(movie.tracks)
    const track = 'take' in choice ? choice.take : choice.ask[0]
    const facts = { number: movie.tracks.indexOf(track), isAsked: 'ask' in choice, quotedMs: chargedMs(movie, track) }
    return { file, movie, track, ...facts }
  })
}

/** The bytes that the page sends; of sound that it converts first, the copy before that. */
export async function sentByPage({ file, movie, track }: PageReading): Promise<Uint8Array | Refused> {
  const options = { trackId: track.id, signal: new AbortController().signal, onProgress: () => undefined }
  return orRefused(async () => {
    if (!track.isCountable) return whole(filmFile(blobBytes(file), track, movie))
    return new Uint8Array(await (await copySound(file, options)).arrayBuffer())
  })
}

async function whole({ content }: SoundFile): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** What the server reads of an object: ranges, which never reach beyond its end. */
export interface ServerReading {
  chargedMs: number
  track: SoundTrack
  /** The sound that is transcribed. */
  heard: Uint8Array
}

export async function readAsServer(bytes: Uint8Array): Promise<ServerReading | Refused> {
  const object: MediaBytes = {
    size: bytes.length,
    async read(start, end) {
      if (start < 0 || start >= bytes.length || end <= start) throw new Error(`the range ${start}-${end} is refused`)
      return bytes.slice(start, end)
    },
  }
  return orRefused(async () => {
    const { durationMs, track } = await probeMedia(object, MAX_DURATION_SECONDS)
    return { chargedMs: durationMs, track, heard: await asFailure(() => whole(plainFile(object, track))) }
  })
}

async function orRefused<Result>(reading: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return await reading()
  } catch (error) {
    if (error instanceof FileRefused) return { refusal: error.code }
    if (error instanceof BusinessError) return { refusal: error.name }
    throw error
  }
}

/** The server's code for each refusal of the page. */
const CODES: Readonly<Record<string, string>> = {
  NOT_REALLY_MP4: 'NOT_A_VIDEO',
  MOV: 'NOT_A_VIDEO',
  DAMAGED: 'DAMAGED_VIDEO',
  NO_SOUND: 'NO_AUDIO',
}

/**
 * Where the page and the server differ about a file, if they do: about a refusal, the track or the length. Sound that
 * the page converts first is the page's alone to judge.
 */
export async function disagreement(
  page: PageReading | Refused,
  whole: ServerReading | Refused,
): Promise<string | undefined> {
  if ('refusal' in page) {
    const code = CODES[page.refusal] ?? page.refusal
    if (!('refusal' in whole)) return `the page refuses: ${page.refusal}`
    return whole.refusal === code ? undefined : `refused by the page as ${page.refusal}, else as ${whole.refusal}`
  }
  if (!page.track.isCountable) return undefined
  const sent = await sentByPage(page)
  const read = 'refusal' in sent ? { refusal: CODES[sent.refusal] ?? sent.refusal } : await readAsServer(sent)
  if ('refusal' in read || 'refusal' in whole) {
    const [first, second] = [read, whole].map(each => ('refusal' in each ? each.refusal : 'settled'))
    if (first !== second) return `by way of the page ${first}, else ${second}`
    return 'refusal' in sent ? undefined : `the page sends what the server refuses: ${first}`
  }
  const lengths = [page.quotedMs, read.chargedMs, whole.chargedMs]
  if (Math.max(...lengths) - Math.min(...lengths) > SAME_MS) return `quoted, charged: ${lengths.join(', ')} ms`
  return page.track.id === whole.track.id ? undefined : `track ${page.track.id} or ${whole.track.id}`
}

/** Two readings of a film may differ by this much, because times are rounded. */
const SAME_MS = 1
