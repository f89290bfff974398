import { SILENCE_DB } from './loudness.ts'

/** How loud it is around a moment: when nobody speaks, and when somebody does. */
export interface Surroundings {
  noiseDb: number
  voiceDb: number
}

/** Levels in a second. */
const SECOND = 100
/** The surroundings of a second: ten before it and ten after. */
const REACH_SECONDS = 10
const NOISE_SHARE = 0.1
const VOICE_SHARE = 0.95

/**
 * The surroundings of every second, so that the noise floor follows the recording: its 10th and 95th percentile of
 * 10 ms levels within ten seconds either way. A histogram of 1 dB slides over the sound: linear in its length.
 */
export function surroundingsOf(levels: Float32Array): Surroundings[] {
  const seconds = Math.ceil(levels.length / SECOND)
  const histogram = new Uint32Array(-SILENCE_DB + 1)
  let count = 0
  const change = (second: number, by: 1 | -1) => {
    if (second < 0 || second >= seconds) return
    for (const level of levels.subarray(second * SECOND, (second + 1) * SECOND)) {
      const bin = binOf(level)
      histogram[bin] = (histogram[bin] ?? 0) + by
      count += by
    }
  }
  for (let second = 0; second < REACH_SECONDS; second++) change(second, 1)
  return Array.from({ length: seconds }, (_, second) => {
    change(second + REACH_SECONDS, 1)
    change(second - REACH_SECONDS - 1, -1)
    return { noiseDb: percentile(histogram, count * NOISE_SHARE), voiceDb: percentile(histogram, count * VOICE_SHARE) }
  })
}

function binOf(level: number): number {
  return Math.round(Math.min(0, Math.max(SILENCE_DB, level)) - SILENCE_DB)
}

function percentile(histogram: Uint32Array, rank: number): number {
  let seen = 0
  for (let bin = 0; bin < histogram.length; bin++) {
    seen += histogram[bin] ?? 0
    if (seen > rank) return bin + SILENCE_DB
  }
  return 0
}
