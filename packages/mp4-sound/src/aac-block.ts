import { type BandOffsets, bandOffsets } from './aac-codebooks.ts'
import { BitCursor, SCALE_FACTOR_WORDS, SPECTRAL_WORDS, UnreadableBlock } from './bit-cursor.ts'

/** Syntactic elements of a block (ISO/IEC 14496-3, table 4.85). */
const SINGLE_CHANNEL = 0
const CHANNEL_PAIR = 1
const LOW_FREQUENCY = 3
const DATA_STREAM = 4
const PROGRAM_CONFIG = 5
const FILL = 6
const END = 7

const MAIN = 1
const LTP = 4
const EIGHT_SHORT = 2
/** Codes of sections without spectral lines: nothing, noise, and intensity in both phases; 12 is reserved. */
const NOTHING = 0
const RESERVED = 12
const NOISE = 13

/**
 * Builds the function that finds the AAC block at the start of a sample: its bytes, or `undefined` if there is none.
 * Decoders play every block that is packed into a sample, while the file's tables count one. The block's syntax is read
 * without decoding it: some 300 code words.
 */
export function blockReader(
  objectType: number,
  rate: number,
): (sample: Uint8Array) => { bytes: number; isSilent: boolean } | undefined {
  const bands = bandOffsets(rate)
  return sample => {
    if (!bands) return undefined
    const cursor = new BitCursor(sample)
    try {
      const { channels, isSilent } = skipBlock(cursor, objectType, bands)
      return cursor.isPastEnd || channels === 0 ? undefined : { bytes: cursor.at >> 3, isSilent }
    } catch (error) {
      if (error instanceof UnreadableBlock) return undefined
      throw error
    }
  }
}

/** A block without sound for one or two channels. */
export function silentBlock(channels: number): Uint8Array {
  return channels === 1 ? Uint8Array.of(0, 0, 0, 7) : Uint8Array.of(0x20, 0, 0, 0, 0, 0, 0x0e)
}

/** Moves to the byte after a block, and returns the number of its channels and whether all are silent. */
function skipBlock(cursor: BitCursor, objectType: number, bands: BandOffsets): { channels: number; isSilent: boolean } {
  let channels = 0
  let isSilent = true
  while (!cursor.isPastEnd) {
    const element = cursor.read(3)
    if (element === END) {
      cursor.align()
      return { channels, isSilent }
    }
    if (element === FILL) skipFill(cursor)
    else if (element === DATA_STREAM) skipData(cursor)
    else if (element === PROGRAM_CONFIG) skipProgramConfig(cursor)
    else if (element === SINGLE_CHANNEL || element === LOW_FREQUENCY) {
      cursor.skip(4)
      isSilent = skipChannel(cursor, objectType, bands) && isSilent
      channels += 1
    } else if (element === CHANNEL_PAIR) {
      isSilent = skipPair(cursor, objectType, bands) && isSilent
      channels += 2
    } else throw new UnreadableBlock('a coupling channel')
  }
  throw new UnreadableBlock('a block without an end')
}

function skipFill(cursor: BitCursor): void {
  const count = cursor.read(4)
  cursor.skip(8 * (count === 15 ? 14 + cursor.read(8) : count))
}

function skipData(cursor: BitCursor): void {
  cursor.skip(4)
  const isAligned = cursor.read(1) === 1
  const count = cursor.read(8)
  const bytes = count === 255 ? 255 + cursor.read(8) : count
  if (isAligned) cursor.align()
  cursor.skip(8 * bytes)
}

function skipProgramConfig(cursor: BitCursor): void {
  cursor.skip(10)
  const [front, side, back] = [cursor.read(4), cursor.read(4), cursor.read(4)]
  const [low, data, coupling] = [cursor.read(2), cursor.read(3), cursor.read(4)]
  for (const width of [4, 4, 3]) if (cursor.read(1) === 1) cursor.skip(width)
  cursor.skip(5 * (front + side + back + coupling) + 4 * (low + data))
  cursor.align()
  cursor.skip(8 * cursor.read(8))
}

/** The windows of a channel. */
interface Windows {
  isShort: boolean
  /** Windows of each group, which share their scale factors. */
  groups: number[]
  bandCount: number
  offsets: readonly number[]
}

function skipPair(cursor: BitCursor, objectType: number, bands: BandOffsets): boolean {
  cursor.skip(4)
  let shared: Windows | undefined
  if (cursor.read(1) === 1) {
    shared = readWindows(cursor, objectType, bands, true)
    const mask = cursor.read(2)
    if (mask === 3) throw new UnreadableBlock('a reserved stereo mask')
    if (mask === 1) cursor.skip(shared.groups.length * shared.bandCount)
  }
  const isSilent = skipChannel(cursor, objectType, bands, shared)
  return skipChannel(cursor, objectType, bands, shared) && isSilent
}

