import type { Sentence } from '#subtitle-engine'
import { isLocalModel } from '../contract/local-model.ts'
import type { SentenceFile } from '../contract/media-objects.ts'
import { TRANSLATED_AT_ONCE } from '../contract/workflow.ts'

/** Maximum and target number of sentences per batch, and the number of batches that are translated concurrently. */
export interface Batching {
  mostSentences: number
  bestSentences: number
  lanes: number
}

/**
 * Batching for a translator. A model on the user's own computer answers one request at a time, and certainly writes
 * half of such a batch within the time limit of a request.
 * @param modelId `none` without a model
 */
export function batchingFor(modelId: string): Batching {
  return isLocalModel(modelId)
    ? { mostSentences: 12, bestSentences: 9, lanes: 1 }
    : { mostSentences: 24, bestSentences: 18, lanes: TRANSLATED_AT_ONCE }
}

/** Missing the target by this many sentences costs as much as ending at a clear pause gains. */
const SIZE_SLACK = 6
/** Most UTF-8 bytes of a batch, well below what the translators accept in one request. */
const BATCH_BYTES = 6000

/** The properties of a sentence that decide where batches end. */
export type SpokenSentence = Pick<Sentence, 'text' | 'startMs' | 'endMs'> & { words: readonly { speaker?: string }[] }

/**
 * Divides all sentences, in order, into batches that end where the talk pauses or changes topic. Minimizes a cost of batch
 * sizes minus the strengths of the boundaries. A sentence over the byte limit is a batch of its own.
 */
export function divideIntoBatches(
  sentences: readonly SpokenSentence[],
  { mostSentences, bestSentences }: Omit<Batching, 'lanes'>,
): SentenceFile['batches'] {
  const strengths = breakStrengths(sentences)
  const bytes = sentences.map(({ text }) => Buffer.byteLength(text))
  /** The cheapest division of the first n sentences: its cost and the size of its last batch. */
  const ways: { cost: number; count: number }[] = [{ cost: 0, count: 0 }]
  for (let end = 1; end <= sentences.length; end += 1) {
    let best = { cost: Number.POSITIVE_INFINITY, count: 1 }
    let size = 0
    for (let count = 1; count <= Math.min(end, mostSentences); count += 1) {
      size += bytes[end - count] ?? 0
      if (count > 1 && size > BATCH_BYTES) break
      const cost = (ways[end - count]?.cost ?? 0) + ((count - bestSentences) / SIZE_SLACK) ** 2 - (strengths[end] ?? 0)
      if (cost < best.cost) best = { cost, count }
    }
    ways.push(best)
  }
  const batches: SentenceFile['batches'] = []
  for (let end = sentences.length; end > 0; ) {
    const { count } = ways[end] ?? { count: 1 }
    batches.unshift({ first: end - count, count })
    end -= count
  }
  return batches
}

const CLEAR_PAUSE_MS = 1500
const LONGEST_PAUSES = 1.5
/** Openings with which a speaker starts a new topic. */
const OPENER =
  /^(?:so|now|next|okay|ok|alright|all right|right|well|let's|finally|first|firstly|second|secondly|third|moving on|anyway|today|the (?:next|second|third|last|final) (?:thing|part|point|question|example))\b/i
const OPENER_STRENGTH = 0.5
const SPEAKER_STRENGTH = 0.5
const TOPIC_STRENGTH = 1
/** Sentences on each side whose words are compared. */
const TOPIC_SENTENCES = 6

/** For each sentence, how suitable the place before it is as the end of a batch; 0 or more. */
function breakStrengths(sentences: readonly SpokenSentence[]): number[] {
  const words = sentences.map(({ text }) => contentWords(text))
  return sentences.map((next, at) => {
    const before = sentences[at - 1]
    if (!before) return 0
    const pauses = Math.min(LONGEST_PAUSES, Math.max(0, next.startMs - before.endMs) / CLEAR_PAUSE_MS)
    const speakers = [before.words.at(-1)?.speaker, next.words[0]?.speaker]
    const isTurn = speakers[0] !== undefined && speakers[1] !== undefined && speakers[0] !== speakers[1]
    const [earlier, later] = [words.slice(Math.max(0, at - TOPIC_SENTENCES), at), words.slice(at, at + TOPIC_SENTENCES)]
    return (
      pauses +
      (OPENER.test(next.text) ? OPENER_STRENGTH : 0) +
      (isTurn ? SPEAKER_STRENGTH : 0) +
      TOPIC_STRENGTH * (1 - likeness(earlier.flat(), later.flat()))
    )
  })
}

/** Words that may indicate a topic: those of five letters or more, without common endings. */
function contentWords(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{5,}/gu) ?? []).map(word => word.replace(/(?:ing|ed|es|s|ly)$/, ''))
}

/** Cosine similarity of two lists of words. */
function likeness(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [counted(a), counted(b)]
  let product = 0
  for (const [word, count] of one) product += count * (other.get(word) ?? 0)
  const norm = (counts: Map<string, number>) => Math.sqrt([...counts.values()].reduce((sum, n) => sum + n * n, 0))
  return product === 0 ? 0 : product / (norm(one) * norm(other))
}

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/**
 * The order in which batches are translated. The talk is divided into as many lanes as batches run at once, so that the
 * preceding batch in a lane is usually translated already and its last Korean can serve as context.
 */
export function laneOrder(batches: number, lanes: number): number[] {
  const length = Math.ceil(batches / lanes)
  const order: number[] = []
  for (let step = 0; step < length; step += 1)
    for (let first = step; first < batches; first += length) order.push(first)
  return order
}

/** A video with at most this many batches is translated in lanes of a few batches, one after another. */
const SHORT_VIDEO = 8
const BATCHES_OF_LANE = 3

/**
 * Items of the state machine's Map. The lanes of a long talk follow from the order of its batches. All batches of a
 * short video would start before any is translated, so each of its items is a whole lane.
 */
export function translationOrder(batches: number, lanes: number): (number | number[])[] {
  if (batches > SHORT_VIDEO || lanes === 1) return laneOrder(batches, lanes)
  const size = Math.ceil(batches / Math.max(1, Math.ceil(batches / BATCHES_OF_LANE)))
  const numbers = Array.from({ length: batches }, (_, batch) => batch)
  return Array.from({ length: Math.ceil(batches / Math.max(1, size)) }, (_, lane) =>
    numbers.slice(lane * size, (lane + 1) * size),
  )
}
