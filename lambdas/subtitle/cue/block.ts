import { type BoundaryCosts, boundaryCosts } from '../korean/boundary.ts'
import { type Eojeol, eojeols } from '../korean/eojeol.ts'
import { LineLayout } from '../korean/lines.ts'
import { isVisible, tidy } from '../korean/tidy.ts'
import type { Profile } from '../profile.ts'
import type { Sentence } from '../types.ts'
import { type Beat, beatsOf, roomFor, withRoomFor } from './beats.ts'

/** A sentence with the text to show for it. */
export interface Part {
  sentence: Sentence
  eojeols: Eojeol[]
  costs: BoundaryCosts
  beats: Beat[]
  /** True if the text does not fit the cues that the sentence has time for. */
  crammed: boolean
  translated: boolean
  nextMs: number
}

/** Sentences that are cut into cues together: usually one, or neighbours that may share a cue. */
export interface Block {
  eojeols: Eojeol[]
  costs: BoundaryCosts
  layout: LineLayout
  beats: Beat[]
  /** Index of the first eojeol and the first beat of each sentence, followed by the end of the last. */
  eojeolsFrom: number[]
  beatsFrom: number[]
  parts: readonly Part[]
  /** Start of the next sentence. */
  nextMs: number
}

/** The look of consecutive eojeols as one cue. */
export interface Shape {
  breakAt: number
  /** Two speakers: each line starts with a dash. */
  dialogue: boolean
  /** Reading length in half weighted characters. */
  halves: number
  cost: number
}

/** Share of a full cue that is used on average when eojeols stay whole. */
const AVERAGE_FILL = 0.88

/** Prepares a sentence, with its source text if it has no translation; undefined if there is nothing to show. */
export function partOf(
  sentence: Sentence,
  translation: string | undefined,
  nextMs: number,
  profile: Profile,
): Part | undefined {
  const korean = tidy(translation ?? '')
  const translated = isVisible(korean)
  const text = translated ? korean : tidy(sentence.text)
  if (!isVisible(text)) return undefined
  const words = eojeols(text, profile.lineCharacters)
  const full = profile.lineCharacters * 2 * profile.lines
  const total = words.reduce((sum, word) => sum + word.length + 1, -1)
  const wanted = Math.ceil(total / (full * AVERAGE_FILL))
  const beats = beatsOf(sentence)
  const room = Math.min(wanted, roomFor(beats, nextMs, profile))
  return {
    sentence,
    eojeols: words,
    costs: boundaryCosts(words, profile.lineCharacters),
    beats: total > full ? withRoomFor(beats, room, nextMs, profile) : beats,
    crammed: room < wanted && total > room * full,
    translated,
    nextMs,
  }
}

/** Cost of a cut between sentences: cheaper than any cut inside one. */
const SENTENCE_BOUNDARY = -12

/** Joins neighbouring parts into one text over one list of beats. */
export function blockOf(parts: readonly Part[], profile: Profile): Block {
  const only = parts.length === 1 ? parts[0] : undefined
  const words = only ? only.eojeols : parts.flatMap(part => part.eojeols)
  const eojeolsFrom = [0]
  const beatsFrom = [0]
  let costs = only?.costs
  if (!costs) {
    costs = { line: new Float64Array(words.length + 1), cue: new Float64Array(words.length + 1) }
    for (const [i, part] of parts.entries()) {
      const from = eojeolsFrom[i] ?? 0
      for (const kind of ['line', 'cue'] as const) {
        costs[kind].set(part.costs[kind], from)
        costs[kind][from] = SENTENCE_BOUNDARY
      }
      eojeolsFrom.push((eojeolsFrom[i] ?? 0) + part.eojeols.length)
      beatsFrom.push((beatsFrom[i] ?? 0) + part.beats.length)
    }
  } else {
    eojeolsFrom.push(words.length)
    beatsFrom.push(only?.beats.length ?? 0)
  }
  return {
    eojeols: words,
    costs,
    layout: new LineLayout(words, costs.line, profile.lineCharacters),
    beats: only ? only.beats : parts.flatMap(part => part.beats),
    eojeolsFrom,
    beatsFrom,
    parts,
    nextMs: parts[parts.length - 1]?.nextMs ?? Number.POSITIVE_INFINITY,
  }
}
