import { aacConfig, aacDescription } from './aac.ts'
import { blockCheck, type SampleContent, silentBlock } from './aac-block.ts'
import { type BoxBudget, boxesIn, part } from './box.ts'
import { mp3Frame } from './mp3.ts'

/** A codec whose frames can be counted: each lasts `frameUnits / rate` seconds, whatever the file declares. */
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
  /** Whether a sample is one frame of this codec, as far as that can be determined without decoding. */
  contentOf(sample: Uint8Array): SampleContent
  /** A frame without sound, which replaces an unreadable one; absent if every sample must be readable. */
  silence?: Uint8Array
}

/** A track's sample description. MP3 declares its rate in the frames, so its coding is read from the first frame. */
export type SoundDescription = { kind: 'coding'; coding: SoundCoding } | { kind: 'mp3' } | undefined

/** Amazon Transcribe's limits: "Media with more than two channels is not currently supported", 8,000 to 48,000 Hz. */
const MOST_CHANNELS = 2
const LOWEST_RATE = 8_000
const HIGHEST_RATE = 48_000

const AAC = 0x40
/** The profiles of MPEG-2 AAC, each with the audio object type that its configuration must have. */
const MPEG_2_AAC = new Map([
  [0x66, 1],
  [0x67, 2],
])
const MP3_OBJECT_TYPES = [0x69, 0x6b]
const MP3 = 0x6b

/**
 * Reads the sample entries in the content of `stsd`, in order, because samples refer to them by number. `undefined` for
 * sound that cannot be counted or that Amazon Transcribe does not accept.
 */
export function soundDescriptions(descriptions: DataView, budget: BoxBudget): SoundDescription[] {
  const version = descriptions.getUint8(0)
  return [...boxesIn(descriptions, budget, 8)].map(entry => {
    if (entry.type === '.mp3') return { kind: 'mp3' }
    if (entry.type !== 'mp4a') return undefined
    const stream = elementaryStream(entry.content, version, budget)
    const decoder = stream && decoderConfig(stream)
    return decoder && described(decoder)
  })
}

function described({ objectType, config }: DecoderConfig): SoundDescription {
  if (MP3_OBJECT_TYPES.includes(objectType)) return { kind: 'mp3' }
  const aac = config && aacConfig(config)
  if (!aac || !isAccepted(aac)) return undefined
  const profile = MPEG_2_AAC.get(objectType)
  if (objectType !== AAC && profile !== aac.objectType) return undefined
  const coding = {
    objectType: AAC,
    rate: aac.rate,
    channels: aac.channels,
    frameUnits: 1024,
    description: aacDescription(aac),
    contentOf: blockCheck(aac.objectType, aac.rate),
    silence: silentBlock(aac.channels),
  }
  return { kind: 'coding', coding }
}

/** Reads the coding of MP3 sound from its first frame: all others must match it and fill their samples. */
export function mp3Coding(firstBytes: Uint8Array): SoundCoding | undefined {
  const first = mp3Frame(firstBytes)
  if (!first || !isAccepted(first)) return undefined
  return {
    objectType: MP3,
    rate: first.rate,
    channels: first.channels,
    frameUnits: first.units,
    description: undefined,
    contentOf(sample) {
      const frame = mp3Frame(sample)
      if (frame?.rate !== first.rate || frame.units !== first.units) return 'unreadable'
      return frame.bytes === sample.length ? 'block' : 'more'
    },
  }
}

function isAccepted({ rate, channels }: { rate: number; channels: number }): boolean {
  return channels <= MOST_CHANNELS && rate >= LOWEST_RATE && rate <= HIGHEST_RATE
}

/** Bytes of an AudioSampleEntry before its boxes. QuickTime's versions 1 and 2 have more fields. */
const ENTRY_BYTES = 28
const QUICKTIME_BYTES: Readonly<Record<number, number>> = { 1: 16, 2: 36 }

/** The content of `esds`: a box of the sample entry or, in QuickTime files, of its `wave` box. */
function elementaryStream(entry: DataView, descriptionsVersion: number, budget: BoxBudget): DataView | undefined {
  const version = entry.getUint16(8)
  const further = descriptionsVersion === 0 ? (QUICKTIME_BYTES[version] ?? 0) : 0
  for (const box of boxesIn(entry, budget, ENTRY_BYTES + further)) {
    if (box.type === 'esds') return box.content
    if (box.type !== 'wave') continue
    for (const inner of boxesIn(box.content, budget)) if (inner.type === 'esds') return inner.content
  }
  return undefined
}

/** Descriptor tags (ISO/IEC 14496-1), and the bytes of fixed fields that precede the nested descriptors. */
const STREAM = 3
const DECODER_CONFIG = 4
const DECODER_SPECIFIC = 5
const DECODER_CONFIG_BYTES = 13
/** Flags of an ES descriptor for optional fields: dependency, URL, clock. */
const DEPENDS = 0x80
const ADDRESS = 0x40
const CLOCK = 0x20

interface DecoderConfig {
  objectType: number
  config: DataView | undefined
}

function decoderConfig(stream: DataView): DecoderConfig | undefined {
  const outer = descriptor(stream, 4, STREAM)
  if (!outer) return undefined
  const flags = outer.getUint8(2)
  // A stream at a URL is not in this file.
  if (flags & ADDRESS) return undefined
  const decoder = descriptor(outer, 3 + (flags & DEPENDS ? 2 : 0) + (flags & CLOCK ? 2 : 0), DECODER_CONFIG)
  if (!decoder || decoder.byteLength < DECODER_CONFIG_BYTES) return undefined
  return { objectType: decoder.getUint8(0), config: descriptor(decoder, DECODER_CONFIG_BYTES, DECODER_SPECIFIC) }
}

/**
 * The content of the descriptor at a position: a tag, a length of up to four bytes with seven bits each, then the
 * content.
 */
function descriptor(bytes: DataView, at: number, tag: number): DataView | undefined {
  if (at >= bytes.byteLength || bytes.getUint8(at) !== tag) return undefined
  let length = 0
  for (let i = at + 1; i < Math.min(at + 5, bytes.byteLength); i += 1) {
    const byte = bytes.getUint8(i)
    length = length * 128 + (byte & 127)
    if (byte < 128) return i + 1 + length <= bytes.byteLength ? part(bytes, i + 1, length) : undefined
  }
  return undefined
}
