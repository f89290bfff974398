import type { Cue } from '#subtitle-engine'
import type { Cut, Draft, DraftSentence } from '#subtitle-engine/edit'
import { bySeverity, type Commented, countFlags, measureReading, openFlags } from '../draft/queue.ts'

/** What the list shows of a sentence. Times in ms; absent if it has no cue. */
export interface RowFacts {
  startMs?: number
  endMs?: number
  /** Highest weighted characters per second of its cues. */
  speed: number
  /** Weighted characters of all its cues. */
  characters: number
  flags: readonly string[]
}

/** Cached, because cues are immutable. */
const known = new WeakMap<readonly Cue[], RowFacts>()
const NOTHING: RowFacts = { speed: 0, characters: 0, flags: [] }

export function computeFacts(cues: readonly Cue[] | undefined): RowFacts {
  if (!cues || cues.length === 0) return NOTHING
  const found = known.get(cues)
  if (found) return found
  const readings = cues.map(measureReading)
  const facts = {
    startMs: cues[0]?.startMs,
    endMs: cues.at(-1)?.endMs,
    speed: Math.max(...readings.map(({ speed }) => speed)),
    characters: readings.reduce((sum, { characters }) => sum + characters, 0),
    flags: countFlags(cues),
  }
  known.set(cues, facts)
  return facts
}

export type RowFilter = 'all' | 'doubtful' | 'unchecked' | 'changed'

/** Filter and order of the list. */
export interface ListView {
  filter: RowFilter
  /** Only sentences with this flag; '' for any. */
  flag: string
  /** Only this speaker; '' for any. */
  speaker: string
  order: 'time' | 'doubt'
}

export const WHOLE_LIST: ListView = { filter: 'all', flag: '', speaker: '', order: 'time' }

export function speakerOf({ speaker, from }: DraftSentence, words: Draft['words']): string | undefined {
  return speaker ?? words[from]?.speaker
}

/** The sentences shown by a view. The selected one is always included, so that an edit does not make it disappear. */
export function chooseRows(
  { sentences, words }: Draft,
  { cuesOf, changed }: Cut,
  { filter, flag, speaker, order }: ListView,
  open: string | undefined,
  commented?: Commented,
): readonly DraftSentence[] {
  if (filter === 'all' && flag === '' && speaker === '' && order === 'time') return sentences
  const flags = (sentence: DraftSentence) => computeFacts(cuesOf.get(sentence.id)).flags
  const left = (sentence: DraftSentence) => openFlags(sentence, flags(sentence), commented?.has(sentence.id) ?? false)
  const isShown = (sentence: DraftSentence) => {
    if (filter === 'doubtful' && left(sentence).length === 0) return false
    if (filter === 'unchecked' && sentence.checked) return false
    if (filter === 'changed' && !changed.has(sentence.id)) return false
    if (flag !== '' && !flags(sentence).includes(flag)) return false
    return speaker === '' || speakerOf(sentence, words) === speaker
  }
  const rows = sentences.filter(sentence => sentence.id === open || isShown(sentence))
  if (order === 'time') return rows
  return bySeverity(rows, words, left)
}
