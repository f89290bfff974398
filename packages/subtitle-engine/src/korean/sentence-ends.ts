import { seenOf } from './boundary-features.ts'

/** A full stop, a question or an exclamation, also inside closing quotes. */
const STOP = /[.?!…]["'”’)\]」』]*$/u
/** Latin abbreviations whose full stop ends no sentence: `Dr. 김`, `원본 vs. 사본`. */
const ABBREVIATION = /^["'“‘([]?(?:vs|Mr|Mrs|Ms|Dr|Prof|St|No)\.$/i
/** Polite endings that close a sentence even without a full stop, unless a quoting word or particle follows. */
const ENDING = /(?:(?<![아다지])니다|니까|[요죠])["'”’)\]」』]*$/u
const QUOTED = /^(?:(?:이?라|하)[고는며면]|이?란|고|만)[도요,]?$/

/** Whether an eojeol ends a Korean sentence, with or without a full stop. */
export function endsSentence(text: string, next: string | undefined): boolean {
  return (STOP.test(text) && !isAbbreviation(text)) || closesSentence(text, next)
}

/** Whether an eojeol is an abbreviation that belongs to the next word. */
export function isAbbreviation(text: string): boolean {
  return ABBREVIATION.test(text)
}

/** Whether a polite ending closes the sentence without a full stop: `누가 구웠나요 ‖ 하지만`. */
export function closesSentence(text: string, next: string | undefined): boolean {
  if (next === undefined || !ENDING.test(text) || QUOTED.test(next)) return false
  return seenOf(text).form === 'final'
}
