import { repairJosa } from '#subtitle-engine'
import type { Term } from './terms.ts'

/**
 * Replaces other forms of terms in a Korean text with their one form and corrects the particle that follows. Other
 * forms are those listed in the glossary, the form with different spacing, the English word itself and, for a name
 * whose form is missing, the words that sound most like it. Only names of three or more syllables are matched by sound.
 * @param terms the terms of the English sentence, by their English
 */
export function withOneForm(korean: string, terms: ReadonlyMap<string, Term>): string {
  const forms = [...terms.values()].map(term => term.korean)
  let text = korean
  for (const [english, term] of terms) {
    const before = text
    text = withoutListedForms(text, english, term, forms)
    if (!text.includes(term.korean) && isName(english)) text = withoutLikeSound(text, term.korean, forms)
    if (text !== before) text = repairJosa(text, [term.korean])
  }
  return text
}

/** Whether an English term is capitalized like a name. */
function isName(english: string): boolean {
  return /^\p{Lu}/u.test(english)
}

function withoutListedForms(korean: string, english: string, term: Term, forms: readonly string[]): string {
  const spaced = patternOfSpacings(term.korean)
  const others = term.others
    .filter(other => !other.includes(term.korean) && !forms.includes(other))
    .filter(other => !term.korean.includes(other) || isCutShort(other, term.korean))
    .sort((a, b) => b.length - a.length)
    // A form that is the term without its end must not be found in the term itself.
    .map(other =>
      isCutShort(other, term.korean)
        ? `${RegExp.escape(other)}(?!${RegExp.escape(term.korean.slice(other.length))})`
        : RegExp.escape(other),
    )
  const latin = `(?<![\\p{Script=Latin}\\p{N}])${RegExp.escape(english)}(?!\\p{Script=Latin})`
  // A form inside a longer word is left alone: `나라` in `하나라도`.
  const pattern = new RegExp(`(?<![가-힣])(?:${[spaced, ...others].join('|')})|${latin}`, 'giu')
  return korean.replace(pattern, (found: string, at: number) =>
    mayBeginWord(found) && !AFTER_NAME.test(/^[가-힣]*/.exec(korean.slice(at + found.length))?.[0] ?? '')
      ? found
      : term.korean,
  )
}

/** Whether a form is so short that many words begin with it (`데니` and `데니까`), so that only particles may follow. */
function mayBeginWord(form: string): boolean {
  return /^[가-힣]{1,2}$/.test(form)
}

/** A shorter term is not matched with a space inside, which may separate words: `다 나왔어요` (다나), `세 마리 아이` (마리아). */
const LEAST_SPACED = 4

/** Matches a term with and without its own spaces and, if it is long enough, with spaces anywhere. */
function patternOfSpacings(form: string): string {
  const letters = [...form.replace(/\s+/g, '')].map(letter => RegExp.escape(letter))
  if (letters.length >= LEAST_SPACED) return letters.join('\\s?')
  return form.includes(' ') ? `${RegExp.escape(form)}|${letters.join('')}` : letters.join('')
}

/** Whether a form is the term without its last syllables, as opposed to one of its words: `에디 메르크` for `에디 메르크스`. */
function isCutShort(other: string, korean: string): boolean {
  return korean.startsWith(other) && other.split(' ').length === korean.split(' ').length
}

/** Syllables that may follow a name within its eojeol: particles, titles and the copula. */
const AFTER_NAME =
  /^(?:씨|님|들)?(?:(?:은|는|이|가|을|를|의|에|도|만|와|과|로|께|랑|나|야|여|아)|으로|에서|에게|한테|께서|처럼|부터|까지|보다|이나|이랑|하고|이라|라는|이라는|라고|이라고|에는|에도|에서는|에서도|으로는|로는|으로부터|로부터|와는|과는|와의|과의|만의|만이|예요|이에요|이죠|죠|입니다|이었어요|였어요|였죠|이었죠|였습니다|이었습니다|이야|이다|였다|인)?$/

/** Shorter names sound like too many common words (사랑 and 사람). */
const LEAST_SYLLABLES = 3
/** Maximum difference in sound between two spellings of a name, overall and for each word of it. */
const MOST_DIFFERENCE = 0.16
const MOST_OF_LONG = 0.3
const MOST_OF_WORD = 0.45
/** In names with at least this many syllables, more vowels may differ. */
const LONG_NAME = 5

/**
 * Replaces another spelling of a name if there is exactly one. It must have the same consonants in the same order, so
 * that no particle, verb (같이 가서) or other name (로버트 for 로버츠) is mistaken for it: spellings of one foreign name differ
 * in their vowels.
 */
function withoutLikeSound(korean: string, form: string, forms: readonly string[]): string {
  const wanted = form.replace(/\s+/g, '')
  if (wanted.length < LEAST_SYLLABLES || !/^[가-힣]+$/.test(wanted)) return korean
  let best: { found: string; difference: number } | undefined
  for (const found of candidates(korean, wanted.length)) {
    if (forms.some(other => other !== form && found.includes(other)) || !isSpelledAlike(found, form)) continue
    const difference = soundDifference(found.replace(/\s+/g, ''), wanted)
    if (difference < (best?.difference ?? Number.POSITIVE_INFINITY)) best = { found, difference }
  }
  if (!best) return korean
  return korean.replace(new RegExp(`(?<![가-힣])${RegExp.escape(best.found)}`, 'gu'), () => form)
}

