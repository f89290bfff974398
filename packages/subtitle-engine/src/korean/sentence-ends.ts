import { seenOf } from './boundary-features.ts'

/** A full stop, a question or an exclamation, also inside closing quotes. */
const STOP = /[.?!…]["'”’)\]」』]*$/u
/** Endings that close a sentence even without a full stop, unless the particle of a quotation follows. */
const ENDING = /(?:(?<![아다지])니다|니까|[요죠])["'”’)\]」』]*$/u
const QUOTED = /^(?:(?:이?라|하)[고는며면]|이?란|고|만)[도요,]?$/

/** Whether a Korean sentence ends with an eojeol, with or without a full stop. */
export function endsSentence(text: string, next: string | undefined): boolean {
  return STOP.test(text) || closesSentence(text, next)
}

/** Whether an eojeol ends a sentence by its ending: `누가 구웠나요 하지만`. */
export function closesSentence(text: string, next: string | undefined): boolean {
  if (next === undefined || !ENDING.test(text) || QUOTED.test(next)) return false
  return seenOf(text).form === 'final'
}
