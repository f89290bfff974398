import { SAMPLE_RATE, type SoundPiece } from './decode.ts'

/** Time that one level covers. */
export const LEVEL_MS = 10
const LEVEL_SAMPLES = (SAMPLE_RATE * LEVEL_MS) / 1000

/** The lowest level, in dB relative to full scale. */
export const SILENCE_DB = -90

/** Frequencies of the voice in Hz, between hum and hiss. */
const VOICE_BAND = { low: 150, high: 3800 }

/** After this much silence, in levels, the filters contain nothing of the earlier sound. */
const REST_LEVELS = 20

/** Measures the loudness of the voice band in sound that arrives in pieces of any length. */
interface LoudnessMeter {
  /** Adds pieces in order. A gap before a piece counts as silence. */
  add(piece: SoundPiece): void
  /** Levels in dB relative to full scale, one for every 10 ms from time 0 of the media. */
  levels(): Float32Array
}

export function createLoudnessMeter(): LoudnessMeter {
  let highPass = biquad('high', VOICE_BAND.low)
  let lowPass = biquad('low', VOICE_BAND.high)
  const levels: number[] = []
  let sum = 0
  let sampleCount = 0

  function addSample(sample: number): void {
    const voice = lowPass(highPass(sample))
    sum += voice * voice
    sampleCount += 1
    if (sampleCount % LEVEL_SAMPLES > 0) return
    levels.push(Math.max(SILENCE_DB, 10 * Math.log10(sum / LEVEL_SAMPLES + 1e-12)))
    sum = 0
  }

  /** Skips whole levels of silence at once, because a gap may last hours. The filters have settled by its end. */
  function skip(until: number): void {
    while (sampleCount < until && sampleCount % LEVEL_SAMPLES > 0) addSample(0)
    const silent = Math.floor((until - sampleCount) / LEVEL_SAMPLES)
    if (silent >= REST_LEVELS) {
      for (let i = 0; i < silent; i += 1) levels.push(SILENCE_DB)
      sampleCount += silent * LEVEL_SAMPLES
      highPass = biquad('high', VOICE_BAND.low)
      lowPass = biquad('low', VOICE_BAND.high)
    }
    while (sampleCount < until) addSample(0)
  }

  return {
    add(piece) {
      skip(piece.startSample)
      for (const sample of piece.samples) addSample(sample)
    },
    levels: () => Float32Array.from(levels),
  }
}

/** A second-order Butterworth filter (formulas of the Audio EQ Cookbook, Q = 1/sqrt 2). */
function biquad(kind: 'low' | 'high', frequency: number): (sample: number) => number {
  const omega = (2 * Math.PI * frequency) / SAMPLE_RATE
  const alpha = Math.sin(omega) * Math.SQRT1_2
  const cos = Math.cos(omega)
  const a0 = 1 + alpha
  const edge = kind === 'low' ? (1 - cos) / 2 : (1 + cos) / 2
  const b0 = edge / a0
  const b1 = ((kind === 'low' ? 1 : -1) * 2 * edge) / a0
  const a1 = (-2 * cos) / a0
  const a2 = (1 - alpha) / a0
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return x => {
    const y = b0 * (x + x2) + b1 * x1 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    return y
  }
}
