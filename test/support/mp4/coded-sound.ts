import { registerAc3Encoder } from '@mediabunny/ac3'
import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import { AudioSample, AudioSampleSource, BufferTarget, Mp4OutputFormat, Output } from 'mediabunny'
import { type Frames, readMovie } from '#mp4-sound'
import { blobBytes } from '../../../web/shared/blob-bytes.ts'
import { box, fullBox, u16, u32 } from './boxes.ts'
import { madeFile, mp4a } from './sound-track.ts'

/** Samples per second of sound made here. */
export const RATE = 48_000
/** Seconds at which a tone begins, and its length; the rest is quiet noise. */
export const TONES = [0.5, 1.5, 2.5] as const
const TONE_SECONDS = 0.1
const SECONDS = 3

/** Quiet noise with a short tone at each of `tones`, in seconds. */
export function toneSamples(tones: readonly number[] = TONES, seconds = SECONDS): Float32Array<ArrayBuffer> {
  let seed = 1
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    const isTone = tones.some(at => i >= at * RATE && i < (at + TONE_SECONDS) * RATE)
    return isTone ? 0.5 * Math.sin((2 * Math.PI * 1000 * i) / RATE) : (seed / 2 ** 32 - 0.5) * 0.001
  })
}

/** An MP4 encoded by LAME or FFmpeg's Dolby encoders; the sound is in the centre of six channels, or in the only one. */
export async function encodedMp4(
  codec: 'ac3' | 'eac3' | 'mp3',
  channels: 1 | 6,
  mono = toneSamples(),
  rate = RATE,
): Promise<Uint8Array<ArrayBuffer>> {
  registerAc3Encoder()
  registerMp3Encoder()
  const data = new Float32Array(mono.length * channels)
  data.set(mono, channels === 6 ? 2 * mono.length : 0)
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const source = new AudioSampleSource({ codec, bitrate: channels === 6 ? 384_000 : 64_000 })
  output.addAudioTrack(source)
  await output.start()
  const shape = { format: 'f32-planar', numberOfChannels: channels, sampleRate: rate, timestamp: 0 } as const
  using sample = new AudioSample({ data, ...shape })
  await source.add(sample)
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0))
}

/** A sample entry of sound with its boxes. */
function entry(type: string, channels: number, ...boxes: Uint8Array[]): Uint8Array {
  return box(type, Buffer.alloc(6), u16(1), u32(0, 0), u16(channels, 16, 0, 0), u32(RATE * 0x10000), ...boxes)
}

/** Bits from the highest to the lowest of each byte. */
function packBits(fields: Iterable<readonly [bits: number, value: number]>): Buffer {
  const bytes: number[] = []
  let [byte, filled] = [0, 0]
  for (const [bits, value] of fields)
    for (let bit = bits - 1; bit >= 0; bit -= 1) {
      byte = (byte << 1) | ((value >> bit) & 1)
      filled += 1
      if (filled % 8 === 0) bytes.push(byte & 255)
    }
  if (filled % 8 > 0) bytes.push((byte << (8 - (filled % 8))) & 255)
  return Buffer.from(bytes)
}

const FRAME = 4096

function pcmFrames(samples: Float32Array): Int16Array[] {
  const pcm = Int16Array.from(samples, value => Math.round(value * 32_767))
  return Array.from({ length: Math.ceil(pcm.length / FRAME) }, (_, i) => pcm.subarray(i * FRAME, (i + 1) * FRAME))
}

/** An MP4 of Apple Lossless in uncompressed frames. */
export function alacMp4(samples = toneSamples()): Buffer {
  const settings = Buffer.concat([u32(FRAME), Buffer.from([0, 16, 40, 10, 14, 1]), u16(255), u32(0, 0, RATE)])
  const frames = pcmFrames(samples).map(frame =>
    packBits([
      [3, 0],
      [16, 0],
      [1, 1],
      [2, 0],
      [1, 1],
      [32, frame.length],
      ...[...frame].map(each => [16, each] as const),
      [3, 7],
    ]),
  )
  const entries = [entry('alac', 1, fullBox('alac', 0, settings))]
  const times = [frames.length - 1, FRAME, 1, samples.length % FRAME || FRAME]
  return madeFile({ tracks: [{ samples: frames, timescale: RATE, times, entries }] })
}

