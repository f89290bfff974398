import { keepLetters } from './letters.ts'
import { findRewording } from './rewordings.ts'
import type { Script } from './script.ts'
import type { Delivered } from './translate-talk.ts'

/** The meaning of a delivered sentence; `unknown` if its text is neither of the two in the script. */
export type Meaning = 'right' | 'wrong' | 'unknown'

export interface JudgedSentence extends Delivered {
  meaning: Meaning
}

/** Compares delivered texts with those of the script. Spaces, punctuation and quotation marks do not count. */
export function judgeTalk(delivered: readonly Delivered[]): JudgedSentence[] {
  return delivered.map(each => ({ ...each, meaning: judgeSentence(each) }))
}

function judgeSentence({ of, korean }: Pick<Delivered, 'of' | 'korean'>): Meaning {
  const [first, second] = of
  if (!first) return 'unknown'
  const right = second ? first.joined : first.right
  if (right !== undefined && keepLetters(right) === keepLetters(korean)) return 'right'
  if (keepLetters(first.literal) === keepLetters(korean)) return 'wrong'
  const rewording = findRewording(korean, 'answer')
  if (!rewording) return 'unknown'
  return rewording.saysTheSame ? judgeSentence({ of, korean: rewording.text }) : 'wrong'
}

export interface TalkFigures {
  /** Sentences that a model without help gets wrong. */
  planted: number
  wrong: number
  /** Texts that someone has to read, because the script does not know them. */
  unknown: number
  /** Correct sentences flagged for another reason than an unsure word or the model's own guess. */
  falseAlarms: number
  steppedIn: number
}

/** Counts sentences of the transcript; a joined one counts once. */
export function countMeanings(script: Script, judged: readonly JudgedSentence[]): TalkFigures {
  const of = (wanted: Meaning) => judged.filter(({ meaning }) => meaning === wanted)
  return {
    planted: script.sentences.filter(({ help, literal, right }) => help !== 'guess' && literal !== right).length,
    wrong: of('wrong').length,
    unknown: of('unknown').length,
    falseAlarms: of('right').filter(({ flags }) => flags.some(flag => flag !== 'confidence' && flag !== 'misheard'))
      .length,
    steppedIn: judged.filter(({ steppedIn }) => steppedIn).length,
  }
}
