import { type BoundaryCosts, boundaryCosts } from '../korean/boundary.ts'
import { remarkEndsIn } from '../korean/enclosures.ts'
import { type Eojeol, eojeols } from '../korean/eojeol.ts'
import { LineLayout } from '../korean/lines.ts'
import { endsSentence } from '../korean/sentence-ends.ts'
import { isVisible, tidy } from '../korean/tidy.ts'
import type { Profile } from '../profile.ts'
import type { Sentence } from '../types.ts'
import { zeros } from '../zeros.ts'
import { findAnchors } from './anchors.ts'
import { countFittingCues, findOnsets, type Onset, withOnsetsFor } from './onsets.ts'
import { type PhraseMarks, withPhraseEnds } from './phrase-ends.ts'
import { findPhraseStarts, type PhraseStarts } from './phrase-starts.ts'

/** A sentence with the text that is shown for it. */
export interface ShownSentence {
  sentence: Sentence
  eojeols: Eojeol[]
  costs: BoundaryCosts
  onsets: Onset[]
  /** Start of each eojeol, if the words of the sentence are its eojeols. */
  ownMs: readonly number[] | undefined
  /** When its phrases begin, if the translator stated their first words. */
  phraseStarts: PhraseStarts | undefined
  /** When the phrases begin, according to words that both languages share. The cut does not depend on these times. */
  anchoredStarts: PhraseStarts | undefined
  /** True if the text does not fit into the cues for which the sentence has time. */
  overflows: boolean
  translated: boolean
  /** True if the translator marked ends of its phrases that shift a cost. */
  marked: boolean
  nextMs: number
}

/** Sentences that are cut together: usually one, or neighbours that may share a cue. */
export interface Block {
  eojeols: Eojeol[]
  costs: BoundaryCosts
  layout: LineLayout
  /** For each boundary, the full stops and sentence ends up to it. */
  stops: readonly number[]
  /** For each boundary, the commas up to it that end a clause or a phrase rather than a list item. */
  commas: readonly number[]
  onsets: Onset[]
  /** Index of the first eojeol and of the first onset of each sentence, followed by the end of the last one. */
  eojeolsFrom: number[]
  onsetsFrom: number[]
  sentences: readonly ShownSentence[]
  /** Start of the next sentence. */
  nextMs: number
}

/** The layout of consecutive eojeols as one cue. */
export interface Shape {
  breakAt: number
  /** True for two speakers, each with a line that begins with a dash. */
  dialogue: boolean
  /** Reading length. */
  halfWidths: number
  cost: number
}

/** Share of a full cue that is filled on average if eojeols stay whole. */
const AVERAGE_FILL = 0.88

/**
 * Prepares a sentence, with its source text if it has no translation. Returns undefined if there is nothing to show.
 */
export function shownSentence(
  sentence: Sentence,
  translation: string | undefined,
  nextMs: number,
  profile: Profile,
  marks?: PhraseMarks,
): ShownSentence | undefined {
  const korean = tidy(translation ?? '')
  const translated = isVisible(korean)
  const text = translated ? korean : tidy(sentence.text)
  if (!isVisible(text)) return undefined
  const words = eojeols(text, profile.lineCharacters)
  const full = profile.lineCharacters * 2 * profile.lines
  const total = words.reduce((sum, word) => sum + word.length + 1, -1)
  const wanted = Math.ceil(total / (full * AVERAGE_FILL))
  const onsets = findOnsets(sentence)
  const fitting = Math.min(wanted, countFittingCues(onsets, nextMs, profile))
  const unmarked = boundaryCosts(words, profile)
  const phraseStarts = translated && marks ? findPhraseStarts(words, onsets, marks) : undefined
  const costs = withPhraseEnds(unmarked, words, translated ? marks?.ends : undefined, profile)
  return {
    sentence,
    eojeols: words,
    costs,
    ownMs: translated ? ownStarts(words, sentence) : undefined,
    phraseStarts,
    anchoredStarts: translated && !phraseStarts ? findAnchors(words, onsets, sentence) : undefined,
    onsets: total > full ? withOnsetsFor(onsets, fitting, nextMs, profile) : onsets,
    overflows: fitting < wanted && total > fitting * full,
    translated,
    marked: costs !== unmarked,
    nextMs,
  }
}

