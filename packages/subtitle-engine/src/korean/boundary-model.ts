import { zeros } from '../zeros.ts'
import { featuresOf, MOST_FEATURES, spansOf, WEIGHT_UNITS } from './boundary-features.ts'
import { phrasesOf } from './boundary-phrases.ts'
import boundaryWeights from './boundary-weights.json' with { type: 'json' }
import type { Seen } from './kinds.ts'

/**
 * Probability, 0 to 1, that a line or a cue may end before each eojeol without making the reader stumble (index 0
 * unused).
 */
export interface BoundaryOdds {
  line: number[]
  cue: number[]
}

const SLOTS = 1 << 15
const keys = new Int32Array(SLOTS)
const lineWeights = new Float32Array(SLOTS)
const cueWeights = new Float32Array(SLOTS)
const features = new Int32Array(MOST_FEATURES)
let isRead = false

/** Fills the tables at the first use instead of at load, where a page's first paint would wait for it. */
function readWeights(): void {
  if (isRead) return
  isRead = true
  let key = 0
  for (const entry of boundaryWeights.rows.flatMap(row => row.split(','))) {
    const [distance = '', line, cue = 0] = entry.split(' ')
    key += Number.parseInt(distance, 36)
    let slot = key & (SLOTS - 1)
    while (keys[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    keys[slot] = key
    lineWeights[slot] = Number(line) / WEIGHT_UNITS
    cueWeights[slot] = Number(cue) / WEIGHT_UNITS
  }
}

/** The slot of a feature in the tables; an empty one if the feature has no weight. */
function slotOf(hash: number): number {
  let slot = hash & (SLOTS - 1)
  while (keys[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & (SLOTS - 1)
  return slot
}

/** The learned weights of a feature: positive where a line or a cue may rather end. */
export function weightsOf(hash: number): { line: number; cue: number } {
  readWeights()
  const slot = slotOf(hash)
  return { line: lineWeights[slot] ?? 0, cue: cueWeights[slot] ?? 0 }
}

/** Computes the odds of the boundaries of a text from the learned weights; 0 for those that are not `wanted`. */
export function boundaryOdds(words: readonly Seen[], wanted: (at: number) => boolean = () => true): BoundaryOdds {
  readWeights()
  const line = zeros(words.length + 1)
  const cue = zeros(words.length + 1)
  const spans = spansOf(words)
  const phrases = phrasesOf(words)
  for (let at = 1; at < words.length; at += 1) {
    if (!wanted(at)) continue
    const count = featuresOf(words, at, spans, phrases, features)
    let forLine = 0
    let forCue = 0
    for (let i = 0; i < count; i += 1) {
      const slot = slotOf(features[i] ?? 0)
      forLine += lineWeights[slot] ?? 0
      forCue += cueWeights[slot] ?? 0
    }
    line[at] = 1 / (1 + Math.exp(-forLine))
    cue[at] = 1 / (1 + Math.exp(-forCue))
  }
  return { line, cue }
}
