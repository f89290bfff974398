import { cuesFromSentences } from '../cue/cues.ts'
import { koreanProfile, type Profile } from '../profile.ts'
import { textOf } from '../read/lines.ts'
import type { SourceCue } from '../read/source.ts'
import { isBeside } from '../tracks.ts'
import type { Cue, Sentence } from '../types.ts'
import { joinSentences } from './join.ts'
import { timedWords } from './timed-words.ts'

/** A time farther than this from every edge of an old cue is marked as a guess. */
export const GUESS_MS = 1000

/** A cue of the new subtitle. */
export interface RecutCue extends Cue {
  /** True if its in-time or its out-time is more than a second from every edge of an old cue. */
  guessed: boolean
  /** False if an old cue has the same lines and times. */
  changed: boolean
}

export interface Recut {
  /** The old cues, each with the ids of its sentences. */
  before: Cue[]
  after: RecutCue[]
  /** Their words are the eojeols of the old subtitle. */
  sentences: Sentence[]
}

/**
 * Cuts a Korean subtitle again: joins its cues into sentences and cuts those by the rules of a profile. Times inside an
 * old cue are interpolated over its letters. No letter is lost or moved.
 * @param source ordered by their starts, as `readSubtitle` returns them
 */
export function recutCues(source: readonly SourceCue[], profile: Profile = koreanProfile): Recut {
  const cues = source.map(shownCue)
  const all = timedWords(source, profile)
  const words = [...all.filter(word => !isBeside(word)), ...all.filter(isBeside)]
  const sentences = joinSentences(words, cues.length)
  const translations = new Map(sentences.map(({ id, text }) => [id, text]))
  const after = cuesFromSentences(sentences, translations, profile)
  const edges = cues.flatMap(({ startMs, endMs }) => [startMs, endMs]).sort((a, b) => a - b)
  const old = new Set(cues.map(keyOf))
  return {
    before: withSentences(cues, sentences, words),
    after: after.map(cue => ({
      ...cue,
      guessed: distanceMs(edges, cue.startMs) > GUESS_MS || distanceMs(edges, cue.endMs) > GUESS_MS,
      changed: !old.has(keyOf(cue)),
    })),
    sentences: sentences.sort((a, b) => a.startMs - b.startMs),
  }
}

/** An old cue as viewers see it; a line of another speaker than the one before begins with a dash. */
function shownCue({ startMs, endMs, lines, isTimed }: SourceCue): Cue {
  const isDialogue = lines.some(({ speaker }) => speaker !== lines[0]?.speaker)
  const shown = lines.map(line => `${isDialogue ? '- ' : ''}${textOf([line])}`)
  return { startMs, endMs, lines: shown, sentenceIds: [], flags: isTimed ? [] : ['timing'] }
}

function keyOf({ startMs, endMs, lines }: Cue): string {
  return `${startMs} ${endMs} ${lines.join('\n')}`
}

/** The old cues with the ids of their sentences, which some inspection rules need. */
function withSentences(cues: readonly Cue[], sentences: readonly Sentence[], words: readonly { cue: number }[]): Cue[] {
  const ids = cues.map(() => new Set<string>())
  let at = 0
  for (const { id, words: own } of sentences) {
    for (let n = 0; n < own.length; n += 1) ids[words[at + n]?.cue ?? 0]?.add(id)
    at += own.length
  }
  return cues.map((cue, i) => ({ ...cue, sentenceIds: [...(ids[i] ?? [])] }))
}

/** Distance from a time to the nearest of the sorted edges. */
function distanceMs(edges: readonly number[], ms: number): number {
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle] ?? 0) < ms) low = middle + 1
    else high = middle
  }
  return Math.min(
    Math.abs((edges[low] ?? Number.POSITIVE_INFINITY) - ms),
    Math.abs((edges[low - 1] ?? Number.NEGATIVE_INFINITY) - ms),
  )
}
