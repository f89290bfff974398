import type { Cue, Profile } from '#subtitle-engine'
import {
  type Draft,
  type DraftSentence,
  eojeolStarts,
  eojeolsOf,
  type Operation,
  speechOf,
} from '#subtitle-engine/edit'
import { lastBegun } from '../draft/cues.ts'
import { EDITOR } from '../texts.ts'

/** A movable edge of the selected sentence's cues. */
export interface CueEdge {
  /** Unchanged while the edge moves. */
  key: string
  name: string
  ms: number
  /** The range in which no cue beside it becomes too short. A typed time may exceed it. */
  bounds: readonly [number, number]
  /** The sentence's cues that end or begin here, as they would be with the edge at `ms`. */
  moved(ms: number): readonly Cue[]
  operation(ms: number): Operation
}

interface Surrounding {
  allCues: readonly Cue[]
  words: Draft['words']
  profile: Profile
}

/** The movable edges: the first in-time, the last out-time, and each boundary between cues. */
export function findEdges(
  sentence: DraftSentence,
  cues: readonly Cue[],
  { allCues, words, profile }: Surrounding,
): CueEdge[] {
  const { id } = sentence
  const { minDurationMs, gapMs } = profile
  const leastMs = minDurationMs + gapMs
  const [first, last] = [cues[0], cues.at(-1)]
  if (!first || !last) return []
  const before = allCues[lastBegun(allCues, first.startMs) - 1]
  const after = allCues[lastBegun(allCues, last.startMs) + 1]
  // Includes the present time, which may already be out of bounds.
  const bounds = (ms: number, low: number, high: number) => [Math.min(ms, low), Math.max(ms, high)] as const
  const starts = eojeolStarts(cues, eojeolsOf(sentence.korean)) ?? []
  const speech = speechOf(sentence, words)
  const inner = cues.slice(1).flatMap((cue, i): CueEdge[] => {
    const at = starts[i + 1]
    const left = cues[i]
    if (at === undefined || !left || cue.sentenceIds.length > 1) return []
    // The engine ignores a cue end that is nearer to the beginning or the end of the speech.
    const low = (i === 0 ? speech.startMs : left.startMs) + leastMs
    const high = Math.min(cue.endMs - minDurationMs, speech.endMs + profile.longOutTimeMs - leastMs)
    return [
      {
        key: `inner-${i}`,
        name: EDITOR.edgeInner,
        ms: cue.startMs,
        bounds: bounds(cue.startMs, low, high),
        moved: ms => [
          { ...left, endMs: ms - gapMs },
          { ...cue, startMs: ms },
        ],
        operation: ms => ({ kind: 'break', id, at, as: 'cue', ms }),
      },
    ]
  })
  return [
    {
      key: 'in',
      name: EDITOR.edgeStart,
      ms: first.startMs,
      bounds: bounds(first.startMs, before ? before.startMs + leastMs : 0, first.endMs - minDurationMs),
      moved: ms => [{ ...first, startMs: ms }],
      operation: ms => ({ kind: 'time', id, startMs: Math.max(0, ms) }),
    },
    ...inner,
    {
      key: 'out',
      name: EDITOR.edgeEnd,
      ms: last.endMs,
      bounds: bounds(
        last.endMs,
        last.startMs + minDurationMs,
        after ? after.startMs - gapMs : Number.POSITIVE_INFINITY,
      ),
      moved: ms => [{ ...last, endMs: ms }],
      operation: ms => ({ kind: 'time', id, endMs: ms }),
    },
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
