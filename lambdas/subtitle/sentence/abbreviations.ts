import type { Word } from '../types.ts'

/** Always stand before the word they belong to. */
const leading = new Set(
  'mr mrs ms dr prof st gen sen rep gov lt col sgt capt maj cmdr rev hon pres supt fig vol vs e.g i.e approx cf'.split(
    ' ',
  ),
)
/** End a sentence only where the next word begins one. */
const ambiguous = new Set(
  'jr sr inc ltd co corp dept univ est ave blvd rd etc a.m p.m ph.d b.a m.a m.d d.c u.s u.k u.n e.u u.s.a b.c a.d'.split(
    ' ',
  ),
)
/** `No. 5`, `p. 12`: abbreviations only before a number. */
const beforeNumber = new Set(['no', 'nos', 'p', 'pp', 'ch', 'sec', 'art'])
/** A capital letter after one of these is a name's end, not an initial (`Plan B.`). */
const labelled = new Set(
  'plan vitamin grade type hepatitis option class section appendix part team group model point exhibit schedule'.split(
    ' ',
  ),
)
const starter =
  /^(?:I|I'm|I've|I'll|We|We're|You|You're|He|She|It|It's|They|The|A|An|This|That|That's|These|Those|There|There's|And|But|So|Or|In|On|At|If|When|What|Who|Why|How|Then|Now|My|Our|Your|His|Her|Their|Its|After|Before|As|For|Because|While|Some|Many|Most|Yes|No|Well|Let|Let's|One|Here|Today|Yesterday|Tomorrow)$/
const initials = /^(?:\p{L}\.)+\p{L}$/u
/** Silence after which even a usual abbreviation ends its sentence. */
const clearPauseMs = 500
/** `3` `.` `5` in three items is one number, said in one breath. */
const decimalPauseMs = 50

/** Whether the full stop after `word` belongs to an abbreviation, a decimal or an initial, not to a sentence's end. */
export function stopBelongsToWord(word: Word, before: Word | undefined, next: Word | undefined): boolean {
  if (!next) return false
  const text = word.text.toLowerCase().replace(/^["'“‘([]+/, '')
  const pauseMs = next.startMs - word.endMs
  if (leading.has(text)) return true
  if (beforeNumber.has(text) && /^\d/.test(next.text)) return true
  if (/^\d{1,3}$/.test(text) && /^\d+$/.test(next.text) && pauseMs < decimalPauseMs) return true
  if (pauseMs >= clearPauseMs) return false
  if (ambiguous.has(text) || initials.test(word.text)) return !starter.test(next.text)
  if (/^\p{Lu}$/u.test(word.text)) {
    if (word.text === 'I' || labelled.has(before?.text.toLowerCase() ?? '')) return false
    return /^\p{Lu}/u.test(next.text) && (!starter.test(next.text) || /^[AI]$/.test(next.text))
  }
  return false
}
