import {
  type FilmProgress,
  filmFolder,
  PROGRESS_FILE,
  readFilmProgress,
  removeFilm,
} from '../../shared/own-video/films.ts'
import { writePrivateFile } from '../../shared/own-video/private-file.ts'
import { FILMS } from '../../shared/personal-data.ts'

/** Files are written in pieces of this size; mediabunny's own default holds several of 16 MB. */
export const CHUNK_BYTES = 2 * 1024 ** 2

/** The unfinished film of an entry in the origin's private storage, which survives a reload. Only for workers. */
export class FilmParts {
  private readonly key: string

  constructor(key: string) {
    this.key = key
  }

  /** Returns the progress of the film with this id. Deletes parts of any other film. */
  async open(film: Pick<FilmProgress, 'id' | 'look' | 'name'>): Promise<FilmProgress> {
    const found = await readFilmProgress(this.key)
    if (found?.id === film.id) return found
    await removeFilm(this.key)
    return { ...film, nextSeconds: 0, parts: [], isJoined: false }
  }

  async save(progress: FilmProgress): Promise<void> {
    const writer = (await this.write(PROGRESS_FILE)).getWriter()
    await writer.write({ type: 'write', data: new TextEncoder().encode(JSON.stringify(progress)), position: 0 })
    await writer.close()
  }

  write(name: string) {
    return writePrivateFile(`${FILMS}/${this.key}`, name)
  }

  async read(name: string): Promise<File> {
    return (await (await filmFolder(this.key)).getFileHandle(name)).getFile()
  }

  /** Marks the film as complete, and deletes its parts. */
  async finish(progress: FilmProgress): Promise<void> {
    await this.save({ ...progress, isJoined: true })
    const folder = await filmFolder(this.key)
    for (const index of progress.parts.keys()) await folder.removeEntry(partName(index)).catch(() => undefined)
  }
}

export function partName(index: number): string {
  return `${String(index).padStart(5, '0')}.mp4`
}
