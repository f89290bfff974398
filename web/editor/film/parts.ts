import * as z from 'zod'
import { writePrivateFile } from '../../shared/own-video/private-file.ts'
import { FILMS, privateFolder } from '../../shared/personal-data.ts'

/** A finished part of a film: pictures without sound. */
const part = z.object({
  /** Time of its first picture in the film, in seconds; its own times count from there. */
  startSeconds: z.number(),
  pictures: z.int().positive(),
})

const workSchema = z.object({
  /** What the film is made of: the file, the captions, their look and the codec. Parts of another film are useless. */
  id: z.string().max(100),
  look: z.string().max(1000),
  /** Where the next part begins, in seconds. */
  nextSeconds: z.number(),
  parts: z.array(part).max(100_000),
})

/** How far a film is. */
export type FilmProgress = z.infer<typeof workSchema>

const PROGRESS = 'progress.json'

/** The unfinished film of an entry in the origin's private storage, which survives a reload. Only for workers. */
export class FilmParts {
  private readonly folder: string

  constructor(key: string) {
    this.folder = key
  }

  /** The progress of the film with this id. Anything of another film is deleted. */
  async open(id: string, look: string): Promise<FilmProgress> {
    const found = await this.find()
    if (found?.id === id) return found
    await this.remove()
    return { id, look, nextSeconds: 0, parts: [] }
  }

  async save(progress: FilmProgress): Promise<void> {
    const writer = (await this.write(PROGRESS)).getWriter()
    await writer.write({ type: 'write', data: new TextEncoder().encode(JSON.stringify(progress)), position: 0 })
    await writer.close()
  }

  write(name: string) {
    return writePrivateFile(`${FILMS}/${this.folder}`, name)
  }

  async read(name: string): Promise<File> {
    return (await (await privateFolder(`${FILMS}/${this.folder}`)).getFileHandle(name)).getFile()
  }

  async remove(): Promise<void> {
    await (await privateFolder(FILMS)).removeEntry(this.folder, { recursive: true }).catch(() => undefined)
  }

  /** The progress of whatever film was begun for the entry. */
  async find(): Promise<FilmProgress | undefined> {
    try {
      return workSchema.safeParse(JSON.parse(await (await this.read(PROGRESS)).text())).data
    } catch {
      return undefined
    }
  }
}

export function partName(index: number): string {
  return `${String(index).padStart(5, '0')}.mp4`
}
