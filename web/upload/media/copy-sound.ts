import {
  BlobSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
} from 'mediabunny'
import { VIDEO_TYPE } from '../../../lambdas/contract/video-limits.ts'
import { BlobBuilder } from './blob-builder.ts'

interface CopyOptions {
  signal: AbortSignal
  /** Called with the progress from 0 to 1. */
  onProgress(share: number): void
}

const CHUNK_BYTES = 1024 ** 2
const TELL_EVERY_PACKETS = 500

/**
 * Returns an MP4 that holds only the sound of `file`. Copies the packets one by one without decoding them.
 * Rejects if the track cannot be copied; the caller then sends the whole file.
 */
export async function copySound(file: Blob, { signal, onProgress }: CopyOptions): Promise<Blob> {
  using input = new Input({ source: new BlobSource(file), formats: [MP4] })
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
