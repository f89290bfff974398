/**
 * A stretch in which the film's time grows evenly with the sound's: from `soundMs` on, `lengthMs` of sound are shown in
 * `filmLengthMs` of the film, beginning at `filmMs`.
 */
export interface Piece {
  soundMs: number
  filmMs: number
  lengthMs: number
  filmLengthMs: number
}

/**
 * Where the sound is in the film. The sound's time counts frames back to back; the film's time is what a player shows.
 * Between two pieces the film has a hole.
 */
export interface Timeline {
  /** The shown part of the film's time: sound of the first frame before it and of the last behind it is cut off. */
  shownFromMs: number
  shownToMs: number
  /** In order of both times. */
  pieces: Piece[]
}

/** Length of the sound by its frames. */
export function soundLengthMs({ pieces }: Timeline): number {
  const last = pieces.at(-1)
  return last ? last.soundMs + last.lengthMs : 0
}

/** The film's time of a moment of the sound, within what is shown. */
export function filmTime(timeline: Timeline, soundMs: number): number {
  const piece = pieceAt(timeline, soundMs)
  return piece ? timeIn(timeline, piece, soundMs) : soundMs
}

/**
 * The film's times of a stretch of the sound such as a word, whose middle decides to which side of a hole it belongs;
 * `undefined` if it is not shown.
 */
export function filmSpan(
  timeline: Timeline,
  { startMs, endMs }: { startMs: number; endMs: number },
): { startMs: number; endMs: number } | undefined {
  const piece = pieceAt(timeline, (startMs + endMs) / 2)
  if (!piece) return { startMs, endMs }
  const [from, to] = [timeIn(timeline, piece, startMs), timeIn(timeline, piece, endMs)]
  const isShown = to > from || (startMs === endMs && from > timeline.shownFromMs && from < timeline.shownToMs)
  return isShown ? { startMs: from, endMs: to } : undefined
}

/** The last piece that begins at or before a moment of the sound. */
function pieceAt({ pieces }: Timeline, soundMs: number): Piece | undefined {
  let low = 0
  let high = pieces.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.soundMs ?? 0) <= soundMs) low = middle
    else high = middle
  }
  return pieces[low]
}

function timeIn({ shownFromMs, shownToMs }: Timeline, piece: Piece, soundMs: number): number {
  const share = piece.lengthMs > 0 ? (soundMs - piece.soundMs) / piece.lengthMs : 0
  const ms = piece.filmMs + Math.min(1, Math.max(0, share)) * piece.filmLengthMs
  return Math.min(shownToMs, Math.max(shownFromMs, ms))
}
