import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import type { MediaBytes } from '#mp4-sound'

export interface MadeMedia {
  /** Seconds of AAC sound; none if absent. */
  sound?: number
  /** Seconds of video; none if absent. */
  pictures?: number
  layout?: 'header first' | 'header last' | 'fragmented'
}

const RATE = 48_000
const FRAME = 1024 / RATE

/** A stereo frame without sound, padded to 40 bytes. */
const SILENT_FRAME = new Uint8Array(40)
SILENT_FRAME.set([0x20, 0, 0, 0, 0, 0, 0x0e])

/** Builds an MP4 file of silent sound and undecodable pictures in valid boxes. */
export async function madeMp4({ sound, pictures, layout = 'header last' }: MadeMedia): Promise<Uint8Array> {
  const target = new BufferTarget()
  const fastStart = {
    'header first': 'in-memory' as const,
    'header last': false as const,
    fragmented: 'fragmented' as const,
  }
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: fastStart[layout] }), target })
  const audio = sound === undefined ? undefined : new EncodedAudioPacketSource('aac')
  const video = pictures === undefined ? undefined : new EncodedVideoPacketSource('avc')
  if (audio) output.addAudioTrack(audio)
  if (video) output.addVideoTrack(video)
  await output.start()
  const audioConfig = {
    decoderConfig: {
      codec: 'mp4a.40.2',
      sampleRate: RATE,
      numberOfChannels: 2,
      description: new Uint8Array([0x11, 0x90]),
    },
  }
  const videoConfig = {
    decoderConfig: { codec: 'avc1.42c01e', codedWidth: 16, codedHeight: 16, description: AVC_CONFIG },
  }
  const frames = Math.round((sound ?? 0) / FRAME)
  for (let i = 0; i < frames; i++)
    await audio?.add(new EncodedPacket(SILENT_FRAME, 'key', i * FRAME, FRAME), audioConfig)
  for (let i = 0; i < (pictures ?? 0); i++)
    await video?.add(new EncodedPacket(new Uint8Array([0, 0, 0, 1, 0x65]), 'key', i, 1), videoConfig)
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0))
}

/** AVCDecoderConfigurationRecord of a tiny baseline stream. */
const AVC_CONFIG = new Uint8Array([
  1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 8, 0x67, 0x42, 0xc0, 0x1e, 0xda, 0x02, 0x80, 0x28, 1, 0, 4, 0x68, 0xce, 0x3c,
  0x80,
])

/** A file in memory that counts reads and bytes read. */
export function inMemory(bytes: Uint8Array): MediaBytes & { reads: number; bytesRead: number } {
  return {
    size: bytes.length,
    reads: 0,
    bytesRead: 0,
    async read(start, end) {
      this.reads += 1
      this.bytesRead += end - start
      return bytes.slice(start, end)
    },
  }
}

/** Position of a box's content (after size and type), found by its type. */
export function contentOf(bytes: Uint8Array, type: string, from = 0): number {
  const at = Buffer.from(bytes).indexOf(type, from, 'latin1')
  if (at < 0) throw new Error(`there is no ${type}`)
  return at + 4
}

/** The file with the 32-bit numbers at these positions replaced. */
export function patched(bytes: Uint8Array, numbers: Record<number, number>): Uint8Array {
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  for (const [at, value] of Object.entries(numbers)) view.setUint32(Number(at), value)
  return copy
}
