import * as z from 'zod'
import { FILMS, privateFolder } from '../personal-data.ts'

/** A film with captions, or its parts, in the private storage of this browser. */
export interface StoredFilm {
  /** Key of the entry; names the folder. */
  key: string
  name: string
  bytes: number
}

/** How far a film is: a file in its folder. */
export const filmProgress = z.object({
  /** What the film is made of: the file, the captions, their look and the codec. Parts of another film are useless. */
  id: z.string().max(100),
  name: z.string().max(1000),
  look: z.string().max(1000),
  /** Where the next part begins, in seconds. */
  nextSeconds: z.number(),
  parts: z
    .array(
      z.object({
        /** Time of its first picture in the film, in seconds; its own times count from there. */
        startSeconds: z.number(),
        pictures: z.int().positive(),
      }),
    )
    .max(100_000),
  /** True once the parts were joined and deleted. */
  isJoined: z.boolean(),
})
export type FilmProgress = z.infer<typeof filmProgress>

export const PROGRESS_FILE = 'progress.json'

export async function filmFolder(key: string): Promise<FileSystemDirectoryHandle> {
  return privateFolder(`${FILMS}/${key}`)
}

/** The progress of whatever film was begun for an entry. */
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

/** The films of all entries, made or unfinished. */
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
