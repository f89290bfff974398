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
  sentences: number
  /** Sentences that a model without help gets wrong. */
  planted: number
  wrong: number
  wrongFlagged: number
  /** Wrong sentences that contain an unsure word. */
  wrongUnsure: number
  /** Texts that someone has to read, because the script does not know them. */
  unknown: number
  right: number
  rightFlagged: number
  /** Correct sentences flagged for another reason than an unsure word or the model's own guess. */
  falseAlarms: number
  steppedIn: number
}

/** Counts sentences of the transcript; a joined one counts once. */
export function countMeanings(script: Script, judged: readonly JudgedSentence[]): TalkFigures {
  const wrong = judged.filter(({ meaning }) => meaning === 'wrong')
  const right = judged.filter(({ meaning }) => meaning === 'right')
  const isFlagged = ({ flags }: Delivered) => flags.length > 0
  return {
    sentences: judged.length,
    planted: script.sentences.filter(({ help, literal, right: text }) => help !== 'guess' && literal !== text).length,
    wrong: wrong.length,
    wrongFlagged: wrong.filter(isFlagged).length,
    wrongUnsure: wrong.filter(({ flags }) => flags.includes('confidence')).length,
    unknown: judged.filter(({ meaning }) => meaning === 'unknown').length,
    right: right.length,
    rightFlagged: right.filter(isFlagged).length,
    falseAlarms: right.filter(({ flags }) => flags.some(flag => flag !== 'confidence' && flag !== 'misheard')).length,
    steppedIn: judged.filter(({ steppedIn }) => steppedIn).length,
  }
}
