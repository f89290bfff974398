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

  async check(order: Omit<FilmOrder, 'look'>): Promise<FilmFacts | FilmRefusal> {
    const input = openInput(order.file)
    return checkFilm(input, order).finally(() => input.dispose())
  }

  /** Makes the film, or what is left of it, and returns the file. Rejects with an `AbortError` after `stop`. */
  async make(order: FilmOrder, draw: DrawCue, onProgress: (seconds: number) => void): Promise<File> {
    this.stopping = new AbortController()
    const { signal } = this.stopping
    const input = openInput(order.file)
    try {
      const [facts, track] = [await checkFilm(input, order), await input.getPrimaryVideoTrack()]
      if (typeof facts === 'string' || !track) throw new Error(`the film cannot be made: ${facts}`)
      const parts = new FilmParts(order.key)
      const { look, file } = order
      const progress = await parts.open({ id: await identify(order, facts.codec), look, name: file.name })
      if (progress.isJoined) return await parts.read(FILM)
      const common = { order, parts, progress, track, movie: await readTimes(file), signal }
      await makeParts({ ...common, facts, draw, onProgress })
      await joinParts({ ...common, input, codec: facts.codec })
      await parts.finish(progress)
      return await parts.read(FILM)
    } finally {
      input.dispose()
    }
  }

  /** Stops making the film. Finished parts are kept, so that it can be resumed. */
  stop(): void {
    this.stopping.abort(new DOMException('stopped by the user', ABORTED))
  }

  /** Deletes an entry's film and its finished parts. */
  async forget(key: string): Promise<void> {
    await removeFilm(key)
  }
}
