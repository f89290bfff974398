import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Checksum, type ChecksumAlgorithm, startChecksum } from './checksum.ts'

/** A file of the content folder; an object is one of them or, after a multipart upload, several in order. */
export interface Segment {
  /** Generated name: a key never becomes a path. */
  file: string
  size: number
}

/** What was received, not yet anybody's content. */
export interface Received extends Segment {
  /** Hexadecimal. */
  md5: string
  sha256: string | undefined
  checksum: Checksum | undefined
}

export interface Content {
  /** Writes a stream to a new file, summing it up on the way. A stream that fails leaves nothing behind. */
  receive(stream: AsyncIterable<Buffer>, sums?: { checksum?: ChecksumAlgorithm; sha256?: boolean }): Promise<Received>
  /** Reads bytes `start` to `end` (inclusive) of the segments as one. */
  read(segments: Segment[], start?: number, end?: number): Readable
  /** A second name for a file's bytes, which live until both are removed. */
  duplicate(segment: Segment): Promise<Segment>
  remove(segments: Segment[]): Promise<void>
  /** Removes every file that `isUsed` does not know: what a crash left behind. */
  removeUnused(isUsed: (file: string) => boolean): Promise<void>
}

/** The bytes of all objects, as files with generated names under one folder. */
export function createContent(folder: string): Content {
  const pathOf = (file: string): string => join(folder, file.slice(0, 2), file)

  const newFile = async (): Promise<string> => {
    const file = randomUUID()
    await mkdir(join(folder, file.slice(0, 2)), { recursive: true })
    return file
  }

  return {
    async receive(stream, sums = {}) {
      const file = await newFile()
      const md5 = createHash('md5')
      const sha256 = sums.sha256 ? createHash('sha256') : undefined
      const checksum = sums.checksum === undefined ? undefined : startChecksum(sums.checksum)
      let size = 0
      const summed = async function* () {
        for await (const chunk of stream) {
          size += chunk.length
          md5.update(chunk)
          sha256?.update(chunk)
          checksum?.update(chunk)
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
        checksum: sums.checksum && checksum ? { algorithm: sums.checksum, value: checksum.digest() } : undefined,
      }
    },

    read(segments, start = 0, end = Number.POSITIVE_INFINITY) {
      const [only, second] = pieces(segments, start, end)
      if (only && !second) return createReadStream(pathOf(only.file), { start: only.start, end: only.end })
      return Readable.from(readPieces(segments, start, end), { objectMode: false })
    },

    async duplicate(segment) {
      const file = await newFile()
      // A file system without hard links copies instead.
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
