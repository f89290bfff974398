import { readExcerpt } from './excerpt.ts'
import { readFilm } from './probe.ts'

/** Reads a few seconds of a track for listening, as a file that every browser plays. */
export async function excerptOf(file: Blob, trackId: number): Promise<Blob> {
  const track = (await readFilm(file)).tracks.find(({ id }) => id === trackId)
  if (!track) throw new Error(`the file has no track ${trackId}`)
  return readExcerpt(file, track)
}
