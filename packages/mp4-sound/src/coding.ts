import { aacDescription } from './aac.ts'
import { blockReader, silentBlock } from './aac-block.ts'
import { mp3Frame } from './mp3.ts'
import type { SampleEntry } from './sample-entry.ts'

/** A codec whose frames can be counted and transcribed: each lasts `frameUnits / rate` seconds, whatever a file states. */
export interface SoundCoding {
  /** `objectTypeIndication` of the codec (ISO/IEC 14496-1, table 5). */
  objectType: number
  /** Samples per second and channel. */
  rate: number
  channels: number
  /** Samples per frame and channel. */
  frameUnits: number
  /** Decoder configuration; absent for MP3, whose frames contain everything. */
  description: Uint8Array | undefined
  /** Reads the frame at the start of a sample without decoding it; `undefined` if there is none. */
  frameIn(sample: Uint8Array): FoundFrame | undefined
  /** The shortest frame without sound, which replaces an unreadable one. */
  silence: Uint8Array
}

export interface FoundFrame {
  bytes: number
  /** True if it holds no sound at all; always false for MP3. */
  isSilent: boolean
}

/** Amazon Transcribe's limits: "Media with more than two channels is not currently supported", 8,000 to 48,000 Hz. */
const MOST_CHANNELS = 2
const LOWEST_RATE = 8_000
const HIGHEST_RATE = 48_000

const AAC = 0x40
export const MP3 = 0x6b

/** Returns the coding of a track if its frames can be counted and transcribed unchanged. */
export function codingOf({ codec, aac }: SampleEntry, firstBytes: Uint8Array): SoundCoding | undefined {
  if (codec === 'mp3') return mp3Coding(firstBytes)
  if (!aac?.isReadable || aac.frameUnits === undefined || !isAccepted(aac)) return undefined
  return {
    objectType: AAC,
    rate: aac.rate,
    channels: aac.channels,
    frameUnits: aac.frameUnits,
    description: aacDescription(aac),
    frameIn: blockReader(aac.objectType, aac.rate),
    silence: silentBlock(aac.channels),
  }
}

/** Reads the coding of MP3 sound from its first frame, which all others must match. */
function mp3Coding(firstBytes: Uint8Array): SoundCoding | undefined {
  const first = mp3Frame(firstBytes)
  if (!first || !isAccepted(first)) return undefined
  return {
    objectType: MP3,
    rate: first.rate,
    channels: first.channels,
    frameUnits: first.units,
    description: undefined,
    frameIn(sample) {
      const frame = mp3Frame(sample)
      const isLike = frame?.rate === first.rate && frame.units === first.units && frame.bytes <= sample.length
      return isLike ? { bytes: frame.bytes, isSilent: false } : undefined
    },
    silence: firstBytes.slice(0, 4),
  }
}

function isAccepted({ rate, channels }: { rate: number; channels: number }): boolean {
  return channels >= 1 && channels <= MOST_CHANNELS && rate >= LOWEST_RATE && rate <= HIGHEST_RATE
}
