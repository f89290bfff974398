import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  FlacOutputFormat,
  type InputAudioTrack,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
} from 'mediabunny'
import { OfflineAudioContext } from 'node-web-audio-api'
import { aacCore } from './aac-core.ts'
import { EngineError } from './engine.ts'

/** How the sound of a track is coded, and the file format in which its packets are handed to the decoder. */
export interface SoundCoding {
  codec: NonNullable<InputAudioTrack['codec']>
  config: AudioDecoderConfig
  format(): OutputFormat
}

/** The coding of a track. @throws {EngineError} UNSUPPORTED_CODEC where no decoder here knows it */
export async function soundCoding(track: InputAudioTrack): Promise<SoundCoding> {
  const { codec } = track
  const config = await track.getDecoderConfig()
  const format = codec === null ? undefined : fileFormat(codec)
  if (!codec || !config || !format)
    throw new EngineError('UNSUPPORTED_CODEC', `Sound coded as ${codec ?? 'something unknown'} cannot be decoded here.`)
  return { codec, config: codec === 'aac' ? aacCore(config) : config, format }
}

function fileFormat(codec: string): (() => OutputFormat) | undefined {
  if (codec === 'aac') return () => new Mp4OutputFormat({ fastStart: 'in-memory' })
  if (codec === 'mp3') return () => new Mp3OutputFormat({ xingHeader: false })
  if (codec === 'flac') return () => new FlacOutputFormat()
  if (codec.startsWith('pcm-')) return () => new WavOutputFormat()
  return undefined
}

/** Decodes consecutive packets to mono at the given rate; the first sample is that of the first packet. */
export async function decodePackets(
  packets: EncodedPacket[],
  coding: SoundCoding,
  sampleRate: number,
): Promise<Float32Array> {
  const file = await fileOfPackets(packets, coding)
  const context = new OfflineAudioContext(1, 1, sampleRate)
  try {
    return mono(await context.decodeAudioData(file))
  } catch (cause) {
    throw decodingError(coding, cause)
  }
}

/** The packets alone, copied as they are, in a file of their own: the decoder reads files, not packets. */
async function fileOfPackets(packets: EncodedPacket[], coding: SoundCoding): Promise<ArrayBuffer> {
  const target = new BufferTarget()
  const output = new Output({ format: coding.format(), target })
  const source = new EncodedAudioPacketSource(coding.codec)
  output.addAudioTrack(source)
  await output.start()
  const first = packets[0]?.timestamp ?? 0
  for (const packet of packets)
    await source.add(packet.clone({ timestamp: packet.timestamp - first }), { decoderConfig: coding.config })
  await output.finalize()
  if (!target.buffer) throw new EngineError('UNREADABLE', 'The sound of the file could not be copied.')
  return target.buffer
}

function mono(buffer: AudioBuffer): Float32Array<ArrayBuffer> {
  const mixed = channelOf(buffer, 0)
  for (let channel = 1; channel < buffer.numberOfChannels; channel++) {
    const other = channelOf(buffer, channel)
    for (let i = 0; i < mixed.length; i++) mixed[i] = (mixed[i] ?? 0) + (other[i] ?? 0)
  }
  if (buffer.numberOfChannels > 1)
    for (let i = 0; i < mixed.length; i++) mixed[i] = (mixed[i] ?? 0) / buffer.numberOfChannels
  return mixed
}

/** A copy: what getChannelData gives lies in memory that the library frees once the buffer itself is collected. */
function channelOf(buffer: AudioBuffer, channel: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(buffer.length)
  buffer.copyFromChannel(samples, channel)
  return samples
}

function decodingError(coding: SoundCoding, cause: unknown): EngineError {
  const isUnsupported =
    cause instanceof Error && /unsupported|too complex|no suitable|not supported/i.test(cause.message)
  return isUnsupported
    ? new EngineError('UNSUPPORTED_CODEC', `This kind of ${coding.codec} sound cannot be decoded here.`, { cause })
    : new EngineError('UNREADABLE', 'The sound of the file is damaged.', { cause })
}
