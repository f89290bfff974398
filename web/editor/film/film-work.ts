import type { Input } from 'mediabunny'
import type { Movie } from '#mp4-sound'
import { removeFilm } from '../../shared/own-video/films.ts'
import { checkFilm, type FilmFacts, type FilmOrder, type FilmRefusal, identify, openInput } from './film-facts.ts'
import { readTimes } from './film-times.ts'
import { FILM, joinParts } from './join-parts.ts'
import { makeParts } from './make-parts.ts'
import { FilmParts } from './parts.ts'
import type { DrawCue } from './picture-painter.ts'

const ABORTED = 'AbortError'

/** Makes films with captions in them, one at a time, in a worker. */
export class FilmWork {
  private stopping = new AbortController()
  private opened: OpenedFile | undefined

  async check(order: Omit<FilmOrder, 'look'>): Promise<FilmFacts | FilmRefusal> {
    return checkFilm((await this.open(order.file)).input, order)
  }

  /** Makes the film, or what is left of it, and returns the file. Rejects with an `AbortError` after `stop`. */
  async make(order: FilmOrder, draw: DrawCue, onProgress: (seconds: number) => void): Promise<File> {
    this.stopping = new AbortController()
    const { signal } = this.stopping
    const { input, movie } = await this.open(order.file)
    try {
      const [facts, track] = [await checkFilm(input, order), await input.getPrimaryVideoTrack()]
      if (typeof facts === 'string' || !track) throw new Error(`the film cannot be made: ${facts}`)
      const parts = new FilmParts(order.key)
      const { look, file } = order
      const progress = await parts.open({ id: await identify(order, facts.codec), look, name: file.name })
      if (progress.isJoined) return await parts.read(FILM)
      const common = { order, parts, progress, track, movie, signal }
      await makeParts({ ...common, facts, draw, onProgress })
      await joinParts({ ...common, input, codec: facts.codec })
      await parts.finish(progress)
      return await parts.read(FILM)
    } finally {
      this.close()
    }
  }

  /** Stops making the film. Finished parts are kept, so that it can be resumed. */
  stop(): void {
    this.stopping.abort(new DOMException('stopped by the user', ABORTED))
  }

  /**
   * Opens a file once for its check and its film. Reading the tables of three hours leaves 100 MB of garbage, which would
   * still be there when the film's decoder and encoder start.
   */
  private async open(file: File): Promise<OpenedFile> {
    if (this.opened && isSameFile(this.opened.file, file)) return this.opened
    this.close()
    this.opened = { file, input: openInput(file), movie: await readTimes(file) }
    return this.opened
  }

  private close(): void {
    this.opened?.input.dispose()
    this.opened = undefined
  }

  /** Deletes an entry's film and its finished parts. */
  async forget(key: string): Promise<void> {
    await removeFilm(key)
  }
}

interface OpenedFile {
  file: File
  input: Input
  movie: Movie | undefined
}

/** Each message to the worker copies the `File` object. */
function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}
