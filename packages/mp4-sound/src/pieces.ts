import type { Piece } from './timeline.ts'
import type { Frames } from './track.ts'

/** Frames may be this far from the line of their piece, in seconds: recorders round and jitter their times. */
const TOLERANCE = 0.005
/** Most pieces. For a clock that jumps more often, the tolerance doubles until this many suffice. */
export const MOST_PIECES = 10_000

/** Describes where the frames are in the film, by as few straight pieces as the tolerance allows. */
export function piecesOf(frames: Frames): Piece[] {
  for (let tolerance = TOLERANCE; ; tolerance *= 2) {
    const pieces = fitPieces(frames, tolerance)
    if (pieces) return pieces
  }
}

/** The pieces, or `undefined` if they are too many. Each begins at the time of its first frame. */
function fitPieces({ count, sounds, films }: Frames, tolerance: number): Piece[] | undefined {
  const pieces: Piece[] = []
  for (let first = 0; first < count; ) {
    if (pieces.length === MOST_PIECES) return undefined
    const [sound, film] = [sounds[first] ?? 0, films[first] ?? 0]
    // Every slope between these keeps all frames so far within the tolerance.
    let [least, most] = [0, Number.POSITIVE_INFINITY]
    let end = first + 1
    for (; end < count; end += 1) {
      const [length, filmLength] = [(sounds[end] ?? 0) - sound, (films[end] ?? 0) - film]
      if (length === 0) {
        if (filmLength > tolerance) break
        continue
      }
      const [low, high] = [(filmLength - tolerance) / length, (filmLength + tolerance) / length]
      if (low > most || high < least) break
      least = Math.max(least, low)
      most = Math.min(most, high)
    }
    pieces.push(piece(sound, film, { sounds, films }, { first, end, count }, least, most))
    first = end
  }
  return pieces
}

function piece(
  sound: number,
  film: number,
  { sounds, films }: Pick<Frames, 'sounds' | 'films'>,
  { first, end, count }: { first: number; end: number; count: number },
  least: number,
  most: number,
): Piece {
  const length = (sounds[end] ?? 0) - sound
  const toLast = (sounds[end - 1] ?? 0) - sound
  const direct = end - first > 1 && toLast > 0 ? ((films[end - 1] ?? 0) - film) / toLast : 1
  const slope = Math.min(most, Math.max(least, direct))
  const room = end < count ? Math.max(0, (films[end] ?? 0) - film) : Number.POSITIVE_INFINITY
  const filmLength = Math.min(length * slope, room)
  const ms = (seconds: number) => Math.round(seconds * 1e5) / 100
  return { soundMs: ms(sound), filmMs: ms(film), lengthMs: ms(length), filmLengthMs: ms(filmLength) }
}
