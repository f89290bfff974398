import type { Word } from '../types.ts'
import type { RawWord } from './items.ts'

/** Length of a word whose time follows neither from the file nor from its neighbours. */
const USUAL_WORD_MS = 250
/** The same in a transcript without any time: 150 words a minute, so that its subtitle can be read. */
const UNTIMED_WORD_MS = 400

/**
 * Gives every word a time in the order of the text. Missing times and times out of order are interpolated between their
 * neighbours, and no word ends after the next one starts.
 */
export function timedWords(raw: readonly RawWord[]): Word[] {
  const starts = filledStarts(raw)
  return raw.map((word, i) => {
    const startMs = starts[i] ?? 0
    const next = starts[i + 1]
    const trusted = word.endMs !== undefined && word.endMs >= startMs && word.startMs === startMs
    const open = trusted && word.endMs !== undefined ? word.endMs : startMs + USUAL_WORD_MS
    const endMs = next === undefined ? open : Math.min(open, next)
    const { text, confidence, after, speaker } = word
    return speaker === undefined
      ? { text, startMs, endMs, confidence, after }
      : { text, startMs, endMs, confidence, after, speaker }
  })
}

function filledStarts(raw: readonly RawWord[]): number[] {
  const stated = raw.map(word => word.startMs)
  if (isOrdered(stated)) return stated
  const kept = longestRise(stated)
  const starts: number[] = []
  let previous = -1
  for (const index of [...kept, raw.length]) {
    const to = stated[index]
    const from = previous < 0 ? undefined : stated[previous]
    const missing = index - previous - 1
    for (let k = 1; k <= missing; k += 1) starts.push(between(from, to, k, missing))
    if (to !== undefined) starts.push(to)
    previous = index
  }
  return starts
}

function isOrdered(starts: (number | undefined)[]): starts is number[] {
  let last = 0
  for (const start of starts) {
    if (start === undefined || start < last) return false
    last = start
  }
  return true
}

/** The k-th of `missing` starts between two known ones, either of which may be undefined. */
function between(from: number | undefined, to: number | undefined, k: number, missing: number): number {
  if (from === undefined && to === undefined) return (k - 1) * UNTIMED_WORD_MS
  if (from === undefined) return Math.max(0, (to ?? 0) - (missing - k + 1) * USUAL_WORD_MS)
  if (to === undefined) return from + k * USUAL_WORD_MS
  return from + Math.floor(((to - from) * k) / (missing + 1))
}

/** Indexes of the longest non-decreasing subsequence of times: the words whose times are trusted. */
function longestRise(stated: readonly (number | undefined)[]): number[] {
  const tails: number[] = []
  const before: number[] = []
  for (const [index, time] of stated.entries()) {
    if (time === undefined) continue
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((stated[tails[middle] ?? 0] ?? 0) <= time) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? (tails[low - 1] ?? -1) : -1
    tails[low] = index
  }
  const rise: number[] = []
  for (let at = tails[tails.length - 1] ?? -1; at >= 0; at = before[at] ?? -1) rise.push(at)
  return rise.reverse()
}
