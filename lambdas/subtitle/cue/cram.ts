import type { Profile } from '../profile.ts'
import { spaced } from './beats.ts'
import type { Block } from './block.ts'
import type { Piece } from './path.ts'

/**
 * Divides a text that no lawful cues can hold evenly over the cues there is time for: too fast and too long for its
 * lines, but whole, and each part long enough to be seen.
 */
export function cram(block: Block, profile: Profile): Piece[] {
  const moments = spaced(block.beats, block.nextMs, profile)
  const end = block.eojeols.length
  const count = Math.min(moments.length, end)
  const total = block.layout.lengthOf(0, end)
  const pieces: Piece[] = []
  let from = 0
  for (let n = 1; n <= count; n += 1) {
    let to = from + 1
    while (to < end - (count - n) && (n === count || block.layout.lengthOf(0, to) < (total * n) / count)) to += 1
    const beatFrom = moments[Math.floor(((n - 1) * moments.length) / count)] ?? 0
    const beatTo = n === count ? block.beats.length : (moments[Math.floor((n * moments.length) / count)] ?? 0)
    const { breakAt } = block.layout.layout(from, to)
    pieces.push({
      from,
      to,
      beatFrom,
      beatTo,
      startMs: block.beats[beatFrom]?.startMs ?? 0,
      lastWordEndMs: block.beats[beatTo - 1]?.endMs ?? 0,
      shape: { breakAt, dialogue: false, halves: block.layout.shownLength(from, to, breakAt), cost: 0 },
    })
    from = to
  }
  return pieces
}
