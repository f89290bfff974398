import * as z from 'zod'
import { FILMS, privateFolder } from '../personal-data.ts'

/** A captioned film, or its parts, in this browser's private storage. */
export interface StoredFilm {
  /** The entry's key, which names the folder. */
  key: string
  name: string
  bytes: number
}

/** A film's progress, stored as a file in its folder. */
export const filmProgress = z.object({
  /** Identifies the file, the captions, their style and the codec. If any of them changes, earlier parts are void. */
  id: z.string().max(100),
  name: z.string().max(1000),
  look: z.string().max(1000),
  /** Where the next part begins, in seconds. */
  nextSeconds: z.number(),
  parts: z
    .array(
      z.object({
        /** Time of its first picture in the film, in seconds. Times within the part are relative to it. */
        startSeconds: z.number(),
        pictures: z.int().positive(),
      }),
    )
    .max(100_000),
  /** True once the parts have been joined and deleted. */
  isJoined: z.boolean(),
})
export type FilmProgress = z.infer<typeof filmProgress>

export const PROGRESS_FILE = 'progress.json'

export async function filmFolder(key: string): Promise<FileSystemDirectoryHandle> {
  return privateFolder(`${FILMS}/${key}`)
}

/** The progress of an entry's film, if one was started. */
export async function readFilmProgress(key: string): Promise<FilmProgress | undefined> {
  try {
    const file = await (await (await filmFolder(key)).getFileHandle(PROGRESS_FILE)).getFile()
    return filmProgress.safeParse(JSON.parse(await file.text())).data
  } catch {
    return undefined
  }
}

export async function removeFilm(key: string): Promise<void> {
  await (await privateFolder(FILMS)).removeEntry(key, { recursive: true }).catch(() => undefined)
}

/** The films of all entries, finished or not. */
export async function listFilms(): Promise<StoredFilm[]> {
  const films: StoredFilm[] = []
  for await (const key of (await privateFolder(FILMS)).keys()) {
    let bytes = 0
    for await (const file of (await filmFolder(key)).values())
      if (file instanceof FileSystemFileHandle) bytes += (await file.getFile()).size
    films.push({ key, name: (await readFilmProgress(key))?.name ?? key, bytes })
  }
  return films
}
