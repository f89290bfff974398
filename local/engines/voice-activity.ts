import { LEVEL_MS, SILENCE_DB } from './loudness.ts'

/** A stretch of time that contains speech. */
export interface Span {
  startMs: number
  endMs: number
}

/** Loudness around a moment: without and with speech. */
interface NoiseLevels {
  noiseDb: number
  voiceDb: number
}

/** Levels per second. */
const SECOND = 1000 / LEVEL_MS
/** Seconds before and after a moment that count as around it. */
const REACH_SECONDS = 10
const NOISE_SHARE = 0.1
const VOICE_SHARE = 0.95

/** Speech is at least this much louder than the noise. */
const RISE_DB = 7
/** Sound this far below the surrounding speech is breath or echo. */
const DEPTH_DB = 27
/** Fainter speech is unintelligible. */
const FAINTEST_DB = -58
/** Sound whose level varies less is a tone or a hum, not a voice. */
const STEADY_DB = 1.5
/** Shorter gaps are consonants and short breaths. */
const MERGE_MS = 300
/** Shorter sounds are clicks. */
const SHORTEST_MS = 120
/** Longest dip in loudness inside one sound. */
const FADE_MS = 60

/**
 * Finds speech by the energy of the sound: levels above an adaptive noise floor, without clicks and steady tones, and
 * with gaps under 300 ms closed. It does not detect words: rhythmic music counts as a voice.
 */
export function speechSpans(levels: Float32Array): Span[] {
  const surroundings = measureNoise(levels)
  const loud = merged(loudSpans(levels, surroundings), FADE_MS)
  return merged(
    loud.filter(span => span.endMs - span.startMs >= SHORTEST_MS && !isSteady(levels, span)),
    MERGE_MS,
  )
}

function loudSpans(levels: Float32Array, surroundings: NoiseLevels[]): Span[] {
  const spans: Span[] = []
  let start = -1
  for (let i = 0; i <= levels.length; i += 1) {
    const around = surroundings[Math.floor(i / SECOND)]
    const level = levels[i]
    const isLoud = around !== undefined && level !== undefined && level >= threshold(around)
    if (isLoud && start < 0) start = i
    if (!isLoud && start >= 0) {
      spans.push({ startMs: start * LEVEL_MS, endMs: i * LEVEL_MS })
      start = -1
    }
  }
  return spans
}

function threshold({ noiseDb, voiceDb }: NoiseLevels): number {
  return Math.max(FAINTEST_DB, noiseDb + RISE_DB, voiceDb - DEPTH_DB)
}

/** Whether the level hardly varies, apart from the edges. */
function isSteady(levels: Float32Array, span: Span): boolean {
  const margin = Math.min(5, Math.floor((span.endMs - span.startMs) / LEVEL_MS / 4))
  const inner = levels.subarray(span.startMs / LEVEL_MS + margin, span.endMs / LEVEL_MS - margin)
  const mean = inner.reduce((sum, level) => sum + level, 0) / inner.length
  const variance = inner.reduce((sum, level) => sum + (level - mean) ** 2, 0) / inner.length
  return Math.sqrt(variance) < STEADY_DB
}

/** Closes gaps shorter than `gapMs`. */
function merged(spans: Span[], gapMs: number): Span[] {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (last && span.startMs - last.endMs < gapMs) last.endMs = span.endMs
    else result.push({ ...span })
  }
  return result
}

/**
 * Measures the noise around every second, so that the noise floor follows the recording: the 10th and the 95th
 * percentile of the levels within ten seconds either way. A sliding histogram of 1 dB keeps this linear.
 */
function measureNoise(levels: Float32Array): NoiseLevels[] {
  const seconds = Math.ceil(levels.length / SECOND)
  const histogram = new Uint32Array(-SILENCE_DB + 1)
  let count = 0
  const change = (second: number, by: 1 | -1) => {
    if (second < 0 || second >= seconds) return
    for (const level of levels.subarray(second * SECOND, (second + 1) * SECOND)) {
      const bin = findBin(level)
      histogram[bin] = (histogram[bin] ?? 0) + by
      count += by
    }
  }
  for (let second = 0; second < REACH_SECONDS; second += 1) change(second, 1)
  return Array.from({ length: seconds }, (_, second) => {
    change(second + REACH_SECONDS, 1)
    change(second - REACH_SECONDS - 1, -1)
    return { noiseDb: percentile(histogram, count * NOISE_SHARE), voiceDb: percentile(histogram, count * VOICE_SHARE) }
  })
}

function findBin(level: number): number {
  return Math.round(Math.min(0, Math.max(SILENCE_DB, level)) - SILENCE_DB)
}

function percentile(histogram: Uint32Array, rank: number): number {
  let seen = 0
  for (let bin = 0; bin < histogram.length; bin += 1) {
    seen += histogram[bin] ?? 0
    if (seen > rank) return bin + SILENCE_DB
  }
  return 0
}
