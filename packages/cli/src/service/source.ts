import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { QuoteRequest } from '../../../../lambdas/contract/routes/v1-routes.ts'
import type { Context } from '../context.ts'
import { DASH, readInput } from '../files.ts'
import { readAny } from '../subtitles.ts'
import { type FilmSound, openFilm } from './film.ts'

/** Something to submit. */
export interface Source {
  /** As the user wrote it. */
  name: string
  quote: QuoteRequest
  /** The body of a submission, without options. */
  body:
    | { type: 'video'; filename: string; size: number; durationSeconds: number; soundMs: number }
    | { type: 'youtube'; url: string }
    | { type: 'subtitle'; filename: string; text: string }
  /** Values that are equal if the same source is submitted again. */
  fingerprint: string
  /** The sound to upload. */
  film?: FilmSound
}

const LINK = /^https?:\/\//i
const FILM = /\.(?:mp4|m4v|m4a)$/i

/** Opens what the user names: a link, an MP4, an English subtitle, or `-` for a subtitle on standard input. */
export async function openSource(context: Context, name: string, trackId?: number): Promise<Source> {
  if (LINK.test(name))
    return { name, quote: { type: 'youtube', url: name }, body: { type: 'youtube', url: name }, fingerprint: name }
  if (!FILM.test(name)) {
    const bytes = await readInput(context, name)
    return textSource(name, readAny(context.say, name, bytes, 'en').text)
  }
  const film = await openFilm(context, name, trackId)
  const { durationSeconds, soundMs, size } = film
  const filename = basename(name)
  return {
    name,
    quote: { type: 'video', durationSeconds },
    body: { type: 'video', filename, size, durationSeconds, soundMs },
    fingerprint: await hash(film.content()),
    film,
  }
}

/** An English subtitle, from its text. */
export function textSource(name: string, text: string): Source {
  const filename = name === DASH ? 'subtitle.srt' : basename(name)
  return { name, quote: { type: 'subtitle', text }, body: { type: 'subtitle', filename, text }, fingerprint: text }
}

async function hash(content: AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createHash('sha256')
  for await (const piece of content) digest.update(piece)
  return digest.digest('hex')
}
