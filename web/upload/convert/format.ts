/** Samples per second of converted sound; transcription uses no more. */
export const RATE = 16_000

const BITS_PER_SECOND = 48_000
/** Bytes that a second of converted sound takes. */
export const BYTES_PER_SECOND = BITS_PER_SECOND / 8

/** The frames of converted sound. LAME delays the sound by 576 samples, and decoders by another 529. */
export const CONVERTED = {
  rate: RATE,
  channels: 1,
  frameUnits: 576,
  delay: 576 + 529,
  bitsPerSecond: BITS_PER_SECOND,
} as const
