import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
} from 'mediabunny'
import { VIDEO_TYPE } from '../../../lambdas/contract/limits.ts'
import { fileSource } from './file-source.ts'

interface CopyOptions {
  signal: AbortSignal
  /** Called with the progress, 0 to 1. */
  onProgress(share: number): void
}

const CHUNK_BYTES = 1024 ** 2
const TELL_EVERY_PACKETS = 500

/**
 * Copies the sound track of `file` into an MP4, packet by packet without decoding. Rejects if the track cannot be
 * copied; callers then send the whole file.
 */
export async function copySound(file: Blob, { signal, onProgress }: CopyOptions): Promise<Blob> {
  using input = new Input({ source: fileSource(file), formats: [MP4] })
  const track = await input.getPrimaryAudioTrack()
  const codec = await track?.getCodec()
  if (!track || !codec) throw new Error('the file has no sound track that can be copied')
  const [decoderConfig, seconds] = await Promise.all([track.getDecoderConfig(), track.computeDuration()])
  const blob = new BlobBuilder(VIDEO_TYPE)
  const target = new StreamTarget(new WritableStream(blob), { chunked: true, chunkSize: CHUNK_BYTES })
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  let packets = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    signal.throwIfAborted()
    await source.add(packet, decoderConfig ? { decoderConfig } : undefined)
    packets += 1
    if (packets % TELL_EVERY_PACKETS === 0) onProgress(Math.min(1, Math.max(0, packet.timestamp / seconds)))
  }
  await output.finalize()
  return blob.finish()
}

interface Chunk {
  data: Uint8Array<ArrayBuffer>
  /** Offset in the file, in bytes. */
  position: number
}

/**
 * Collects a file that is written front to back, except for its head, which an MP4 writer may rewrite at the end.
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
