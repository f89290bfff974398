interface Span {
  startMs: number
  endMs: number
}

/** Index of the last cue that has started by `ms`, or -1 before the first. Expects cues ordered by start. */
export function lastBegun(cues: readonly Span[], ms: number): number {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.startMs ?? 0) <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The cue shown at `ms`. */
export function cueAt<Cue extends Span>(cues: readonly Cue[], ms: number): Cue | undefined {
  const cue = cues[lastBegun(cues, ms)]
  return cue && ms < cue.endMs ? cue : undefined
}

/** Start of the next or previous cue. A step back from a cue that has run for 800 ms returns to its own start. */
export function stepFrom(cues: readonly Span[], ms: number, direction: 1 | -1): number {
  const at = lastBegun(cues, ms)
  if (direction === 1) return cues[at + 1]?.startMs ?? cues.at(-1)?.startMs ?? 0
  const current = cues[at]
  if (current && ms - current.startMs > 800) return current.startMs
  return cues[at - 1]?.startMs ?? cues[0]?.startMs ?? 0
}
