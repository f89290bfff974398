import { LEVEL_MS } from './loudness.ts'
import type { Span } from './voice-activity.ts'

/** A pause of this length ends a sentence. */
const PAUSE_MS = 550
/** Nobody reads a sentence longer than this in one breath. */
const LONGEST_MS = 6500
/** How far from the even cut the quietest place is looked for. */
const CUT_REACH_MS = 700

/** Stretches of speech that pass for one sentence each: what lies between two real pauses, cut further where it is long. */
export function utterancesOf(spans: Span[], levels: Float32Array): Span[][] {
  const utterances: Span[][] = []
  for (const span of spans.flatMap(span => cutLong(span, levels))) {
    const current = utterances.at(-1)
    const first = current?.[0]
    const last = current?.at(-1)
    const isNew = !first || !last || span.startMs - last.endMs >= PAUSE_MS || span.endMs - first.startMs > LONGEST_MS
    if (isNew) utterances.push([span])
    else current?.push(span)
  }
  return utterances
}

function cutLong(span: Span, levels: Float32Array): Span[] {
  const parts = Math.ceil((span.endMs - span.startMs) / LONGEST_MS)
  const cuts = Array.from({ length: parts - 1 }, (_, i) =>
    quietest(levels, span.startMs + ((span.endMs - span.startMs) * (i + 1)) / parts),
  )
  const edges = [span.startMs, ...cuts, span.endMs]
  return edges.slice(1).map((endMs, i) => ({ startMs: edges[i] ?? span.startMs, endMs }))
}

function quietest(levels: Float32Array, aroundMs: number): number {
  const from = Math.round((aroundMs - CUT_REACH_MS) / LEVEL_MS)
  const to = Math.round((aroundMs + CUT_REACH_MS) / LEVEL_MS)
  let best = Math.round(aroundMs / LEVEL_MS)
  for (let i = from; i <= to; i++) if ((levels[i] ?? 0) < (levels[best] ?? 0)) best = i
  return best * LEVEL_MS
}
