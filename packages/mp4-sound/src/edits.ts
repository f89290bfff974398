/** An entry of an edit list (ISO/IEC 14496-12, 8.6.6), in seconds. */
export interface Edit {
  /** Length in the film; infinite if the entry shows the rest of the media. */
  seconds: number
  /** Where the entry begins in the media; `undefined` for a hole. */
  from: number | undefined
}

/**
 * Reads the content of `elst`. The rate of an entry is ignored, as browsers and ffmpeg do: they show media of a dwell as
 * long as the entry says. A length of 0 means the rest of the media, as fragmented files write it.
 */
export function readEdits(list: DataView, movieTimescale: number, timescale: number): Edit[] {
  const isLong = list.getUint8(0) === 1
  const entryBytes = isLong ? 20 : 12
  const count = Math.min(list.getUint32(4), Math.floor((list.byteLength - 8) / entryBytes))
  return Array.from({ length: count }, (_, i) => {
    const at = 8 + i * entryBytes
    const units = isLong ? Number(list.getBigUint64(at)) : list.getUint32(at)
    const from = isLong ? Number(list.getBigInt64(at + 8)) : list.getInt32(at + 4)
    const seconds = units / movieTimescale
    if (from < 0) return { seconds, from: undefined }
    return { seconds: units === 0 ? Number.POSITIVE_INFINITY : seconds, from: from / timescale }
  })
}

/** Part of the media as it is placed in the film, in seconds. */
export interface Showing {
  /** Start in the film. */
  at: number
  from: number
  /** Where the edit ends, which may be after the media's end. */
  to: number
}

/**
 * Lists the stretches of a track that the edits show, in the order of the film, and returns the film's end. The track has
 * content from `start` to `mediaEnd`; without edits, all of it is shown. An edit list that shows nothing is ignored, as players ignore it.
 */
export function showings(edits: readonly Edit[], start: number, mediaEnd: number): { shown: Showing[]; end: number } {
  const shown: Showing[] = []
  let at = 0
  for (const { seconds, from } of edits) {
    if (from !== undefined && seconds > 0 && mediaEnd > from) shown.push({ at, from, to: from + seconds })
    at += seconds === Number.POSITIVE_INFINITY ? Math.max(0, mediaEnd - (from ?? mediaEnd)) : seconds
  }
  const hole = shown.length > 0 && edits.at(-1)?.from === undefined ? at : 0
  if (shown.length === 0 && mediaEnd > start)
    shown.push({ at: Math.max(0, start), from: start, to: Number.POSITIVE_INFINITY })
  const last = shown.at(-1)
  return { shown, end: Math.max(hole, last ? last.at + Math.min(last.to, mediaEnd) - last.from : 0) }
}