/** An MP4 of PCM in little-endian samples of 16 bits, all in one chunk. */
export function pcmMp4(samples = toneSamples()): Buffer {
  const pcm = Int16Array.from(samples, value => Math.round(value * 32_767))
  const tables = { stsz: fullBox('stsz', 0, u32(2, pcm.length)), stsc: fullBox('stsc', 0, u32(1, 1, pcm.length, 1)) }
  const entries = [entry('ipcm', 1, fullBox('pcmC', 0, Buffer.from([1, 16])))]
  const bytes = new Uint8Array(pcm.buffer)
  return madeFile({ tracks: [{ samples: [bytes], timescale: RATE, times: [pcm.length, 1], entries, tables }] })
}

/** An MP4 of FLAC in uncompressed frames. */
export function flacMp4(samples = toneSamples()): Buffer {
  const frames = pcmFrames(samples).map((frame, number) => {
    const head = Buffer.from([0xff, 0xf8, 0x7a, 0x08, number, ...u16(frame.length - 1)])
    const body = packBits([[8, 2], ...[...frame].map(each => [16, each] as const)])
    const whole = Buffer.concat([head, Buffer.from([crc(head, 8, 0x07)]), body])
    return Buffer.concat([whole, u16(crc(whole, 16, 0x8005))])
  })
  const info = packBits([
    [16, FRAME],
    [16, FRAME],
    [24, 0],
    [24, 0],
    [20, RATE],
    [3, 0],
    [5, 15],
    [4, 0],
    [32, samples.length],
  ])
  const streamInfo = Buffer.concat([Buffer.from([0x80, 0, 0, 34]), info, Buffer.alloc(16)])
  const entries = [entry('fLaC', 1, fullBox('dfLa', 0, streamInfo))]
  const times = [frames.length - 1, FRAME, 1, samples.length % FRAME || FRAME]
  return madeFile({ tracks: [{ samples: frames, timescale: RATE, times, entries }] })
}

function crc(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
  let value = 0
  for (const byte of bytes) {
    value ^= byte << (bits - 8)
    for (let i = 0; i < 8; i += 1) value = ((value << 1) ^ (value >> (bits - 1) ? polynomial : 0)) & (2 ** bits - 1)
  }
  return value
}

/** Samples of a silent AAC track of three seconds, for `madeFile`. */
const SILENCE = {
  samples: Array.from({ length: 47 }, () => Buffer.from([0, 0, 0, 7])),
}

/** An MP4 of one MP3 track for each list of tones; `silentFirst` puts a silent track before them. */
export async function tracksMp4(tones: readonly (readonly number[])[], silentFirst = false): Promise<Buffer> {
  const tracks = await Promise.all(
    tones.map(async each => {
      const bytes = await encodedMp4('mp3', 1, toneSamples(each))
      const { frames } = (await readMovie(blobBytes(new Blob([bytes])), 60)).tracks[0]
      const samples = framesOf(bytes, frames)
      return {
        samples,
        timescale: RATE,
        times: [samples.length, 1152],
        entries: [mp4a(undefined, { objectType: 0x6b })],
      }
    }),
  )
  return madeFile({ tracks: silentFirst ? [SILENCE, ...tracks] : tracks })
}

/** The sound of an MP4, repeated. */
export async function repeatedMp4(bytes: Uint8Array<ArrayBuffer>, times: number): Promise<Buffer> {
  const { frames, entry, rate } = (await readMovie(blobBytes(new Blob([bytes])), 60)).tracks[0]
  const once = framesOf(bytes, frames)
  const samples = Array.from({ length: times }, () => once).flat()
  const units = Math.round(((frames.sounds[1] ?? 0) - (frames.sounds[0] ?? 0)) * rate)
  const entries = [Buffer.from(entry.box)]
  return madeFile({ tracks: [{ samples, timescale: rate, times: [samples.length, units], entries }] })
}

function framesOf(bytes: Uint8Array, { sizes, positions }: Frames): Uint8Array[] {
  return [...sizes].map((size, i) => bytes.slice(positions[i], (positions[i] ?? 0) + size))
}

/** An MP4 that claims to hold DTS, which no browser and no library of the page decodes. */
export function dtsMp4(): Buffer {
  const samples = Array.from({ length: 100 }, (_, i) => Buffer.alloc(1000, i))
  return madeFile({ tracks: [{ samples, timescale: RATE, times: [100, 1024], entries: [entry('dtsc', 6)] }] })
}
