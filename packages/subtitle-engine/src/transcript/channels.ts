import type { RawWord } from './items.ts'

/** A pause this long within a channel ends its utterance. */
const UTTERANCE_PAUSE_MS = 600
/** A longer utterance ends at its next short pause or comma, so that a response is not delayed until its end. */
const LONG_UTTERANCE_MS = 6000
const SMALL_PAUSE_MS = 150

/** True if the words come from two or more channels. */
export function hasChannels(words: readonly RawWord[]): boolean {
  const first = words.find(word => word.channel !== undefined)
  return first !== undefined && words.some(word => word.channel !== undefined && word.channel !== first.channel)
}

/**
 * Orders whole utterances of overlapping channels one after another, by their starts. Amazon lists the words of all
 * channels by time, so two people who speak at once would alternate word by word.
 */
export function untangled(words: readonly RawWord[]): RawWord[] {
  const utterances: RawWord[][] = []
  const open = new Map<string | undefined, RawWord[]>()
  for (const word of words) {
    const current = open.get(word.channel)
    if (current && !endsUtterance(current, word)) current.push(word)
    else {
      const started = [word]
      open.set(word.channel, started)
      utterances.push(started)
    }
  }
  // Utterances were opened in the order of their first words, which is the order of their starts.
  return utterances.flat()
}

function endsUtterance(words: readonly RawWord[], next: RawWord): boolean {
  const last = words.at(-1)
  if (!last || /[.?!…]/.test(last.after)) return true
  const pauseMs = (next.startMs ?? 0) - (last.endMs ?? next.startMs ?? 0)
  if (pauseMs >= UTTERANCE_PAUSE_MS) return true
  const spanMs = (last.endMs ?? 0) - (words[0]?.startMs ?? last.endMs ?? 0)
  return spanMs > LONG_UTTERANCE_MS && (last.after !== '' || pauseMs >= SMALL_PAUSE_MS)
}
