import type { MediaFile } from '../media-file.ts'

const SMALLEST = 64 * 1024
/** A file in many fragments is read through in large pieces, not stepped over one request a box. */
const LARGEST = 4 * 1024 ** 2

/** Reads forward in a file: what is read ahead grows as long as the places wanted follow each other closely. */
export function forwardReader(file: MediaFile): (at: number, length: number) => Promise<DataView> {
  let start = 0
  let bytes: Uint8Array = new Uint8Array()
  let reach = SMALLEST
  return async (at, length) => {
    const end = Math.min(at + length, file.size)
    if (at < start || end > start + bytes.length) {
      const isClose = bytes.length > 0 && at - (start + bytes.length) < LARGEST
      reach = isClose ? Math.min(reach * 4, LARGEST) : SMALLEST
      bytes = await file.read(at, Math.min(Math.max(end, at + reach), file.size))
      start = at
    }
    return new DataView(bytes.buffer, bytes.byteOffset + at - start, end - at)
  }
}
