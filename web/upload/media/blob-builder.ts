interface Chunk {
  data: Uint8Array<ArrayBuffer>
  /** Offset in the file, in bytes. */
  position: number
}

/**
 * Collects a file that is written front to back, except for its head, which may be rewritten at the end, as in an MP4.
 * Everything after the head becomes a blob at once, which the browser may keep on disk.
 */
export class BlobBuilder implements UnderlyingSink<Chunk> {
  private readonly mime: string
  private head: Uint8Array<ArrayBuffer> | undefined
  private readonly rest: Blob[] = []
  private size = 0

  constructor(mime: string) {
    this.mime = mime
  }

  write({ data, position }: Chunk): void {
    if (position === this.size) this.append(new Uint8Array(data))
    else this.rewrite({ data, position })
  }

  private append(data: Uint8Array<ArrayBuffer>): void {
    this.size += data.length
    if (this.head) this.rest.push(new Blob([data]))
    else this.head = data
  }

  private rewrite({ data, position }: Chunk): void {
    if (!this.head || position + data.length > this.head.length) throw new RangeError('only the head may be rewritten')
    this.head.set(data, position)
  }

  finish(): Blob {
    return new Blob(this.head ? [this.head, ...this.rest] : this.rest, { type: this.mime })
  }
}
