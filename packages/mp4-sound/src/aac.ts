import { BitCursor } from './bit-cursor.ts'

/** Sample rates by their index in an AudioSpecificConfig (ISO/IEC 14496-3). */
const RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]
const OWN_RATE = 15

/** Audio object types whose blocks have the common syntax: Main, LC and LTP. */
const CORES = [1, 2, 4]
const LOW_COMPLEXITY = 2
/** SBR and PS: an LC core with added bandwidth or channels, whose frames last as long as the core's. */
const EXTENDED = [5, 29]
const ESCAPE = 31
/** Sync word of an extension that adds SBR to a core in a way that plain decoders ignore. */
const SYNC_EXTENSION = 0x2b7
/** Names of other audio object types. */
const OTHERS: Readonly<Record<number, string>> = { 3: 'aac', 23: 'aac-ld', 34: 'mp3', 39: 'aac-eld', 42: 'xhe-aac' }

/** An AAC configuration, described by its core. */
export interface AacConfig {
  codec: string
  /** Main, LC or LTP; HE-AAC counts as the LC inside it. */
  objectType: number
  /** Sample rate of the core; a frame lasts `frameUnits` of its samples. */
  rate: number
  /** 1 to 7; 0 if they are described elsewhere. */
  channels: number
  frameUnits: number | undefined
  /** True if the blocks can be read: not of SSR, LD, ELD, xHE-AAC, frames of 960 or a rate outside of the table. */
  isReadable: boolean
}

/** Reads an AudioSpecificConfig. */
export function aacConfig(config: DataView): AacConfig | undefined {
  const bits = new BitCursor(new Uint8Array(config.buffer, config.byteOffset, config.byteLength))
  const read = (count: number) => bits.read(count)
  const kind = audioObjectType(read)
  const rate = sampleRate(read)
  const channels = read(4)
  let objectType = kind
  if (EXTENDED.includes(kind)) {
    sampleRate(read)
    objectType = audioObjectType(read)
  }
  if (rate === undefined || channels > 7) return undefined
  if (!CORES.includes(objectType) || (objectType !== kind && objectType !== LOW_COMPLEXITY)) {
    const codec = OTHERS[objectType] ?? `mp4a.40.${objectType}`
    return { codec, objectType, rate, channels, frameUnits: undefined, isReadable: false }
  }
  const isShort = read(1) === 1
  const dependsOnCore = read(1) === 1
  read(1)
  const isExtended = objectType !== kind || (read(11) === SYNC_EXTENSION && read(5) === 5 && read(1) === 1)
  return {
    codec: isExtended ? 'he-aac' : 'aac',
    objectType,
    rate,
    channels,
    frameUnits: isShort ? 960 : 1024,
    isReadable: !isShort && !dependsOnCore && channels > 0 && RATES.includes(rate),
  }
}

function audioObjectType(read: (count: number) => number): number {
  const kind = read(5)
  return kind === ESCAPE ? 32 + read(6) : kind
}

/** Builds the shortest AudioSpecificConfig of a core, whose rate must be in the table. */
export function aacDescription({ objectType, rate, channels }: AacConfig): Uint8Array {
  const bits = (objectType << 11) | (RATES.indexOf(rate) << 7) | (channels << 3)
  return Uint8Array.of(bits >> 8, bits & 255)
}

function sampleRate(read: (count: number) => number): number | undefined {
  const index = read(4)
  const rate = index === OWN_RATE ? read(24) : RATES[index]
  return rate || undefined
}
