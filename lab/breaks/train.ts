/**
 * Learns from the labelled sentences where lines and cues may end, and writes
 * `packages/subtitle-engine/src/korean/boundary-weights.json`. Run with `node_modules/.bin/node lab/breaks/train.ts`.
 * Deterministic; does not read `held-out.txt`.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import {
  FEATURE_KEYS,
  featuresOf,
  MOST_FEATURES,
  seenOf,
  spansOf,
  WEIGHT_UNITS,
} from '../../packages/subtitle-engine/src/korean/boundary-features.ts'
import { phrasesOf } from '../../packages/subtitle-engine/src/korean/boundary-phrases.ts'
import { randomFrom } from '../../packages/subtitle-engine/test/support/speech.ts'
import {
  type Label,
  labelledSentences,
  type Marked,
  type Part,
  rereadSentences,
  TRAINING_FILES,
  writersSentences,
} from './labelled.ts'

/** A boundary: the hashes of its features, and the share of the readers who would end a line or a cue there. */
export interface Example {
  features: Int32Array
  line: number
  cue: number
  /** Its weight in training, 0 to 1. */
  share: number
}

/** Weights per feature for the end of a line and of a cue, in units of 1/25. */
export type Weights = Map<number, { line: number; cue: number }>

export interface Settings {
  epochs: number
  rate: number
  /** Strength of the L1 regularization: a feature that gains less gets no weight. */
  l1: number
  l2: number
  minCount: number
  /** A feature whose weights are both closer to 0 than this is dropped. */
  least: number
}

export const SETTINGS: Settings = { epochs: 12, rate: 0.1, l1: 28, l2: 1, minCount: 3, least: 5 }
/** A sentence labelled only once counts a little less. */
const WRITERS_SHARE = 0.9

/**
 * The boundaries of the sentences labelled by two readers (or of a part of them), of those labelled by their writers,
 * and of those labelled by one more reader. Every group but the first has habits of its own, so each of its features
 * counts twice: as itself, and as a feature of the group, which is learned but discarded (Daumé 2007, "Frustratingly
 * Easy Domain Adaptation"). The result reflects how the two readers label.
 */
export function examplesOf(part?: Part): Example[] {
  const read = TRAINING_FILES.flatMap(file => labelledSentences(file, part))
  return [
    ...read.flatMap(({ words, labels, second }) => boundariesOf(words, [labels, second], 1)),
    ...examplesOfGroup(writersSentences(), 1, WRITERS_SHARE),
    ...examplesOfGroup(rereadSentences('first'), 2, 1),
    ...examplesOfGroup(rereadSentences('second'), 3, 1),
  ]
}

function examplesOfGroup(sentences: readonly Marked[], group: number, share: number): Example[] {
  const own = group * FEATURE_KEYS
  return sentences.flatMap(({ words, labels }) =>
    boundariesOf(words, [labels], share).map(example => ({
      ...example,
      features: Int32Array.from([...example.features, ...example.features.map(key => key + own)]),
    })),
  )
}

function boundariesOf(words: readonly string[], readings: readonly (readonly Label[])[], share: number): Example[] {
  const into = new Int32Array(MOST_FEATURES)
  const seen = words.map(seenOf)
  const spans = spansOf(seen)
  const phrases = phrasesOf(seen)
  const shareOf = (i: number, holds: (label: Label | undefined) => boolean) =>
    readings.filter(labels => holds(labels[i])).length / readings.length
  return Array.from({ length: words.length - 1 }, (_, i) => ({
    features: into.slice(0, featuresOf(seen, i + 1, spans, phrases, into)),
    line: shareOf(i, label => label !== 'bad'),
    cue: shareOf(i, label => label === 'good'),
    share,
  }))
}

