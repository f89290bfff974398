/** Sample rates by their index in an AudioSpecificConfig (ISO/IEC 14496-3). */
const RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]
const OWN_RATE = 15

/** Audio object types with frames of 1,024 samples: Main, LC and LTP. */
const CORES = [1, 2, 4]
const LOW_COMPLEXITY = 2
/** SBR and PS: an LC core with added bandwidth or channels, whose frames last as long as the core's. */
const EXTENDED = [5, 29]
const ESCAPE = 31

/** An AAC configuration, described by its core. */
export interface AacConfig {
  /** Main, LC or LTP; HE-AAC counts as the LC inside it. */
  objectType: number
  /** Sample rate of the core; a frame lasts 1,024 of its samples. */
  rate: number
  /** 1 to 7. */
  channels: number
}

/**
 * Reads an AudioSpecificConfig. Returns `undefined` for kinds whose frames have another number of samples (SSR, LD,
 * ELD, xHE-AAC, frames of 960) or whose channels are described elsewhere.
 */
export function aacConfig(config: DataView): AacConfig | undefined {
  const read = bitReader(config)
  const kind = read(5)
  if (kind === ESCAPE) return undefined
  const rate = sampleRate(read)
  const channels = read(4)
  let objectType = kind
  if (EXTENDED.includes(kind)) {
    sampleRate(read)
    objectType = read(5)
    if (objectType !== LOW_COMPLEXITY) return undefined
  }
  const isShort = read(1) === 1
  const dependsOnCore = read(1) === 1
  if (rate === undefined || !CORES.includes(objectType) || isShort || dependsOnCore) return undefined
  return channels >= 1 && channels <= 7 ? { objectType, rate, channels } : undefined
}

/** Builds the shortest AudioSpecificConfig of a core, whose rate must be in the table. */
export function aacDescription({ objectType, rate, channels }: AacConfig): Uint8Array {
  const bits = (objectType << 11) | (RATES.indexOf(rate) << 7) | (channels << 3)
  return Uint8Array.of(bits >> 8, bits & 255)
}

function sampleRate(read: (count: number) => number): number | undefined {
  const index = read(4)
  const rate = index === OWN_RATE ? read(24) : RATES[index]
  return rate !== undefined && RATES.includes(rate) ? rate : undefined
}

/** Reads successive numbers of the given widths in bits; past the end, all bits are 0. */
function bitReader(bytes: DataView): (bits: number) => number {
  let at = 0
  const bit = (i: number) => (i >> 3 < bytes.byteLength ? (bytes.getUint8(i >> 3) >> (7 - (i & 7))) & 1 : 0)
  return bits => {
    let value = 0
    for (const end = at + bits; at < end; at += 1) value = value * 2 + bit(at)
    return value
  }
}
