import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const HELLO = join(import.meta.dirname, '../../local/sample/hello.mp4')

/** The sample followed by a `free` box of zeros: a valid MP4 of this many bytes. */
export async function paddedVideo(bytes: number): Promise<Buffer> {
  const sample = await readFile(HELLO)
  const box = Buffer.alloc(bytes - sample.length)
  box.writeUInt32BE(box.length)
  box.write('free', 4, 'latin1')
  return Buffer.concat([sample, box])
}
