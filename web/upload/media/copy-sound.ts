import { filmFile } from '#mp4-sound'
import { VIDEO_TYPE } from '../../../lambdas/contract/limits.ts'
import { blobBytes } from './blob-bytes.ts'
import { readFilm } from './probe.ts'

interface CopyOptions {
  signal: AbortSignal
  /** Called with the progress, 0 to 1. */
  onProgress(share: number): void
}

/** Copies the sound of `file` into an MP4 of its own, which shows it at the same times. */
export async function copySound(file: Blob, { signal, onProgress }: CopyOptions): Promise<Blob> {
  const { movie, track } = await readFilm(file)
  const { size, content } = filmFile(blobBytes(file), track, movie)
  // Each piece becomes a blob at once, which the browser may keep on disk.
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
