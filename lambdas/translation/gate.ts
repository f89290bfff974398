import type { Sentence } from '#subtitle-engine'
import type { Problem } from './problems.ts'

/** A sentence of a batch, its text after all repairs, and the problems that are left. */
export interface GatedText {
  sentence: Pick<Sentence, 'text'>
  korean: string
  problems: readonly Pick<Problem, 'code'>[]
}

/** Problems of form, which good translators leave, too. */
const HARMLESS: ReadonlySet<Problem['code']> = new Set(['register', 'budget', 'maybeNumbers', 'name', 'glossary'])

/** A smaller batch, or fewer flagged sentences, say nothing about the translator. */
const [FEWEST_SENTENCES, FEWEST_FLAGGED] = [4, 2]
const LEAST_FLAGGED = 0.1
const MOST_EVIDENCE = 0.45

/**
 * Whether a translator is reliable, judged by a whole batch, because most wrong sentences of a weak model show no fault that
 * a program can name. Adds three shares: sentences with a problem of meaning, and at half weight those in the wrong register
 * and those that share words with another sentence although their English has none in common. The thresholds are from
 * docs/decisions/judging-a-translator.md.
 */
export function isReliable(texts: readonly GatedText[]): boolean {
  const count = (has: (text: GatedText) => boolean) => texts.filter(has).length
  const flagged = count(({ problems }) => problems.some(({ code }) => !HARMLESS.has(code)))
  if (texts.length < FEWEST_SENTENCES || flagged < FEWEST_FLAGGED || flagged < texts.length * LEAST_FLAGGED) return true
  const outside = count(({ problems }) => problems.some(({ code }) => code === 'register'))
  return flagged + (outside + countRepeated(texts)) / 2 < texts.length * MOST_EVIDENCE
}

/** Counts sentences with two words in a row that also occur in a sentence whose English has no word in common. */
function countRepeated(texts: readonly GatedText[]): number {
  const read = texts.map(({ sentence, korean }) => ({ english: contentWords(sentence.text), pairs: wordPairs(korean) }))
  return read.filter((one, i) =>
    read.some(
      (other, j) =>
        i !== j && one.pairs.intersection(other.pairs).size > 0 && one.english.isDisjointFrom(other.english),
    ),
  ).length
}

const FUNCTION_WORDS = new Set(
  (
    'the and that this with have they there what when from were your just about would could them then than been their into some ' +
    'like very more most only over also because which will where after before these those here'
  ).split(' '),
)
/** Words with the same beginning count as one: `repair`, `repaired`. */
const STEM = 5

function contentWords(english: string): Set<string> {
  const words = english.toLowerCase().match(/[a-z]{4,}/g) ?? []
  return new Set(words.filter(word => !FUNCTION_WORDS.has(word)).map(word => word.slice(0, STEM)))
}

function wordPairs(korean: string): Set<string> {
  const words = korean.match(/[가-힣A-Za-z\d]+/g) ?? []
  return new Set(words.slice(1).map((word, i) => `${words[i]} ${word}`))
}
