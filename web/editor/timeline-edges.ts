import type { Cue } from '#subtitle-engine'
import { type Draft, type DraftSentence, eojeolStarts, eojeolsOf, type Operation } from '#subtitle-engine/edit'
import { REVIEW } from './texts.ts'

/** A movable edge of the selected sentence's cues. */
export interface CueEdge {
  /** Unchanged while the edge moves. */
  key: string
  name: string
  ms: number
  operation(ms: number): Operation
}

/** The movable edges: the first in-time, the last out-time, and each boundary between cues. */
export function findEdges(sentence: DraftSentence, cues: readonly Cue[]): CueEdge[] {
  const { id } = sentence
  const [first, last] = [cues[0], cues.at(-1)]
  if (!first || !last) return []
  const starts = eojeolStarts(cues, eojeolsOf(sentence.korean)) ?? []
  const inner = cues.slice(1).flatMap((cue, i): CueEdge[] => {
    const at = starts[i + 1]
    if (at === undefined || cue.sentenceIds.length > 1) return []
    const operation = (ms: number): Operation => ({ kind: 'break', id, at, as: 'cue', ms })
    return [{ key: `inner-${i}`, name: REVIEW.edgeInner, ms: cue.startMs, operation }]
  })
  return [
    {
      key: 'in',
      name: REVIEW.edgeStart,
      ms: first.startMs,
      operation: ms => ({ kind: 'time', id, startMs: Math.max(0, ms) }),
    },
    ...inner,
    { key: 'out', name: REVIEW.edgeEnd, ms: last.endMs, operation: ms => ({ kind: 'time', id, endMs: ms }) },
  ]
}

/** A dragged edge snaps to a word within this distance. */
const SNAP_MS = 120

/** The nearest start or end of a word, or the nearest shot change, if one is near. */
export function snap(ms: number, words: Draft['words'], shots: readonly number[]): number {
  let best = ms
  let distance = SNAP_MS
  for (const moment of [...words.flatMap(({ startMs, endMs }) => [startMs, endMs]), ...shots]) {
    if (Math.abs(moment - ms) >= distance) continue
    distance = Math.abs(moment - ms)
    best = moment
  }
  return best
}

interface Span {
  startMs: number
  endMs: number
}

/** The spans that overlap a time range; expects them in order. */
export function visibleSpans<Item extends Span>(spans: readonly Item[], fromMs: number, toMs: number): readonly Item[] {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.endMs ?? 0) < fromMs) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < spans.length && (spans[end]?.startMs ?? 0) < toMs) end += 1
  return spans.slice(low, end)
}
