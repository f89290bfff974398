/** Maximum words of an English term. */
const TERM_WORDS = 6

/** Words so common that a term made of them would change every sentence. */
const COMMON = new Set(
  (
    'the a an and or but so if of to in on at by for from with about into over after before under as is are was were be been being ' +
    'am do does did done have has had i you he she it we they me him her us them my your his its our their this that these those ' +
    'who what which when where why how not no yes all any some many much more most few other same such only own very just also then ' +
    'than too now here there can could will would shall should may might must say said says get got go goes went come came make made ' +
    'know knew think thought take took see saw want wanted use used find give gave tell told work call called people person man woman ' +
    'thing things time day year years way world life good bad new old great little big one two three first last well even back'
  ).split(' '),
)

const WORD = /[\p{L}\p{N}]+/gu

/** Splits an English text into lower-case words. */
export function splitWords(english: string): string[] {
  return english.toLowerCase().match(WORD) ?? []
}

/** Why a term is unusable: it is not a name or expression, or could be read as more than that. */
export type EnglishFault = 'noWord' | 'tooManyWords' | 'sign' | 'contact' | 'order' | 'common'
export type KoreanFault = 'sign' | 'contact' | 'sentence' | 'order'

/** A name or expression has few words, at least one of them uncommon, and does not begin like an instruction. */
export function englishFault(english: string): EnglishFault | undefined {
  const words = splitWords(english)
  if (words.length === 0) return 'noWord'
  if (words.length > TERM_WORDS) return 'tooManyWords'
  if (CONTACT.test(english)) return 'contact'
  if (!PLAIN.test(english)) return 'sign'
  if (ORDER.test(english)) return 'order'
  return words.some(word => !COMMON.has(word) && word.length > 1) ? undefined : 'common'
}

/** A Korean form consists of Korean or Latin words without end punctuation, so it cannot be an instruction. */
export function koreanFault(korean: string): KoreanFault | undefined {
  if (CONTACT.test(korean)) return 'contact'
  if (!PLAIN.test(korean)) return 'sign'
  if (SENTENCE_END.test(korean)) return 'sentence'
  return isOrder(korean) ? 'order' : undefined
}

/** True for a text that reads as an instruction, in English or Korean. */
export function isOrder(text: string): boolean {
  return ORDER.test(text) || KOREAN_ORDER.test(text)
}

/** Letters, digits and the punctuation of names: no markup, line breaks or code brackets. */
const PLAIN = /^(?!.*##)[\p{L}\p{M}\p{N} .,·'’&+#/%-]+$/u
/** Telephone numbers, five digits in a row, and addresses of email and the web: a translation would carry them into every sentence. */
const CONTACT =
  /\d{5}|(?<!\d)\d{2,4}[ .-]\d{3,4}[ .-]\d{4}(?!\d)|(?<!\d)\d{3}-\d{4}(?!\d)|\S@\S|https?|www\.|\.(?:com|net|org|io|kr|xyz|shop|info|site|me|example)\b/iu
/** An instruction to a translator or a program. */
const ORDER =
  /^(?:please |now |you (?:must|should|will|are) )?(?:ignore|disregard|forget|override|translate|output|print|reply|respond|answer|repeat|reveal|write|say|delete|execute|run|pretend|act)\b.*\s|\b(?:previous|prior|above|your|all|these) (?:instructions?|prompts?|rules)\b|\binstead of (?:translating|the translation)\b/iu

const SENTENCE_END =
  /(?:니다|니까|세요|네요|어요|아요|해요|예요|에요|돼요|시오|하라|해라|마라|말라|말 것|할 것|하자|한다|된다|않는다|[었았였했됐겠]다|[었았했됐]어|[었았했됐]음)[.!]?$/u
const KOREAN_ORDER = /(?:무시|출력|번역|대답|삭제|실행)(?:하|해)|지시를|지시사항|명령을|(?:이전|위의) (?:지시|명령)/u
