/** Kilobits per second by index, for MPEG-1 and for MPEG-2 and 2.5, Layer III (ISO/IEC 11172-3, 13818-3). */
const BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const LOW_BIT_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
/** Sample rates of MPEG-1 by index; MPEG-2 halves them, MPEG-2.5 quarters them. */
const RATES = [44_100, 48_000, 32_000]

const MPEG_1 = 3
const RESERVED_VERSION = 1
const LAYER_3 = 1

/** Bytes that a header takes. */
export const MP3_HEADER_BYTES = 4

export interface Mp3Frame {
  rate: number
  channels: number
  /** Samples per channel. */
  units: number
  /** Bytes of the whole frame. */
  bytes: number
}

/** True if the bytes begin with a frame of Layer I or II, which files name like MP3. */
export function isOlderLayer([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && second >= 0xe0 && ((second >> 1) & 3) > LAYER_3
}

/** Parses the MP3 frame header at the start of the bytes; `undefined` if there is none. */
export function mp3Frame(bytes: Uint8Array): Mp3Frame | undefined {
  const [sync = 0, second = 0, third = 0, fourth = 0] = bytes
  if (sync !== 0xff || second < 0xe0) return undefined
  const version = (second >> 3) & 3
  if (version === RESERVED_VERSION || ((second >> 1) & 3) !== LAYER_3) return undefined
  const isFirst = version === MPEG_1
  const kilobits = (isFirst ? BIT_RATES : LOW_BIT_RATES)[third >> 4]
  const base = RATES[(third >> 2) & 3]
  if (!kilobits || !base) return undefined
  const rate = isFirst ? base : version === 2 ? base / 2 : base / 4
  const units = isFirst ? 1152 : 576
  const padding = (third >> 1) & 1
  return {
    rate,
    channels: fourth >> 6 === 3 ? 1 : 2,
    units,
    bytes: Math.floor(((units / 8) * kilobits * 1000) / rate) + padding,
  }
}
