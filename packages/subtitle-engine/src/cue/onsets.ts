import type { Profile } from '../profile.ts'
import type { Sentence } from '../types.ts'

/**
 * A moment at which a cue may start: the onset of a word or, if there are fewer words than cues, a moment inside one.
 */
export interface Onset {
  startMs: number
  endMs: number
  /** Pause before it, within the sentence. */
  pauseMs: number
  /** Whether it follows punctuation. */
  afterMark: boolean
}

/** The onsets of a sentence's words, in order of time. */
export function findOnsets(sentence: Sentence): Onset[] {
  const onsets: Onset[] = []
  let reached = 0
  let mark = false
  for (const [i, word] of sentence.words.entries()) {
    const last = onsets[onsets.length - 1]
    const startMs = Math.max(word.startMs, last?.startMs ?? 0)
    if (last && last.endMs > startMs) last.endMs = startMs
    const endMs = Math.max(startMs, word.endMs)
    onsets.push({ startMs, endMs, pauseMs: i === 0 ? 0 : Math.max(0, startMs - reached), afterMark: mark })
    reached = Math.max(reached, endMs)
    mark = word.after !== ''
  }
  if (onsets.length === 0) {
    const { startMs, endMs } = sentence
    onsets.push({ startMs, endMs: Math.max(startMs, endMs), pauseMs: 0, afterMark: false })
  }
  return onsets
}

/** Number of cues of minimum duration that fit before the next sentence. */
export function countFittingCues(onsets: readonly Onset[], nextMs: number, profile: Profile): number {
  const spanMs = latestMs(onsets, nextMs, profile) - (onsets[0]?.startMs ?? 0)
  return Math.max(1, Math.floor((spanMs + profile.gapMs) / stepMs(profile)))
}

/** Indexes of onsets that leave each cue its minimum duration. */
export function spaced(onsets: readonly Onset[], nextMs: number, profile: Profile): number[] {
  const endMs = latestMs(onsets, nextMs, profile) - profile.minDurationMs
  const found: number[] = []
  let freeMs = Number.NEGATIVE_INFINITY
  for (const [i, { startMs }] of onsets.entries()) {
    if (i > 0 && (startMs < freeMs || startMs > endMs)) continue
    found.push(i)
    freeMs = startMs + stepMs(profile)
  }
  return found
}

/** Adds evenly spaced onsets if too few words are far enough apart for this many cues. */
export function withOnsetsFor(onsets: Onset[], cues: number, nextMs: number, profile: Profile): Onset[] {
  if (spaced(onsets, nextMs, profile).length >= cues) return onsets
  const firstMs = onsets[0]?.startMs ?? 0
  const stepMs = (latestMs(onsets, nextMs, profile) + profile.gapMs - firstMs) / cues
  const divided = [...onsets]
  for (let n = 1; n < cues; n += 1) {
    const startMs = Math.floor(firstMs + n * stepMs)
    const at = divided.findIndex(onset => onset.startMs >= startMs)
    const before = divided[(at < 0 ? divided.length : at) - 1]
    if (!before || divided[at]?.startMs === startMs) continue
    const endMs = Math.max(startMs, before.endMs)
    before.endMs = Math.min(before.endMs, startMs)
    divided.splice(at < 0 ? divided.length : at, 0, { startMs, endMs, pauseMs: 0, afterMark: false })
  }
  return divided
}

function stepMs(profile: Profile): number {
  return profile.minDurationMs + profile.gapMs
}

/** Latest end of the sentence's last cue. */
function latestMs(onsets: readonly Onset[], nextMs: number, profile: Profile): number {
  const last = onsets[onsets.length - 1]?.endMs ?? 0
  return Math.min(nextMs - profile.gapMs, last + profile.longOutTimeMs)
}
