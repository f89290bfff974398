import { Bits } from './bits.ts'
import { readErrors } from './codes.ts'
import { predict, readPredictor, sumUp, unmix } from './predict.ts'
import type { AlacSettings } from './settings.ts'

/** Types of the elements of a frame. */
const PAIR = 1
const DATA = 4
const FILL = 6
const END = 7
/** Elements with one channel: an ordinary one and the low frequencies. */
const SINGLES = [0, 3]

/**
 * Decodes one frame to channels in the order left, right, centre, low frequencies, others, from -1 to 1. Browsers other
 * than Safari have no decoder, and no maintained library has one under a licence that the page could ship.
 * Source: Apple's description of the format and its reference decoder. Throws a RangeError for a damaged frame.
 */
export function decodeAlacFrame(frame: Uint8Array, settings: AlacSettings): Float32Array<ArrayBuffer>[] {
  const bits = new Bits(frame)
  const channels: Float32Array<ArrayBuffer>[] = []
  for (;;) {
    const element = bits.read(3)
    if (element === END) break
    if (element === FILL) bits.skip(8 * fillBytes(bits))
    else if (element === DATA) skipData(bits)
    else if (element === PAIR) channels.push(...decodeElement(bits, settings, 2))
    else if (SINGLES.includes(element)) channels.push(...decodeElement(bits, settings, 1))
    else throw new RangeError(`element ${element} is not in Apple Lossless`)
    if (channels.length >= settings.channels) break
  }
  return inUsualOrder(channels)
}

function fillBytes(bits: Bits): number {
  const count = bits.read(4)
  return count < 15 ? count : count + bits.read(8) - 1
}

function skipData(bits: Bits): void {
  bits.skip(4)
  const isAligned = bits.read(1) === 1
  const count = bits.read(8)
  const bytes = count < 255 ? count : count + bits.read(8)
  if (isAligned) bits.align()
  bits.skip(8 * bytes)
}

/** Apple Lossless begins with the centre and ends with the low frequencies. */
function inUsualOrder<T>(channels: T[]): T[] {
  if (channels.length < 3) return channels
  const [centre, left, right, ...others] = channels as [T, T, T, ...T[]]
  return others.length < 3 ? [left, right, centre, ...others] : [left, right, centre, ...others.splice(-1), ...others]
}

function decodeElement(bits: Bits, settings: AlacSettings, count: 1 | 2): Float32Array<ArrayBuffer>[] {
  bits.skip(16)
  const isPartial = bits.read(1) === 1
  const lowBits = 8 * bits.read(2)
  const isRaw = bits.read(1) === 1
  const length = isPartial ? bits.read(32) : settings.frameLength
  if (length > settings.frameLength) throw new RangeError('a frame is longer than the settings allow')
  const scale = 2 ** (1 - settings.bitDepth)
  if (isRaw) return toFloat(readRaw(bits, settings.bitDepth, length, count), scale)

  const mixBits = bits.read(8)
  const mixShare = (bits.read(8) << 24) >> 24
  const predictors = Array.from({ length: count }, () => readPredictor(bits))
  const lows = new Bits(bits.bytes, bits.at)
  bits.skip(lowBits * length * count)
  const depth = settings.bitDepth - lowBits + count - 1
  if (depth < 1) throw new RangeError('a frame has no bits left for its samples')
  const values = predictors.map(predictor => {
    const errors = readErrors(bits, length, { ...settings, pb: (settings.pb * predictor.pbFactor) >> 2 }, depth)
    return predict(predictor.isRepeated ? sumUp(errors, depth) : errors, predictor, depth)
  })
  const [first, second] = values
  if (first && second && mixShare !== 0) unmix(first, second, mixBits, mixShare)
  if (lowBits > 0)
    for (let i = 0; i < length; i += 1)
      for (const channel of values) channel[i] = ((channel[i] ?? 0) << lowBits) | lows.read(lowBits)
  return toFloat(values, scale)
}

function readRaw(bits: Bits, depth: number, length: number, count: number): Int32Array[] {
  const values = Array.from({ length: count }, () => new Int32Array(length))
  const shift = 32 - depth
  for (let i = 0; i < length; i += 1) for (const channel of values) channel[i] = (bits.read(depth) << shift) >> shift
  return values
}

function toFloat(values: Int32Array[], scale: number): Float32Array<ArrayBuffer>[] {
  return values.map(channel => Float32Array.from(channel, value => value * scale))
}
