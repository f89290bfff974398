import { tidy } from '../korean/tidy.ts'
import type { Profile } from '../profile.ts'
import { textOf } from '../read/lines.ts'
import { shownName } from '../read/names.ts'
import type { SourceCue } from '../read/source.ts'
import { wordTimes } from '../read/word-times.ts'
import { BESIDE } from '../types.ts'

/** An eojeol of an old cue, with its own time or the time that its letters take there. */
export interface TimedWord {
  text: string
  startMs: number
  endMs: number
  cue: number
  /** Index of its line in the whole file. */
  line: number
  speaker: string | undefined
  /** True on a line of sounds or music (`[박수]`, `♪`), which is a sentence of its own. */
  isSound: boolean
}

const SOUND = /^(?:\[[^\]]*\]|\([^)]*\)|（[^）]*）|【[^】]*】|[♪♬♫].*|.*[♪♬♫])$/u

/**
 * Divides old cues into timed eojeols. Before a pause, the last word ends earlier than the old out-time by as much as
 * the profile keeps a cue after its speech, so that the new cue ends where the old one did. In profiles for deaf viewers
 * a new speaker's name precedes the words.
 */
export function timedWords(cues: readonly SourceCue[], profile: Profile): TimedWord[] {
  const words: TimedWord[] = []
  let line = 0
  for (const [cue, { startMs, endMs, lines, isAside }] of cues.entries()) {
    const timed = wordTimes(
      lines.flatMap(each => each.words),
      startMs,
      endMs,
    )
    let at = 0
    for (const source of lines) {
      const isSound = SOUND.test(textOf([source]))
      const speaker = isAside ? BESIDE : source.speaker
      const name = profile.sounds && speaker !== words.at(-1)?.speaker ? shownName(speaker) : undefined
      const first = timed[at]?.startMs ?? startMs
      if (name !== undefined)
        words.push({ text: `[${name}]`, startMs: first, endMs: first, cue, line, speaker, isSound })
      for (const word of timed.slice(at, at + source.words.length)) {
        for (const text of tidy(word.text).split(' '))
          if (text !== '') words.push({ ...word, text, cue, line, speaker, isSound })
      }
      at += source.words.length
      line += 1
    }
    const last = words.at(-1)
    const pauseMs = (cues[cue + 1]?.startMs ?? Number.POSITIVE_INFINITY) - endMs
    if (last && pauseMs >= profile.closeGapMs) last.endMs = Math.max(last.startMs, endMs - profile.outTimeMs)
  }
  return words
}