/** Whether a text may be another spelling of a name, compared word by word, or as one word if its spacing differs. */
function isSpelledAlike(found: string, form: string): boolean {
  const one = found.replace(/\s+/g, '')
  const other = form.replace(/\s+/g, '')
  if (one.length < LEAST_SYLLABLES || classifyConsonants(one) !== classifyConsonants(other)) return false
  const [words, wanted] = [found.split(' '), form.split(' ')]
  const isWordByWord = words.length === wanted.length
  if (!isWordByWord && words.length > 1) return false
  const most = isWordByWord && other.length >= LONG_NAME ? MOST_OF_LONG : MOST_DIFFERENCE
  if (soundDifference(one, other) > most) return false
  return !isWordByWord || words.every((word, i) => soundDifference(word, wanted[i] ?? '') <= MOST_OF_WORD)
}

/**
 * The consonant classes of a word in order, with runs of one class collapsed. Initial ㅇ is silent, and ㄹ counts only at
 * the start of the word, because spellings of a name differ in it (칼, 카를).
 */
function classifyConsonants(word: string): string {
  let classes = ''
  for (const [at, syllable] of [...word].entries()) {
    const [initial, , final] = splitSyllable(syllable)
    const [first = '', last = ''] = [INITIALS[initial], FINALS[final]]
    for (const found of [first === 'r' && at > 0 ? '0' : first, last === 'l' ? '0' : last])
      if (found !== '0' && !classes.endsWith(found)) classes += found
  }
  return classes
}

/** Candidate texts: each begins with an eojeol, ends before a particle and is about as long as a name. */
function candidates(korean: string, syllables: number): Set<string> {
  const found = new Set<string>()
  for (const { index } of korean.matchAll(/(?<![가-힣])[가-힣]/g)) {
    const stretch = /^[가-힣]+(?: [가-힣]+){0,4}/.exec(korean.slice(index))?.[0] ?? ''
    let length = 0
    for (let end = 1; end <= stretch.length && length <= syllables + 2; end += 1) {
      if (stretch[end - 1] !== ' ') length += 1
      const [rest = ''] = stretch.slice(end).split(' ')
      if (stretch[end - 1] !== ' ' && length >= syllables - 2 && AFTER_NAME.test(rest)) found.add(stretch.slice(0, end))
    }
  }
  return found
}

/**
 * Cost of a syllable that only one spelling has; lower for the vowel ㅡ, which is often added or dropped (`칼`, `카를`).
 */
const EXTRA = 0.8
const EXTRA_EU = 0.5

/** Difference in sound of two Korean words: 0 for equal syllables, about 1 for unrelated words. */
export function soundDifference(a: string, b: string): number {
  let row = [...prefixCosts(b)]
  for (const syllable of a) {
    const next = [(row[0] ?? 0) + extraCost(syllable)]
    for (const [at, other] of [...b].entries())
      next.push(
        Math.min(
          (row[at] ?? 0) + syllableCost(syllable, other),
          (row[at + 1] ?? 0) + extraCost(syllable),
          (next[at] ?? 0) + extraCost(other),
        ),
      )
    row = next
  }
  return (row.at(-1) ?? 0) / Math.max(a.length, b.length, 1)
}

function* prefixCosts(word: string): Generator<number> {
  let sum = 0
  yield sum
  for (const syllable of word) {
    sum += extraCost(syllable)
    yield sum
  }
}

const VOWEL_EU = 18

function extraCost(syllable: string): number {
  return splitSyllable(syllable)[1] === VOWEL_EU ? EXTRA_EU : EXTRA
}

function syllableCost(a: string, b: string): number {
  if (a === b) return 0
  const [one, other] = [splitSyllable(a), splitSyllable(b)]
  return ([INITIALS, VOWELS, FINALS] as const).reduce((sum, classes, at) => {
    const [mine = -1, theirs = -2] = [one[at], other[at]]
    if (mine === theirs) return sum
    return sum + (classes[mine] === classes[theirs] ? 1 / 6 : 1 / 3)
  }, 0)
}

/** Classes of initials that spellings of one foreign name confuse, in Unicode order: ㄱㄲㅋ, ㄷㄸㅌ, ㅂㅃㅍㅎ, ㅅㅆㅈㅉㅊ. */
const INITIALS = [...'kknttrmppss0sssktpp']
/** Classes of vowels: ㅏㅑㅘ, ㅐㅔㅚ and similar, ㅓㅕㅗㅛㅝ, ㅜㅠㅡ, ㅟㅢㅣ. */
const VOWELS = [...'aeaeoeoeoaeeouoeiuuii']
/** Classes of finals: none, ㄱ-like, ㄴㅇ, ㄷ-like, ㄹ-like, ㅁ, ㅂ-like. */
const FINALS = [...'0kkknnntllllllllmppttnttktpt']

/** Indexes of initial consonant, vowel and final consonant. */
function splitSyllable(syllable: string): [initial: number, vowel: number, final: number] {
  const code = syllable.charCodeAt(0) - 0xac00
  return [Math.floor(code / 588), Math.floor((code % 588) / 28), code % 28]
}
