import { boxesIn, part } from './box.ts'

/** Sample rates by their index in an AudioSpecificConfig (ISO/IEC 14496-3). */
const RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]
const OWN_RATE = 15

/** Kinds of AAC whose frames hold 1,024 (or 960) values at the rate first stated: LC, and LC under SBR or PS. */
const LOW_COMPLEXITY = 2
const EXTENDED = [5, 29]

/** Tags of descriptors (ISO/IEC 14496-1). */
const DECODER_CONFIG = 4
const DECODER_SPECIFIC = 5
const AAC = 0x40

/** Seconds of one frame of AAC sound by its configuration in `stsd`; 0 for every other coding. */
export function aacFrameSeconds(descriptions: DataView | undefined): number {
  const entry = descriptions && boxesIn(descriptions, 8).next().value
  if (entry?.type !== 'mp4a') return 0
  const config = specificConfig(entry.content)
  return config === undefined ? 0 : frameSeconds(config)
}

/** The AudioSpecificConfig somewhere in a sample entry: QuickTime's entries hold `esds` deeper than MP4's. */
function specificConfig(entry: DataView): DataView | undefined {
  const bytes = Buffer.from(entry.buffer, entry.byteOffset, entry.byteLength)
  const at = bytes.indexOf('esds', 0, 'latin1')
  if (at < 0) return undefined
  const decoder = bytes.indexOf(DECODER_CONFIG, at + 8)
  for (let i = decoder; i >= 0; i = bytes.indexOf(DECODER_CONFIG, i + 1)) {
    const config = descriptor(entry, i)
    if (!config || config.byteLength < 13 || config.getUint8(0) !== AAC) continue
    return config.getUint8(13) === DECODER_SPECIFIC ? descriptor(config, 13) : undefined
  }
  return undefined
}

/** Content of the descriptor at a place: a tag, a length of up to four bytes with seven bits each, the content. */
function descriptor(bytes: DataView, at: number): DataView | undefined {
  let length = 0
  for (let i = at + 1; i < Math.min(at + 5, bytes.byteLength); i++) {
    const byte = bytes.getUint8(i)
    length = length * 128 + (byte & 127)
    if (byte < 128) return i + 1 + length <= bytes.byteLength ? part(bytes, i + 1, length) : undefined
  }
  return undefined
}

/** 5 bits kind, 4 bits index of the rate (15: 24 bits of its own follow), 4 bits channels, then the flag of 960 values. */
function frameSeconds(config: DataView): number {
  const bits = (from: number, count: number) => {
    let value = 0
    for (let i = from; i < from + count; i++) value = value * 2 + ((byteOf(config, i >> 3) >> (7 - (i & 7))) & 1)
    return value
  }
  const kind = bits(0, 5)
  const index = bits(5, 4)
  const rate = index === OWN_RATE ? bits(9, 24) : RATES[index]
  if (!rate || !(kind === LOW_COMPLEXITY || EXTENDED.includes(kind))) return 0
  const short = kind === LOW_COMPLEXITY && bits(index === OWN_RATE ? 37 : 13, 1) === 1
  return (short ? 960 : 1024) / rate
}

const byteOf = (bytes: DataView, at: number): number => (at < bytes.byteLength ? bytes.getUint8(at) : 0)
