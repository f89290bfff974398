/** The sample entry's settings of an Apple Lossless track. */
export interface AlacSettings {
  /** Samples of a frame other than the last. */
  frameLength: number
  bitDepth: number
  channels: number
  rate: number
  /** Starting values and limits of the entropy coder. */
  pb: number
  mb: number
  kb: number
}

/** Longest frame that is accepted: no encoder writes a longer one, and a wrong header must not take much memory. */
const MOST_FRAME_SAMPLES = 16_384
const SETTINGS_BYTES = 24

/**
 * Reads the settings of a sample entry: the box `alac` inside the entry `alac`, without its header, version and flags.
 * Source: Apple's ALACMagicCookieDescription. Throws a RangeError for settings that no encoder writes.
 */
export function readAlacSettings(bytes: Uint8Array): AlacSettings {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < SETTINGS_BYTES) throw new RangeError('the settings of Apple Lossless are cut off')
  const settings = {
    frameLength: view.getUint32(0),
    bitDepth: view.getUint8(5),
    pb: view.getUint8(6),
    mb: view.getUint8(7),
    kb: view.getUint8(8),
    channels: view.getUint8(9),
    rate: view.getUint32(20),
  }
  const { frameLength, bitDepth, channels, rate } = settings
  const isKnown = [16, 20, 24, 32].includes(bitDepth) && channels >= 1 && channels <= 8 && rate >= 1
  if (!isKnown || frameLength === 0 || frameLength > MOST_FRAME_SAMPLES)
    throw new RangeError('the settings of Apple Lossless are out of range')
  return settings
}
