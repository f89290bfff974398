/** Random access to the bytes of a file. */
export interface MediaBytes {
  /** Bytes. */
  size: number
  /** The bytes from `start` up to, not including, `end`. */
  read(start: number, end: number): Promise<Uint8Array>
}

/** Reads bytes at a position; returns fewer at the end of the file. */
export type ReadBytes = (at: number, length: number) => Promise<DataView>

const SMALLEST = 64 * 1024
/** Upper bound of the read-ahead. Without it, a file with many fragments would cost one request per box. */
const LARGEST = 4 * 1024 ** 2

/** Reads forward through a file. The read-ahead grows as long as the requested positions are close together. */
export function forwardReader(file: MediaBytes): ReadBytes {
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