/** Sparse logistic regression on the features (FTRL-Proximal, McMahan et al. 2013). */
export function trained(examples: readonly Example[], settings: Settings = SETTINGS): Weights {
  const counts = new Map<number, number>()
  for (const { features } of examples) for (const key of features) counts.set(key, (counts.get(key) ?? 0) + 1)
  const index = new Map<number, number>()
  for (const [key, count] of counts) if (count >= settings.minCount) index.set(key, index.size)
  const rows = examples.map(({ features }) => {
    return Int32Array.from([...features].flatMap(key => index.get(key) ?? []))
  })
  const shares = examples.map(example => example.share)
  const [line, cue] = (['line', 'cue'] as const).map(end => {
    const targets = examples.map(example => example[end])
    return fitted(rows, targets, shares, index.size, settings)
  })
  const weights: Weights = new Map()
  for (const [key, i] of index) {
    if (key >= FEATURE_KEYS) continue
    const own = { line: Math.round((line?.[i] ?? 0) * WEIGHT_UNITS), cue: Math.round((cue?.[i] ?? 0) * WEIGHT_UNITS) }
    if (Math.abs(own.line) >= settings.least || Math.abs(own.cue) >= settings.least) weights.set(key, own)
  }
  return weights
}

function fitted(
  rows: readonly Int32Array[],
  targets: readonly number[],
  shares: readonly number[],
  size: number,
  settings: Settings,
): Float64Array {
  const { epochs, rate, l1, l2 } = settings
  const z = new Float64Array(size)
  const n = new Float64Array(size)
  const weights = new Float64Array(size)
  const order = rows.map((_, i) => i)
  const random = randomFrom(5)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = Math.floor(random() * (i + 1))
      const held = order[i] ?? 0
      order[i] = order[j] ?? 0
      order[j] = held
    }
    for (const at of order) {
      const row = rows[at] ?? new Int32Array(0)
      let sum = 0
      for (const i of row) {
        const zi = z[i] ?? 0
        const over = Math.abs(zi) - l1
        weights[i] = over <= 0 ? 0 : (-Math.sign(zi) * over) / ((1 + Math.sqrt(n[i] ?? 0)) / rate + l2)
        sum += weights[i] ?? 0
      }
      const gradient = (shares[at] ?? 1) * (1 / (1 + Math.exp(-sum)) - (targets[at] ?? 0))
      for (const i of row) {
        const ni = n[i] ?? 0
        const sigma = (Math.sqrt(ni + gradient * gradient) - Math.sqrt(ni)) / rate
        z[i] = (z[i] ?? 0) + gradient - sigma * (weights[i] ?? 0)
        n[i] = ni + gradient * gradient
      }
    }
  }
  return weights
}

const ENTRIES_PER_ROW = 40
/** The engine's generated file of weights. */
export const WEIGHTS_FILE = new URL('../../packages/subtitle-engine/src/korean/boundary-weights.json', import.meta.url)

/** The files that determine the weights: the labelled sentences, this script, and the engine's word lists. */
const SOURCES = [
  ...TRAINING_FILES.flatMap(file => [`text/${file}.txt`, `text/second/${file}.txt`, `text/more/${file}.txt`]),
  'text/read/as-first.txt',
  'text/read/as-second.txt',
  'train.ts',
  'labelled.ts',
  ...[
    'boundary-features',
    'boundary-phrases',
    'inflections',
    'kind-of',
    'kinds',
    'misleading-nouns',
    'stems',
    'syllables',
  ].map(name => `../../packages/subtitle-engine/src/korean/${name}.ts`),
]

/**
 * Digest of the files that determine the weights. A test compares it with the stored one, because training takes a
 * minute.
 */
export function sourcesDigest(): string {
  const hash = createHash('sha256')
  for (const path of SOURCES) hash.update(readFileSync(new URL(path, import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Formats the generated file. For each feature: the distance of its key from the previous key (base 36), its weight for
 * the end of a line and, unless 0, its weight for the end of a cue, both in units of 1/25.
 */
export function weightsFile(weights: Weights): string {
  let previous = 0
  const entries = [...weights]
    .sort(([a], [b]) => a - b)
    .map(([key, { line, cue }]) => {
      const entry = `${(key - previous).toString(36)} ${line}${cue === 0 ? '' : ` ${cue}`}`
      previous = key
      return entry
    })
  const rows: string[] = []
  for (let i = 0; i < entries.length; i += ENTRIES_PER_ROW) rows.push(entries.slice(i, i + ENTRIES_PER_ROW).join(','))
  return `${JSON.stringify({ sourcesDigest: sourcesDigest(), rows }, null, 2)}\n`
}

if (import.meta.main) writeFileSync(WEIGHTS_FILE, weightsFile(trained(examplesOf())))