/** Returns true if no band of the channel has spectral lines, noise or intensity. */
function skipChannel(cursor: BitCursor, objectType: number, bands: BandOffsets, shared?: Windows): boolean {
  cursor.skip(8)
  const windows = shared ?? readWindows(cursor, objectType, bands, false)
  const codes = readSections(cursor, windows)
  skipScaleFactors(cursor, codes)
  if (cursor.read(1) === 1) skipPulses(cursor)
  if (cursor.read(1) === 1) skipNoiseShaping(cursor, windows)
  if (cursor.read(1) === 1) throw new UnreadableBlock('gain control')
  skipSpectrum(cursor, windows, codes)
  return codes.every(code => code === NOTHING)
}

function readWindows(cursor: BitCursor, objectType: number, bands: BandOffsets, isPair: boolean): Windows {
  cursor.skip(1)
  const isShort = cursor.read(2) === EIGHT_SHORT
  cursor.skip(1)
  const bandCount = cursor.read(isShort ? 4 : 6)
  const offsets = isShort ? bands.short : bands.long
  if (bandCount >= offsets.length) throw new UnreadableBlock('too many bands')
  const groups = [1]
  if (isShort) {
    for (let i = 0; i < 7; i += 1) {
      if (cursor.read(1) === 1) groups.push((groups.pop() ?? 0) + 1)
      else groups.push(1)
    }
  } else if (cursor.read(1) === 1)
    skipPrediction(cursor, objectType, Math.min(bandCount, bands.predicted), bandCount, isPair)
  return { isShort, groups, bandCount, offsets }
}

function skipPrediction(
  cursor: BitCursor,
  objectType: number,
  predicted: number,
  bandCount: number,
  isPair: boolean,
): void {
  if (objectType === MAIN) {
    if (cursor.read(1) === 1) cursor.skip(5)
    cursor.skip(predicted)
    return
  }
  if (objectType !== LTP) throw new UnreadableBlock('prediction in a profile without it')
  for (let i = 0; i < (isPair ? 2 : 1); i += 1) if (cursor.read(1) === 1) cursor.skip(14 + Math.min(bandCount, 40))
}

/** The code of each band, group after group. */
function readSections(cursor: BitCursor, { isShort, groups, bandCount }: Windows): Uint8Array {
  const codes = new Uint8Array(groups.length * bandCount)
  const width = isShort ? 3 : 5
  const more = (1 << width) - 1
  for (let group = 0; group < groups.length; group += 1) {
    let band = 0
    while (band < bandCount) {
      const code = cursor.read(4)
      let length = 0
      let step = cursor.read(width)
      for (; step === more; step = cursor.read(width)) length += more
      length += step
      if (code === RESERVED || band + length > bandCount || cursor.isPastEnd)
        throw new UnreadableBlock('a false section')
      codes.fill(code, group * bandCount + band, group * bandCount + band + length)
      band += length
    }
  }
  return codes
}

function skipScaleFactors(cursor: BitCursor, codes: Uint8Array): void {
  let hasNoise = false
  for (const code of codes) {
    if (code === NOTHING) continue
    // The first noise energy is a plain number.
    if (code === NOISE && !hasNoise) {
      cursor.skip(9)
      hasNoise = true
    } else cursor.skipWord(SCALE_FACTOR_WORDS)
  }
}

function skipPulses(cursor: BitCursor): void {
  const count = cursor.read(2) + 1
  cursor.skip(6 + 9 * count)
}

function skipNoiseShaping(cursor: BitCursor, { isShort }: Windows): void {
  const [windows, countBits, lengthBits, orderBits] = isShort ? [8, 1, 4, 3] : [1, 2, 6, 5]
  for (let window = 0; window < windows; window += 1) {
    const filters = cursor.read(countBits)
    const resolution = filters > 0 ? cursor.read(1) : 0
    for (let filter = 0; filter < filters; filter += 1) {
      cursor.skip(lengthBits)
      const order = cursor.read(orderBits)
      if (order === 0) continue
      cursor.skip(1)
      const compressed = cursor.read(1)
      cursor.skip(order * (3 + resolution - compressed))
    }
  }
}

function skipSpectrum(cursor: BitCursor, { groups, bandCount, offsets }: Windows, codes: Uint8Array): void {
  for (const [group, windows] of groups.entries()) {
    for (let band = 0; band < bandCount; band += 1) {
      const words = SPECTRAL_WORDS[(codes[group * bandCount + band] ?? 0) - 1]
      if (!words) continue
      const lines = ((offsets[band + 1] ?? 0) - (offsets[band] ?? 0)) * windows
      for (let line = 0; line < lines; line += words.lines) cursor.skipWord(words)
      if (cursor.isPastEnd) throw new UnreadableBlock('the sample ends within its spectrum')
    }
  }
}
