import type { Sentence } from '../types.ts'
import { numbersIn } from './english.ts'
import { numbersInKorean } from './korean.ts'

const mayHaveNumber =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thir|fif|twenty|fort|hundred|thousand|million|billion|trillion)/i

/**
 * Words of the source whose number the Korean does not state, in digits or in a Korean reading. `one` and `first` are
 * not asked for: mostly they are no numbers.
 *
 * @returns indexes into `sentence.words`
 */
export function missingNumbers(sentence: Pick<Sentence, 'words' | 'text'>, korean: string): number[] {
  if (!mayHaveNumber.test(sentence.text)) return []
  const wanted = numbersIn(sentence.words.map(word => word.text + word.after))
  if (wanted.length === 0) return []
  const stated = numbersInKorean(korean)
  return wanted.filter(({ values }) => !values.some(value => stated.has(value))).map(({ at }) => at)
}
