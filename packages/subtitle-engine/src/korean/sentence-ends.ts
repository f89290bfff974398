import { seenOf } from './boundary-features.ts'

/** A full stop, a question or an exclamation, also inside closing quotes. */
const STOP = /[.?!…]["'”’)\]」』]*$/u
/** Polite endings that close a sentence even without a full stop, unless a quoting word or particle follows. */
const ENDING = /(?:(?<![아다지])니다|니까|[요죠])["'”’)\]」』]*$/u
const QUOTED = /^(?:(?:이?라|하)[고는며면]|이?란|고|만)[도요,]?$/

/** Whether an eojeol ends a Korean sentence, with or without a full stop. */
export function endsSentence(text: string, next: string | undefined): boolean {
  return STOP.test(text) || closesSentence(text, next)
}

/** Whether a polite ending closes the sentence without a full stop: `누가 구웠나요 ‖ 하지만`. */
export function closesSentence(text: string, next: string | undefined): boolean {
  if (next === undefined || !ENDING.test(text) || QUOTED.test(next)) return false
  return seenOf(text).form === 'final'
}
