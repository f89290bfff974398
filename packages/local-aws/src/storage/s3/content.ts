import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'

/** A file of the content folder. An object has one, or several in order after a multipart upload. */
export interface Segment {
  /** A generated name: keys never become paths. */
  file: string
  size: number
}

/** Received bytes that belong to no object yet. */
export interface Received extends Segment {
  /** Hexadecimal. */
  md5: string
  sha256: string | undefined
  /** Base64 of the big-endian bytes. */
  crc32: string
}

export interface Content {
  /** Writes a stream to a new file and computes its checksums, SHA-256 on request. A failed stream leaves no file. */
  receive(stream: AsyncIterable<Buffer>, options?: { sha256?: boolean }): Promise<Received>
  /** Reads bytes `start` to `end` (inclusive) of the segments as one stream. */
  read(segments: Segment[], start?: number, end?: number): Readable
  /** Gives a file's bytes a second name. They exist until both are removed. */
  duplicate(segment: Segment): Promise<Segment>
  remove(segments: Segment[]): Promise<void>
  /** Removes files left by a crash: those for which `isUsed` returns false. */
  removeUnused(isUsed: (file: string) => boolean): Promise<void>
}

/** Keeps the bytes of all objects in one folder, as files with generated names. */
export function createContent(folder: string): Content {
  const pathOf = (file: string): string => join(folder, file.slice(0, 2), file)

  const newFile = async (): Promise<string> => {
    const file = randomUUID()
    await mkdir(join(folder, file.slice(0, 2)), { recursive: true })
    return file
  }

  return {
    async receive(stream, options = {}) {
      const file = await newFile()
      const md5 = createHash('md5')
      const sha256 = options.sha256 ? createHash('sha256') : undefined
      let sum = 0
      let size = 0
      const summed = async function* () {
        for await (const chunk of stream) {
          size += chunk.length
          md5.update(chunk)
          sha256?.update(chunk)
          sum = crc32(chunk, sum)
          yield chunk
        }
      }
      try {
        await pipeline(summed, createWriteStream(pathOf(file)))
      } catch (error) {
        await rm(pathOf(file), { force: true })
        throw error
      }
      return {
        file,
        size,
        md5: md5.digest('hex'),
        sha256: sha256?.digest('hex'),
        crc32: base64Of(sum),
      }
    },

    read(segments, start = 0, end = Number.POSITIVE_INFINITY) {
      const [only, second] = pieces(segments, start, end)
      if (only && !second) return createReadStream(pathOf(only.file), { start: only.start, end: only.end })
      return Readable.from(readPieces(segments, start, end), { objectMode: false })
    },

    async duplicate(segment) {
      const file = await newFile()
      // A file system without hard links copies the file.
      await link(pathOf(segment.file), pathOf(file)).catch(() => copyFile(pathOf(segment.file), pathOf(file)))
      return { file, size: segment.size }
    },

    async remove(segments) {
      await Promise.all(segments.map(segment => rm(pathOf(segment.file), { force: true })))
    },

    async removeUnused(isUsed) {
      await mkdir(folder, { recursive: true })
      for (const shelf of await readdir(folder))
        for (const file of await readdir(join(folder, shelf)))
          if (!isUsed(file)) await rm(join(folder, shelf, file), { force: true })
    },
  }

  async function* readPieces(segments: Segment[], start: number, end: number): AsyncGenerator<Buffer> {
    for (const piece of pieces(segments, start, end))
      yield* createReadStream(pathOf(piece.file), { start: piece.start, end: piece.end })
  }
}

function base64Of(sum: number): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(sum)
  return bytes.toString('base64')
}

/** The parts of the segments' files that cover bytes `start` to `end` of the whole. */
function pieces(segments: Segment[], start: number, end: number): { file: string; start: number; end: number }[] {
  let offset = 0
  return segments.flatMap(({ file, size }) => {
    const first = Math.max(start - offset, 0)
    const last = Math.min(end - offset, size - 1)
    offset += size
    return first <= last ? [{ file, start: first, end: last }] : []
  })
}
