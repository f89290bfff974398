import { plainFile, type SoundTrack } from '#mp4-sound'
import { blobBytes } from '../../shared/blob-bytes.ts'
import { convertSound } from '../convert/convert.ts'
import type { ConvertedFrames } from '../convert/messages.ts'

const SECONDS = 6

/** Reads a few seconds of a track for listening, as a file that every browser plays. */
export async function readExcerpt(file: Blob, track: SoundTrack): Promise<Blob> {
  if (!track.isCountable) return new Blob([(await convertExcerpt(file, track)).data], { type: 'audio/mpeg' })
  const { first, end } = findExcerpt(track)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of plainFile(blobBytes(file), track, first, end).content) parts.push(part)
  return new Blob(parts, { type: 'audio/mp4' })
}

/**
 * Converts the excerpt of a track that is not AAC or MP3. Shows whether this browser can decode the track, and whether the
 * track is silent.
 * @throws Undecodable if nothing in this browser decodes the track
 */
export function convertExcerpt(file: Blob, track: SoundTrack): Promise<ConvertedFrames> {
  const known = excerpts.get(file) ?? new Map<number, Promise<ConvertedFrames>>()
  excerpts.set(file, known)
  const options = { signal: new AbortController().signal, onProgress() {}, range: findExcerpt(track) }
  const excerpt = known.get(track.id) ?? convertSound(file, track, options)
  known.set(track.id, excerpt)
  return excerpt
}

const excerpts = new WeakMap<Blob, Map<number, Promise<ConvertedFrames>>>()

/** Finds the few seconds with the most bytes, because silence takes few. */
export function findExcerpt({ frames }: Pick<SoundTrack, 'frames'>): { first: number; end: number } {
  const { count, sizes, sounds } = frames
  let best = { first: 0, end: count, bytes: -1 }
  let first = 0
  let bytes = 0
  for (let end = 1; end <= count; end += 1) {
    bytes += sizes[end - 1] ?? 0
    while ((sounds[end] ?? 0) - (sounds[first + 1] ?? 0) >= SECONDS) {
      bytes -= sizes[first] ?? 0
      first += 1
    }
    if (bytes > best.bytes) best = { first, end, bytes }
  }
  return best
}
