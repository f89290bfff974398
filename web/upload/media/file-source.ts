import { CustomSource } from 'mediabunny'

/** A read that starts at most this far behind the last one continues it. */
const NEAR_BYTES = 2 ** 17
const NEAR_READS_OF_A_STREAM = 4

/**
 * Reads a file in the way that suits its layout. A stream is several times faster than slices where sound and pictures
 * alternate closely, but the browser fills a buffer of megabytes for every stream: in a camera's recording, where megabytes
 * of pictures lie between two pieces of sound, streams read the whole file, and slices leave the pictures out.
 */
export function fileSource(file: Blob): CustomSource {
  const reader = new LayoutReader(file)
  return new CustomSource({
    getSize: () => file.size,
    read: (start, end) => reader.read(start, end),
    prefetchProfile: 'fileSystem',
    // Whoever needs bytes that could not be read ahead asks for them again and gets the error.
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

  /** Returns the bytes from `start` to before `end`; one read waits for the other. */
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
