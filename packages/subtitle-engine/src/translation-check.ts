import { isVisible, tidy } from './korean/tidy.ts'
import { additionsTo } from './meaning/additions.ts'
import { contentLength, hasOtherScript, isPartMissing, isQuestionLost, isSentenceAdded } from './meaning/losses.ts'
import { isNegationAdded, isNegationLost } from './meaning/negation.ts'
import { quantitiesChanged } from './meaning/quantities.ts'
import { isTenseChanged } from './meaning/tense.ts'
import { englishLeft, wordsChanged } from './meaning/words.ts'
import { numbersIn } from './numbers/english.ts'
import { numbersInKorean, withPlainPowers } from './numbers/korean.ts'
import { koreanProfile, type Profile } from './profile.ts'
import { findOddities, type Oddity } from './translation-oddities.ts'
import type { Neighbour, Sentence } from './types.ts'
import { halfWidths } from './weight.ts'

/** A problem of a translation. The translator gets it when the sentence is requested again. */
export type TranslationProblem =
  | { code: 'empty' }
  | { code: Oddity }
  | { code: 'noHangul' }
  /** `maybeNumbers`: possibly expressed differently. */
  | { code: 'numbers' | 'maybeNumbers'; missing: string[] }
  | { code: 'tooShort' | 'tooLong'; weightedLength: number; usual: number }
  /** A clause is missing · the question, a negation or the tense is another · characters of another script */
  | { code: 'omission' | 'question' | 'negation' | 'tense' | 'script' }
  /** Addresses, numbers or sentences that the English does not contain. */
  | { code: 'added'; what: string[] }
  /** A time of day, limit, share, quarter or unit differs, although the numbers occur; or a day, a month or an opposite. */
  | { code: 'quantity'; what: string[] }
  /** Lower-case English words that were left untranslated. */
  | { code: 'english'; what: string[] }
  | { code: 'duplicate'; of: string }

/** Average weighted Korean characters per English character. */
const USUAL_SHARE = 0.5
const SHORTEST_SHARE = 0.2
const LONGEST_SHARE = 3
/** Shorter English texts are too short for a comparison of lengths. */
const COMPARABLE_LENGTH = 12

/** Checks a translation against its sentence and, to find a text that shifted to another id, against its neighbours. */
export function checkTranslation(
  sentence: Pick<Sentence, 'id' | 'text' | 'words'>,
  korean: string,
  neighbours: readonly Neighbour[] = [],
): TranslationProblem[] {
  const text = tidy(korean)
  if (!isVisible(text)) return [{ code: 'empty' }]
  const problems: TranslationProblem[] = []
  if (!/[가-힣]/.test(text) && !namesOnly(sentence)) problems.push({ code: 'noHangul' })
  for (const code of findOddities(sentence.text, text)) problems.push({ code })
  const { missing, doubtful } = numbersMissing(sentence, text)
  const wordsAt = (indexes: readonly number[]) => indexes.map(at => sentence.words[at]?.text ?? '')
  const changed = [
    ...quantitiesChanged(
      sentence.text,
      sentence.words.map(word => word.text + word.after),
      text,
    ),
    ...wordsChanged(sentence.text, text),
  ]
  if (missing.length > 0) problems.push({ code: 'numbers', missing: wordsAt(missing) })
  if (changed.length > 0) problems.push({ code: 'quantity', what: changed })
  if (doubtful.length > 0) problems.push({ code: 'maybeNumbers', missing: wordsAt(doubtful) })
  problems.push(...meaningProblems(sentence, text, neighbours))
  const weightedLength = halfWidths(text) / 2
  const usual = sentence.text.length * USUAL_SHARE
  const least = contentLength(sentence.text) * USUAL_SHARE * SHORTEST_SHARE
  if (sentence.text.length >= COMPARABLE_LENGTH && weightedLength < least) {
    problems.push({ code: 'tooShort', weightedLength, usual })
  }
  if (weightedLength > usual * LONGEST_SHARE + COMPARABLE_LENGTH)
    problems.push({ code: 'tooLong', weightedLength, usual })
  const twin = findTwin(sentence, text, neighbours)
  if (twin) problems.push({ code: 'duplicate', of: twin.sentence.id })
  return problems
}

/** Signs that the Korean means something else than the English; each is rare in good translations. */
function meaningProblems(
  { text: english, words }: Pick<Sentence, 'text' | 'words'>,
  korean: string,
  neighbours: readonly Neighbour[],
): TranslationProblem[] {
  const problems: TranslationProblem[] = []
  if (isPartMissing(english, korean)) problems.push({ code: 'omission' })
  if (isQuestionLost(english, korean)) problems.push({ code: 'question' })
  if (isNegationLost(english, korean) || isNegationAdded(english, korean)) problems.push({ code: 'negation' })
  if (isTenseChanged(english, korean)) problems.push({ code: 'tense' })
  if (hasOtherScript(english, korean)) problems.push({ code: 'script' })
  const left = englishLeft(english, korean, neighbours)
  if (left.length > 0) problems.push({ code: 'english', what: left })
  const spoken = words.map(word => word.text + word.after)
  const what = additionsTo(english, spoken, korean).filter(each => !isNamedBeside(each, neighbours))
  if (isSentenceAdded(english, korean)) what.push('sentence')
  if (what.length > 0) problems.push({ code: 'added', what })
  return problems
}

