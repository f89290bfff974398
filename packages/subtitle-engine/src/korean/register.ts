import { endingLevel, type SpeechLevel, withoutQuotations } from './speech-level.ts'

/** A register as requested by a user: `polite` allows both 해요체 and 합니다체. */
export type WantedRegister = 'polite' | SpeechLevel

export interface RegisterReport {
  /** The most frequent level; undefined if no sentence shows one. */
  register: SpeechLevel | undefined
  counts: Record<SpeechLevel, number>
  /** True if both 존댓말 and 반말 occur. */
  mixed: boolean
}

/** Counts the speech levels of sentences, and detects whether 존댓말 and 반말 are mixed. */
export function countLevels(sentences: Iterable<string>): RegisterReport {
  const counts: Record<SpeechLevel, number> = { haeyo: 0, hapnida: 0, banmal: 0 }
  for (const sentence of sentences) {
    const level = endingLevel(sentence)
    if (level) counts[level] += 1
  }
  let register: SpeechLevel | undefined
  for (const level of ['haeyo', 'hapnida', 'banmal'] as const) {
    if (counts[level] > (register ? counts[register] : 0)) register = level
  }
  return { register, counts, mixed: counts.banmal > 0 && counts.haeyo + counts.hapnida > 0 }
}

const SENTENCE_BOUNDARY = /(?<=[.?!…]["'”’)\]」』]*)\s+|\n+/u

/** The sentences of a text; a quoted sentence belongs to the one that quotes it. */
function splitSentences(text: string): string[] {
  return withoutQuotations(text).split(SENTENCE_BOUNDARY)
}

/** Detects the register of a text from its sentence endings. */
export function detectRegister(text: string): RegisterReport {
  return countLevels(splitSentences(text))
}

/** Endings in -요 that are also usual in 합니다체: on their own they are no drift. */
const AT_HOME_IN_HAPNIDA = /(?:죠|지요|거든요|니까요|까요)["'”’)\]」』.,?!…~\s]*$/u

const ONLY_QUOTED = /^(?:"[^"]*"|“[^”]*”|‘[^’]*’|'[^']*'|「[^」]*」|『[^』]*』)[.,…]?$/u

/** Whether every sentence of a text has the requested register. Quotations have their own. */
export function keepsRegister(text: string, wanted: WantedRegister): boolean {
  if (ONLY_QUOTED.test(text.trim())) return true
  const sentences = splitSentences(text)
  const judged = wanted === 'hapnida' ? sentences.filter(each => !AT_HOME_IN_HAPNIDA.test(each)) : sentences
  const { counts } = countLevels(judged)
  if (wanted === 'banmal') return counts.haeyo + counts.hapnida === 0
  if (wanted === 'polite') return counts.banmal === 0
  return counts.banmal === 0 && counts[wanted === 'haeyo' ? 'hapnida' : 'haeyo'] === 0
}
