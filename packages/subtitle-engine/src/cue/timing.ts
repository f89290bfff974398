import { chooseEndMs, type Profile } from '../profile.ts'

/** Timing input of a cue: start of its first word, end of its last word, and reading time. */
export type Slot = { anchorMs: number; lastWordEndMs: number; needMs: number }
export type Span = { startMs: number; endMs: number }

/** Minimum distance between the starts of cues whose sentences start at the same moment. */
const CROWDED_MS = 333

/**
 * Sets in-times at the first words, moved within the tolerance if a cue needs time that its neighbour can spare, and
 * then out-times. Cues are always in order, without overlap and inside the media.
 * @param isFollowed true if another cue begins at the end of the media; the last cue then closes the gap to it
 */
export function timeSlots(
  slots: readonly Slot[],
  mediaEndMs: number | undefined,
  profile: Profile,
  isFollowed = false,
): Span[] {
  const limitMs = mediaEndMs !== undefined && mediaEndMs > 0 ? mediaEndMs : Number.POSITIVE_INFINITY
  const starts = orderedStarts(chooseStarts(slots, limitMs, profile), limitMs)
  const profileOfLast = { ...profile, closingOutTimeMs: profile.outTimeMs }
  return slots.map((slot, i) => {
    const startMs = starts[i] ?? 0
    const nextMs = starts[i + 1] ?? Number.POSITIVE_INFINITY
    const last = Math.max(slot.lastWordEndMs, startMs)
    // The last cue must end before the media does: treat the end of the media as a next cue after a gap of 1 ms.
    const wallMs = Math.min(nextMs, limitMs - 1 + profile.gapMs)
    const isLast = i + 1 === slots.length && !isFollowed
    const wanted = chooseEndMs(startMs, last, wallMs, slot.needMs, isLast ? profileOfLast : profile)
    const endMs = Math.min(Math.max(wanted, startMs + 1), nextMs, Math.max(startMs, limitMs - 1))
    return { startMs, endMs: Math.max(endMs, Math.min(startMs + 1, limitMs)) }
  })
}

/**
 * Starts cues as close to their words as both neighbours allow: a backward pass finds the latest starts, a forward pass
 * chooses.
 */
function chooseStarts(slots: readonly Slot[], limitMs: number, profile: Profile): number[] {
  const { gapMs, inTimeMs, closingOutTimeMs } = profile
  const latest: number[] = []
  let bound = limitMs + gapMs
  for (let i = slots.length - 1; i >= 0; i -= 1) {
    const slot = slots[i]
    if (!slot) continue
    const inTime = slot.anchorMs + inTimeMs
    const held = slot.lastWordEndMs + profile.longOutTimeMs - slot.needMs
    bound = Math.max(slot.anchorMs - inTimeMs, Math.min(inTime, held, bound - slot.needMs - gapMs))
    latest[i] = bound
  }
  const starts: number[] = []
  let free = 0
  for (const [i, slot] of slots.entries()) {
    const low = Math.max(0, slot.anchorMs - inTimeMs)
    const high = slot.anchorMs + inTimeMs
    // Starting slightly earlier lets the previous cue close the gap.
    const closing = (slots[i - 1]?.lastWordEndMs ?? 0) + closingOutTimeMs + gapMs
    const wanted = i > 0 && closing >= low && closing < slot.anchorMs ? closing : slot.anchorMs
    const best = Math.max(low, Math.min(wanted, latest[i] ?? high))
    const start = free <= high ? Math.max(best, free) : best
    starts.push(start)
    free = start + slot.needMs + gapMs
  }
  return starts
}

/** Separates coinciding starts, moving them backward near the end of the media. */
function orderedStarts(starts: number[], limitMs: number): number[] {
  const ordered = [...starts]
  const step = Math.min(CROWDED_MS, Math.floor(limitMs / Math.max(1, starts.length)))
  for (let i = 1; i < ordered.length; i += 1) {
    const free = (ordered[i - 1] ?? 0) + step
    if ((ordered[i] ?? 0) < free) ordered[i] = free
  }
  for (let i = ordered.length - 1, bound = limitMs - step; i >= 0; i -= 1, bound = (ordered[i + 1] ?? 0) - step) {
    if ((ordered[i] ?? 0) <= bound) break
    ordered[i] = Math.max(0, bound)
  }
  return ordered
}
