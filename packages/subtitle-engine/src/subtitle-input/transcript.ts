import { tidy } from '../korean/tidy.ts'
import type { Cue, Transcript, Word } from '../types.ts'
import { spokenLines } from './spoken-lines.ts'

/** Share of capitals among the letters of a subtitle that is written in capitals. */
const CAPITALS = 0.8
const MARKS = /(?<![.,?!;:…])[.,?!;:…]+$/
/** `U.S` and `A.M`, without their last stop, keep their capitals. */
const INITIALS = /^(?:[A-Z]\.)+[A-Z]$/
/** A stop after these ends no sentence. */
const ABBREVIATION = /^(?:(?:[A-Z]\.)+[A-Z]|mr|mrs|ms|dr|st|vs)$/i
/** Words that keep their capital. */
const FIRST_PERSON = /^i(?=$|['’])/

/**
 * Reads an English subtitle as if its words had been transcribed: the time of a cue is shared out over its letters.
 * Sounds in brackets and lone music notes are `dropped`; speakers change at dashes, chevrons, names and where two cues are
 * shown at once. Text in capitals becomes ordinary text, or a translator would shout.
 *
 * @param cues ordered by their starts
 */
export function transcriptFromSubtitle(cues: readonly Cue[]): Transcript {
  const { lines, sounds } = spokenLines(cues)
  const isShouted = shareOfCapitals(lines.map(({ text }) => text).join(' ')) > CAPITALS
  const lengths = cues.map(() => 0)
  for (const { text, cue } of lines) lengths[cue] = (lengths[cue] ?? 0) + text.length + 1
  const words: Word[] = []
  const read = cues.map(() => 0)
  let opensSentence = true
  for (const { text, cue, speaker } of lines) {
    const { startMs = 0, endMs = 0 } = cues[cue] ?? {}
    const msPerLetter = Math.max(0, endMs - startMs) / Math.max(1, (lengths[cue] ?? 1) - 1)
    for (const token of tidy(text).split(' ')) {
      const from = startMs + Math.round((read[cue] ?? 0) * msPerLetter)
      read[cue] = (read[cue] ?? 0) + token.length + 1
      const to = Math.min(endMs, startMs + Math.round(((read[cue] ?? 0) - 1) * msPerLetter))
      // A sentence that continues another cue's begins with dots, which say nothing to a translator.
      const bare = token.replace(/^…/, '')
      const after = MARKS.exec(bare)?.[0] ?? ''
      const said = bare.slice(0, bare.length - after.length)
      if (said === '') {
        const last = words.at(-1)
        if (last && after !== '' && last.after === '') last.after = after
        continue
      }
      const shown = isShouted ? lowered(said, opensSentence) : said
      const word = { text: shown, startMs: from, endMs: Math.max(from, to), confidence: 1, after }
      words.push(speaker === undefined ? word : { ...word, speaker })
      opensSentence = /[.?!]/.test(after) && !ABBREVIATION.test(said)
    }
  }
  const dropped = sounds.map(({ text, cue }): Word => {
    const { startMs = 0, endMs = 0 } = cues[cue] ?? {}
    return { text, startMs, endMs: Math.max(startMs, endMs), confidence: 1, after: '' }
  })
  return { words, durationMs: cues.reduce((end, cue) => Math.max(end, cue.endMs), 0), dropped }
}

function shareOfCapitals(text: string): number {
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0
  return letters === 0 ? 0 : (text.match(/[A-Z]/g)?.length ?? 0) / letters
}

function lowered(word: string, opensSentence: boolean): string {
  if (INITIALS.test(word)) return word
  const text = word.toLowerCase().replace(FIRST_PERSON, 'I')
  return opensSentence ? text.replace(/[a-z]/, letter => letter.toUpperCase()) : text
}