/** The starts of the eojeols of a Korean source; undefined if the words are in another language. */
function ownStarts(eojeols: readonly Eojeol[], { words }: Sentence): number[] | undefined {
  if (eojeols.length !== words.length) return undefined
  const isOwn = eojeols.every(({ text }, i) => text === `${words[i]?.text}${words[i]?.after}`)
  return isOwn ? words.map(({ startMs }) => startMs) : undefined
}

/** Cost of a cut between sentences; lower than any cut inside one. */
const SENTENCE_BOUNDARY = -12

/** Joins neighbouring sentences into one text with one list of onsets. */
export function buildBlock(sentences: readonly ShownSentence[], profile: Profile): Block {
  const only = sentences.length === 1 ? sentences[0] : undefined
  const words = only ? only.eojeols : sentences.flatMap(shown => shown.eojeols)
  const eojeolsFrom = [0]
  const onsetsFrom = [0]
  let costs = only?.costs
  if (!costs) {
    costs = { line: zeros(words.length + 1), cue: zeros(words.length + 1) }
    for (const [i, shown] of sentences.entries()) {
      const from = eojeolsFrom[i] ?? 0
      for (const kind of ['line', 'cue'] as const) {
        for (let at = 1; at <= shown.eojeols.length; at += 1) costs[kind][from + at] = shown.costs[kind][at] ?? 0
        costs[kind][from] = SENTENCE_BOUNDARY
      }
      eojeolsFrom.push((eojeolsFrom[i] ?? 0) + shown.eojeols.length)
      onsetsFrom.push((onsetsFrom[i] ?? 0) + shown.onsets.length)
    }
  } else {
    eojeolsFrom.push(words.length)
    onsetsFrom.push(only?.onsets.length ?? 0)
  }
  return {
    eojeols: words,
    costs,
    layout: new LineLayout(words, costs.line, profile.lineCharacters),
    stops: countStops(words, eojeolsFrom),
    commas: countCommas(words),
    onsets: only ? only.onsets : sentences.flatMap(shown => shown.onsets),
    eojeolsFrom,
    onsetsFrom,
    sentences,
    nextMs: sentences[sentences.length - 1]?.nextMs ?? Number.POSITIVE_INFINITY,
  }
}

function countStops(words: readonly Eojeol[], eojeolsFrom: readonly number[]): number[] {
  const stops = zeros(words.length + 1)
  const remarkEnds = remarkEndsIn(words)
  for (const [i, { text }] of words.entries()) {
    const isStop = remarkEnds.has(i + 1) || endsSentence(text, words[i + 1]?.text)
    stops[i + 1] = (stops[i] ?? 0) + (isStop ? 1 : 0)
  }
  // A sentence without a full stop ends at its last eojeol all the same.
  for (let n = 1; n < eojeolsFrom.length; n += 1) {
    const end = eojeolsFrom[n] ?? 0
    if ((stops[end] ?? 0) > (stops[end - 1] ?? 0)) continue
    for (let i = end; i <= words.length; i += 1) stops[i] = (stops[i] ?? 0) + 1
  }
  return stops
}

const COMMA = /[,，、]["'”’)\]]*$/u

function countCommas(words: readonly Eojeol[]): number[] {
  const commas = zeros(words.length + 1)
  for (const [i, { text, keepsComma }] of words.entries())
    commas[i + 1] = (commas[i] ?? 0) + (!keepsComma && COMMA.test(text) ? 1 : 0)
  return commas
}
