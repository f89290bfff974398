import {
  checkTranslation,
  keepsRegister,
  type Neighbour,
  type Sentence,
  type TranslationProblem,
  weightedLength,
} from '#subtitle-engine'
import { isPlaceholder } from '../contract/placeholders.ts'
import { echoesExample } from './prompts.ts'
import { findTerms, termsIn } from './terms.ts'
import type { TranslationRequest } from './translator.ts'

/** The requirements that a translation is checked against. */
export type Standard = Pick<TranslationRequest, 'register' | 'glossary' | 'budgets'>

export interface Problem {
  /**
   * Stored with the translation if no repair succeeds. `glossary`: a term of the operator or the user is missing;
   * `name`: a name of the brief is missing, which Korean may leave out. `placeholder`: no model translated it. `echo`: it repeats an
   * example of the instructions.
   */
  code: TranslationProblem['code'] | 'glossary' | 'name' | 'register' | 'budget' | 'placeholder' | 'echo'
  /**
   * `wrong`: the text is no translation of the sentence and may be replaced by a machine translation. `rough`: it is,
   * or may be, a translation: it is requested again and kept with its problem.
   */
  weight: 'wrong' | 'rough'
  /** Description for the translator. */
  words: string
}

/**
 * Problems that no good translation has: even a literal machine translation is better. The other checks may be
 * mistaken.
 */
const NO_TRANSLATION: ReadonlySet<Problem['code']> = new Set([
  ...(['empty', 'noHangul', 'foreign', 'repeated', 'markup', 'duplicate', 'tooShort', 'tooLong'] as const),
])

/** Finds all problems of a translation; a missing text has the single problem `empty`. */
export function findProblems(
  sentence: Sentence,
  korean: string | undefined,
  neighbours: readonly Neighbour[],
  { register, glossary, budgets }: Standard,
): Problem[] {
  const problems = withoutTerms(
    checkTranslation(sentence, korean ?? '', neighbours),
    termsIn(sentence.text, glossary),
  ).map(
    (problem): Problem => ({
      code: problem.code,
      weight: NO_TRANSLATION.has(problem.code) ? 'wrong' : 'rough',
      words: wordsFor(problem),
    }),
  )
  if (korean === undefined || problems.some(problem => problem.code === 'empty')) return problems
  if (isPlaceholder(korean)) problems.push({ code: 'placeholder', weight: 'wrong', words: 'there is no translation' })
  if (echoesExample(sentence.text, korean))
    problems.push({ code: 'echo', weight: 'rough', words: 'it repeats an example of the instructions' })
  const lost = [...findTerms(sentence.text, glossary)].filter(([, term]) => !korean.includes(term.korean))
  const demanded = lost.filter(([, { source }]) => source !== 'brief')
  if (demanded.length > 0)
    problems.push({
      code: 'glossary',
      weight: 'rough',
      words: `it must use these terms: ${demanded.map(([, term]) => term.korean).join(', ')}`,
    })
  const named = lost.filter(([, { source }]) => source === 'brief')
  if (named.length > 0)
    problems.push({
      code: 'name',
      weight: 'rough',
      words: `names have one form in this talk: ${named.map(([english, { korean: form }]) => `${english} is ${form}`).join(', ')}`,
    })
  if (!keepsRegister(korean, register))
    problems.push({ code: 'register', weight: 'rough', words: 'it ends in another register than asked for' })
  const budget = budgets.get(sentence.id)
  if (budget !== undefined && weightedLength(korean) > budget)
    problems.push({
      code: 'budget',
      weight: 'rough',
      words: `it has ${weightedLength(korean)} characters of at most ${budget}: condense it and keep its meaning`,
    })
  return problems
}

/** Removes problems about English words that a glossary term keeps in English. */
function withoutTerms(problems: readonly TranslationProblem[], terms: readonly string[]): TranslationProblem[] {
  const kept = terms.join(' ').toLowerCase()
  return problems.filter(
    ({ code, ...more }) =>
      code !== 'english' || !('what' in more) || more.what.some(word => !kept.includes(word.toLowerCase())),
  )
}

/** Additions that the check names instead of quoting them. */
const ADDED: Readonly<Record<string, string>> = {
  sentence: 'one of its sentences',
  address: 'an address',
  money: 'an amount of money',
  note: 'a note about the translation',
}

function wordsFor(problem: TranslationProblem): string {
  if (problem.code === 'empty') return 'there is no text'
  if (problem.code === 'noHangul') return 'it is not Korean'
  if (problem.code === 'foreign') return 'part of it is still English'
  if (problem.code === 'repeated') return 'a word or phrase is repeated without end'
  if (problem.code === 'refusal') return 'it speaks about the task instead of translating the sentence'
  if (problem.code === 'markup') return 'it has markup, JSON or ids in it: give the plain Korean text only'
  if (problem.code === 'numbers') return `these numbers are missing: ${problem.missing.join(', ')}`
  if (problem.code === 'maybeNumbers') return `these numbers may be missing: ${problem.missing.join(', ')}`
  if (problem.code === 'duplicate') return `it is the text of sentence ${problem.of}`
  if (problem.code === 'omission') return 'it is far shorter than the English: a part of it is missing'
  if (problem.code === 'question') return 'the English asks, the Korean does not'
  if (problem.code === 'negation') return 'the English and the Korean do not agree about a negation'
  if (problem.code === 'tense') return 'one is about the past, the other about the future'
  if (problem.code === 'script') return 'it has characters of another script: write Hangul'
  if (problem.code === 'quantity') return `these are different in the Korean: ${problem.what.join(', ')}`
  if (problem.code === 'english') return `these words are still English: ${problem.what.join(', ')}`
  if (problem.code === 'added') return `nobody said this: ${problem.what.map(what => ADDED[what] ?? what).join(', ')}`
  return problem.code === 'tooShort' ? 'it is too short: something was left out' : 'it is too long: something was added'
}
