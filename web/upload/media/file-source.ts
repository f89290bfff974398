import { CustomSource } from 'mediabunny'

/** A read that starts at most this far after the previous one continues its stream. */
const NEAR_BYTES = 2 ** 17
const NEAR_READS_OF_A_STREAM = 4

/**
 * Reads a file by streams or by slices, whichever suits its layout. Streams are several times faster where sound and
 * pictures alternate closely. But the browser buffers megabytes per stream, so in a camera's recording, with megabytes
 * of pictures between two pieces of sound, streams would read the whole file; slices skip the pictures.
 */
export function fileSource(file: Blob): CustomSource {
  const reader = new LayoutReader(file)
  return new CustomSource({
    getSize: () => file.size,
    read: (start, end) => reader.read(start, end),
    prefetchProfile: 'fileSystem',
    // A failed read-ahead is ignored; the read that needs the bytes repeats it and gets the error.
    handleUnhandledError: () => undefined,
    dispose: () => reader.close(),
  })
}

export class LayoutReader {
  private readonly file: Blob
  private turn: Promise<unknown> = Promise.resolve()
  private lastEnd = 0
  private nearReads = 0
  private stream: ReadableStreamDefaultReader<Uint8Array> | undefined
  private ahead: Uint8Array = new Uint8Array()

  constructor(file: Blob) {
    this.file = file
  }

  /** Returns bytes `start` to `end` (exclusive). Reads wait for one another. */
  read(start: number, end: number): Promise<Uint8Array> {
    const result = this.turn.then(() => this.readNow(start, end))
    this.turn = result.catch(() => this.close())
    return result
  }

  close(): void {
    this.stream?.cancel().catch(() => undefined)
    this.stream = undefined
  }

  private async readNow(start: number, end: number): Promise<Uint8Array> {
    const gap = start - this.lastEnd
    this.nearReads = gap >= 0 && gap <= NEAR_BYTES ? this.nearReads + 1 : 0
    this.lastEnd = end
    if (this.nearReads < NEAR_READS_OF_A_STREAM) {
      this.close()
      return new Uint8Array(await this.file.slice(start, end).arrayBuffer())
    }
    if (this.stream) await this.skip(gap)
    else this.open(start)
    return this.take(end - start)
  }

  private open(start: number): void {
    this.ahead = new Uint8Array()
    this.stream = this.file.slice(start).stream().getReader()
  }

  private async skip(length: number): Promise<void> {
    let left = length
    while (left > this.ahead.length) {
      left -= this.ahead.length
      this.ahead = await this.next()
    }
    this.ahead = this.ahead.subarray(left)
  }

  private async take(length: number): Promise<Uint8Array> {
    if (this.ahead.length === 0) this.ahead = await this.next()
    const first = this.ahead.subarray(0, length)
    this.ahead = this.ahead.subarray(first.length)
    if (first.length === length) return first
    const taken = new Uint8Array(length)
    taken.set(first)
    taken.set(await this.take(length - first.length), first.length)
    return taken
  }

  private async next(): Promise<Uint8Array> {
    const { value } = (await this.stream?.read()) ?? {}
    if (!value) throw new RangeError('the file has ended early')
    return value
  }
}
