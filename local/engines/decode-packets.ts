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
import { EngineError } from './engine.ts'

/** The codec of a sound track, and the file format in which its packets are passed to the decoder. */
export interface SoundCoding {
  codec: NonNullable<InputAudioTrack['codec']>
  config: AudioDecoderConfig
  format(): OutputFormat
}

/**
 * Reads the coding of a track.
 * @throws {EngineError} UNSUPPORTED_CODEC if it cannot be decoded here
 */
export async function soundCoding(track: InputAudioTrack): Promise<SoundCoding> {
  const { codec } = track
  const config = await track.getDecoderConfig()
  const format = codec === null ? undefined : fileFormat(codec)
  if (!codec || !config || !format)
    throw new EngineError('UNSUPPORTED_CODEC', `Sound coded as ${codec ?? 'an unknown codec'} cannot be decoded here.`)
  const core = codec === 'aac' ? aacCore(config) : config
  if (codec === 'aac' && core.codec !== LOW_COMPLEXITY_CODEC)
    throw new EngineError('UNSUPPORTED_CODEC', `Sound coded as ${core.codec} cannot be decoded here.`)
  return { codec, config: core, format }
}

/** The only kind of AAC that the decoder supports. */
const LOW_COMPLEXITY_CODEC = 'mp4a.40.2'

function fileFormat(codec: string): (() => OutputFormat) | undefined {
  if (codec === 'aac') return () => new Mp4OutputFormat({ fastStart: 'in-memory' })
  if (codec === 'mp3') return () => new Mp3OutputFormat({ xingHeader: false })
  if (codec === 'flac') return () => new FlacOutputFormat()
  if (codec.startsWith('pcm-')) return () => new WavOutputFormat()
  return undefined
}

/**
 * Decodes consecutive packets to mono at the given rate, starting with the first packet's first sample.
 * @throws {EngineError} UNSUPPORTED_CODEC, UNREADABLE
 */
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

/** Copies the packets into a file, because the decoder reads files, not packets. */
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
  if (!target.buffer) throw new EngineError('UNREADABLE', 'The sound of the file cannot be copied.')
  return target.buffer
}

function mono(buffer: AudioBuffer): Float32Array<ArrayBuffer> {
  const mixed = copyChannel(buffer, 0)
  for (let channel = 1; channel < buffer.numberOfChannels; channel += 1) {
    const other = copyChannel(buffer, channel)
    for (let i = 0; i < mixed.length; i += 1) mixed[i] = (mixed[i] ?? 0) + (other[i] ?? 0)
  }
  if (buffer.numberOfChannels > 1)
    for (let i = 0; i < mixed.length; i += 1) mixed[i] = (mixed[i] ?? 0) / buffer.numberOfChannels
  return mixed
}

/** Copies a channel, because the memory that getChannelData returns is freed with the buffer. */
function copyChannel(buffer: AudioBuffer, channel: number): Float32Array<ArrayBuffer> {
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

/** Object types of AAC (ISO/IEC 14496-3, table 1.17). */
const LOW_COMPLEXITY = 2
const SPECTRAL_BAND_REPLICATION = 5
const PARAMETRIC_STEREO = 29

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
/** Index of a rate that follows explicitly in 24 bits. */
const EXPLICIT_RATE = 15

/**
 * Describes HE-AAC as the AAC-LC inside it, because the decoder does not support band replication, which adds only
 * frequencies above the voice. The packets stay the same. Any other configuration is returned unchanged.
 */
export function aacCore(config: AudioDecoderConfig): AudioDecoderConfig {
  const { description } = config
  if (!description) return config
  const read = bitReader(viewBytes(description))
  const type = read(5)
  if (type !== SPECTRAL_BAND_REPLICATION && type !== PARAMETRIC_STEREO) return config
  const rateIndex = read(4)
  const rate = rateIndex === EXPLICIT_RATE ? read(24) : RATES[rateIndex]
  const channels = read(4)
  const core = RATES.indexOf(rate ?? 0)
  if (core < 0 || channels < 1 || channels > 2) return config
  // Five bits of object type, four of rate, four of channels, and three flags that are 0 for plain AAC-LC.
  const bits = (LOW_COMPLEXITY << 11) | (core << 7) | (channels << 3)
  return {
    codec: LOW_COMPLEXITY_CODEC,
    sampleRate: RATES[core] ?? config.sampleRate,
    numberOfChannels: channels,
    description: Uint8Array.of(bits >> 8, bits & 255),
  }
}

function viewBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

/** Reads successive numbers of the given widths in bits. Beyond the end, all bits are 0. */
function bitReader(bytes: Uint8Array): (bits: number) => number {
  let at = 0
  return bits => {
    let value = 0
    for (const end = at + bits; at < end; at += 1) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return value
  }
}
