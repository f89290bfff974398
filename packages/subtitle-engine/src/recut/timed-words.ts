import { tidy } from '../korean/tidy.ts'
import type { Profile } from '../profile.ts'
import type { Cue } from '../types.ts'
import { halfWidths } from '../weight.ts'

/** An eojeol of an old cue, with the time that its letters take there. */
export interface TimedWord {
  text: string
  startMs: number
  endMs: number
  cue: number
  /** Index of its line in the whole file. */
  line: number
  /** True for the first eojeol after the dash of a new speaker. */
  opensTurn: boolean
  /** True on a line of sounds or music (`[박수]`, `♪`), which is a sentence of its own. */
  isSound: boolean
}

/** A dash before a speaker's words, as opposed to the sign of a negative number. */
const TURN = /^[-‐‑–—] ?(?=[^\d ])/
const SOUND = /^(?:\[[^\]]*\]|\([^)]*\)|（[^）]*）|【[^】]*】|[♪♬♫].*|.*[♪♬♫])$/u

/**
 * Divides old cues into eojeols. A cue's time is distributed over its letters. Before a pause, the last word ends
 * earlier than the old out-time by as much as the profile keeps a cue after its speech, so that the new cue ends where
 * the old one did.
 */
export function timedWords(cues: readonly Cue[], profile: Profile): TimedWord[] {
  const words: TimedWord[] = []
  let line = 0
  for (const [cue, { startMs, endMs, lines }] of cues.entries()) {
    const texts = lines.map(tidy).filter(text => text !== '')
    const spoken = texts.map(text => text.replace(TURN, ''))
    const total = Math.max(1, halfWidths(spoken.join(' ')))
    const spanMs = Math.max(0, endMs - startMs)
    let read = 0
    for (const [n, text] of spoken.entries()) {
      const isTurn = text !== texts[n]
      const isSound = SOUND.test(text)
      for (const [i, eojeol] of text.split(' ').entries()) {
        const from = startMs + Math.round((spanMs * read) / total)
        read += halfWidths(eojeol)
        const to = startMs + Math.round((spanMs * Math.min(read, total)) / total)
        read += 1
        words.push({ text: eojeol, startMs: from, endMs: to, cue, line, opensTurn: isTurn && i === 0, isSound })
      }
      line += 1
    }
    const last = words.at(-1)
    const pauseMs = (cues[cue + 1]?.startMs ?? Number.POSITIVE_INFINITY) - endMs
    if (last && pauseMs >= profile.closeGapMs) last.endMs = Math.max(last.startMs, endMs - profile.outTimeMs)
  }
  return words
}
