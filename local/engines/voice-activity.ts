import { LEVEL_MS } from './loudness.ts'
import { type Surroundings, surroundingsOf } from './noise-floor.ts'

/** A stretch of time in which somebody speaks. */
export interface Span {
  startMs: number
  endMs: number
}

/** Speech stands out of its surroundings by at least this. */
const RISE_DB = 7
/** What lies this far below the loudest speech around is breath and echo. */
const DEPTH_DB = 27
/** Fainter than this is nothing that anybody could follow. */
const FAINTEST_DB = -58
/** A voice never holds one level: a tone or a hum does. */
const STEADY_DB = 1.5
/** Gaps shorter than this are stops of consonants and short breaths. */
const MERGE_MS = 300
/** Shorter sounds are clicks. */
const SHORTEST_MS = 120
/** Longest stretch of merely fading sound that still belongs to the word before it. */
const FADE_MS = 60

/**
 * Where people speak, by the sound's energy: levels that stand out of the adaptive noise floor, gaps under 300 ms
 * closed, clicks and steady tones left out. Knows no words: music with a pulse counts as a voice.
 */
export function speechSpans(levels: Float32Array): Span[] {
  const surroundings = surroundingsOf(levels)
  const loud = merged(loudSpans(levels, surroundings), FADE_MS)
  return merged(
    loud.filter(span => span.endMs - span.startMs >= SHORTEST_MS && !isSteady(levels, span)),
    MERGE_MS,
  )
}

function loudSpans(levels: Float32Array, surroundings: Surroundings[]): Span[] {
  const spans: Span[] = []
  let start = -1
  for (let i = 0; i <= levels.length; i++) {
    const around = surroundings[Math.floor(i / 100)]
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

function threshold({ noiseDb, voiceDb }: Surroundings): number {
  return Math.max(FAINTEST_DB, noiseDb + RISE_DB, voiceDb - DEPTH_DB)
}

/** Whether the level stands still, its edges aside. */
function isSteady(levels: Float32Array, span: Span): boolean {
  const margin = Math.min(5, Math.floor((span.endMs - span.startMs) / LEVEL_MS / 4))
  const inner = levels.subarray(span.startMs / LEVEL_MS + margin, span.endMs / LEVEL_MS - margin)
  const mean = inner.reduce((sum, level) => sum + level, 0) / inner.length
  const variance = inner.reduce((sum, level) => sum + (level - mean) ** 2, 0) / inner.length
  return Math.sqrt(variance) < STEADY_DB
}

function merged(spans: Span[], gapMs: number): Span[] {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (last && span.startMs - last.endMs < gapMs) last.endMs = span.endMs
    else result.push({ ...span })
  }
  return result
}