/**
 * Korean may repeat a name where English has a pronoun. It may say `SHA256` for `this function` if a neighbouring
 * sentence names it.
 */
function isNamedBeside(added: string, neighbours: readonly Neighbour[]): boolean {
  if (!/^[a-z]+\d+$/i.test(added)) return false
  return neighbours.some(({ sentence }) => letters(sentence.text).includes(added.toLowerCase()))
}

/** True if the sentence consists only of names and numbers, which need no translation. */
function namesOnly(sentence: Pick<Sentence, 'words'>): boolean {
  return sentence.words.every(({ text }) => /^[^\p{L}]*$/u.test(text) || /^[^\p{L}]*\p{Lu}/u.test(text))
}

/** A neighbour with different English and the same Korean; a whole batch may be compared with itself. */
function findTwin(
  { id, text }: Pick<Sentence, 'id' | 'text'>,
  korean: string,
  neighbours: readonly Neighbour[],
): Neighbour | undefined {
  if (text.length < COMPARABLE_LENGTH || neighbours.length === 0) return undefined
  const own = letters(korean)
  const said = (other: Neighbour) => lettersOf(other) === own && letters(other.sentence.text) !== letters(text)
  return neighbours.find(other => other.sentence.id !== id && said(other))
}

/** Caches the letters of neighbours, because a batch that is compared with itself reads each text many times. */
const known = new WeakMap<Neighbour, string>()

function lettersOf(neighbour: Neighbour): string {
  const found = known.get(neighbour) ?? letters(tidy(neighbour.korean))
  known.set(neighbour, found)
  return found
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * Weighted Korean characters readable in the sentence's time: the limit for a translator.
 * @param nextStartMs start of the next sentence; the silence before it counts as reading time
 */
export function characterBudget(
  sentence: Pick<Sentence, 'startMs' | 'endMs'>,
  profile: Profile = koreanProfile,
  nextStartMs?: number,
): number {
  const hold = sentence.endMs + profile.longOutTimeMs
  const endMs = nextStartMs === undefined ? sentence.endMs : Math.max(sentence.endMs, Math.min(hold, nextStartMs))
  const spanMs = Math.max(profile.minDurationMs, endMs - sentence.startMs)
  const cues = Math.ceil((spanMs * profile.charactersPerSecond) / 1000 / (profile.lineCharacters * profile.lines))
  const shownMs = Math.max(profile.minDurationMs, spanMs - cues * profile.gapMs)
  return Math.floor((shownMs * profile.charactersPerSecond) / 1000)
}

const MAY_HAVE_NUMBER =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thir|fif|twenty|fort|hundred|thousand|million|billion|trillion|dozen|half|quarter|twelfth|ninth|eigh)/i

/**
 * Finds words whose number is certainly missing from the Korean, both in digits and as a Korean numeral. `one` and
 * `first` are ignored because they are rarely numbers.
 * @returns indexes into `sentence.words`
 */
export function missingNumbers(sentence: Pick<Sentence, 'words' | 'text'>, korean: string): number[] {
  return numbersMissing(sentence, korean).missing
}

/** Accepts `5-12-13` as `5 12 13`, and a variable such as `Ax2` in another notation. */
function isWrittenOtherwise(word: string, korean: string): boolean {
  if (/^\d+(?:-\d+)+$/.test(word)) return korean.replace(/\D/g, '').includes(word.replace(/\D/g, ''))
  const [, variable] = /^([A-Za-z]{1,2})\d$/.exec(word) ?? []
  return variable !== undefined && new RegExp(`(?<![A-Za-z])${variable}(?![A-Za-z])`).test(korean)
}

/**
 * Indexes of words whose number is certainly missing, and of those that may be expressed differently or in another
 * unit.
 */
export function numbersMissing(
  sentence: Pick<Sentence, 'words' | 'text'>,
  korean: string,
): { missing: number[]; doubtful: number[] } {
  const found: { missing: number[]; doubtful: number[] } = { missing: [], doubtful: [] }
  if (!MAY_HAVE_NUMBER.test(sentence.text)) return found
  const wanted = numbersIn(sentence.words.map(word => word.text + word.after))
  if (wanted.length === 0) return found
  const { sure, maybe } = numbersInKorean(withPlainPowers(korean))
  for (const { values, at, loose, parts } of wanted) {
    if (values.some(value => sure.has(value))) continue
    if (parts && sure.has(parts.whole) && parts.rest.some(value => sure.has(value))) continue
    if (isWrittenOtherwise(sentence.words[at]?.text ?? '', korean)) continue
    if (loose || values.some(value => maybe.has(value))) found.doubtful.push(at)
    else found.missing.push(at)
  }
  return found
}
