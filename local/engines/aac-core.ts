/** Object types of AAC (ISO/IEC 14496-3, table 1.17). */
const LOW_COMPLEXITY = 2
const SPECTRAL_BAND_REPLICATION = 5
const PARAMETRIC_STEREO = 29

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
/** Index that says that the rate follows in 24 bits. */
const STATED_RATE = 15

/**
 * HE-AAC as the AAC-LC inside it: the decoder here knows no band replication, and what it would add lies above the
 * voice. The packets stay as they are; only their description changes. Any other configuration is given back.
 */
export function aacCore(config: AudioDecoderConfig): AudioDecoderConfig {
  const { description } = config
  if (!description) return config
  const read = bitReader(bytesOf(description))
  const type = read(5)
  if (type !== SPECTRAL_BAND_REPLICATION && type !== PARAMETRIC_STEREO) return config
  const rateIndex = read(4)
  const rate = rateIndex === STATED_RATE ? read(24) : RATES[rateIndex]
  const channels = read(4)
  const core = RATES.indexOf(rate ?? 0)
  if (core < 0 || channels < 1 || channels > 2) return config
  // Object type 5 bits, rate 4, channels 4, and three flags that are 0 for plain AAC-LC.
  const bits = (LOW_COMPLEXITY << 11) | (core << 7) | (channels << 3)
  return {
    codec: `mp4a.40.${LOW_COMPLEXITY}`,
    sampleRate: RATES[core] ?? config.sampleRate,
    numberOfChannels: channels,
    description: Uint8Array.of(bits >> 8, bits & 255),
  }
}

function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

/** Reads numbers of so many bits, one after another; behind the end there are zeros. */
function bitReader(bytes: Uint8Array): (bits: number) => number {
  let at = 0
  return bits => {
    let value = 0
    for (const end = at + bits; at < end; at++) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return value
  }
}
