import { escaped } from './korean/josa.ts'

/**
 * `foreign`: half of it is English · `repeated`: a word or phrase is repeated endlessly · `refusal`: the translator
 * writes about itself or the task · `markup`: JSON or ids that could not be removed safely
 */
export type Oddity = 'foreign' | 'repeated' | 'refusal' | 'markup'

/** A model writing about itself or about translating. */
const ABOUT_ITSELF =
  /(?:번역|원문|문장|텍스트|내용)[을를이가은는]?[^.!?]{0,20}(?:제공(?:해 주|되지|하지)|입력해 주|알려 주시면)|(?:AI|인공지능|언어)\s?(?:언어\s?)?(?:모델|어시스턴트)(?:로서|이기 때문|이라|이므로)|번역(?:할 수 없|이 불가능|할 내용이 없)|(?:죄송|미안)[^.!?]{0,40}번역[^.!?]{0,20}(?:없|못|어렵)|^(?:I'?m sorry|I can(?:no|')t|As an AI|Sorry, )/
/** An apology at the start that ends in the translator's own polite refusal, as opposed to a reported one. */
const APOLOGY =
  /^(?:정말 |대단히 )?(?:죄송|미안)[^.!?]{0,14}[.,]?[^.!?]{0,40}(?:도와|도움|제공|답변|요청|응답|대답)[^.!?]{0,14}(?:수 없(?:어요|습니다|네요|군요)|못해요|못합니다|어렵습니다|어려워요)[.!]?$/
const ABOUT_THAT =
  /\b(?:sorry|apolog\w*|regret\w*|unfortunately|afraid|forgive|pardon|unable|cannot|can't|couldn't|won't|no way|refus\w*|translat\w*|AI|language model|assistant|sentence|text)\b/i
const MARKUP = /"[^"]{1,40}"\s*:\s*"|^\s*[[{].*[\]}]\s*$|\bs\d{1,5}"?\s*:\s*["가-힣]|```/s
/** At least this many lower-case Latin words (so no names) that also occur in the English. */
const FOREIGN_WORDS = 3
const FOREIGN_SHARE = 0.25
/** At least this many repetitions of a word or phrase do not occur in Korean unless the English has half as many. */
const MOST_WORDS = 6
const MOST_PHRASES = 4
const MAX_PHRASE = 4

/** Finds what makes a text implausible as the translation of an English sentence. */
export function findOddities(english: string, korean: string): Oddity[] {
  const found: Oddity[] = []
  if (isHalfEnglish(english, korean)) found.push('foreign')
  if (runsOn(english, korean)) found.push('repeated')
  if ((ABOUT_ITSELF.test(korean) || APOLOGY.test(korean)) && !ABOUT_THAT.test(english)) found.push('refusal')
  if (MARKUP.test(korean) && !MARKUP.test(english) && !/^\s*[[{]/.test(english)) found.push('markup')
  return found
}

/** An explanation in brackets after a Korean word: 고유벡터(eigenvector). */
const GLOSS = /(?<=[가-힣])\s?\([^()가-힣]{1,80}\)/gu

/** A quotation in Latin letters, and the words that announce a title or term left in English. */
const QUOTED = /["“'‘]([^"”'’가-힣]{3,80})["”'’]/gu
const CALLED = '\\b(?:called|titled|named|known as|the (?:term|phrase|words?)),? ["“]?'

function isHalfEnglish(english: string, korean: string): boolean {
  if (!/[a-z]/.test(korean)) return false
  const isTitle = (inner: string) => new RegExp(`${CALLED}${escaped(inner)}`, 'i').test(english)
  const words = korean
    .replace(GLOSS, ' ')
    .replace(QUOTED, (found, inner: string) => (isTitle(inner) ? ' ' : found))
    .split(/\s+/)
    .filter(word => /[\p{L}\p{N}]/u.test(word))
  const said = new Set(english.toLowerCase().match(/[a-z][a-z']*/g) ?? [])
  const foreign = words.filter(word => {
    // A single letter is a variable.
    const latin = /^["'“‘(]*([a-z]{2,}(?:'[a-z]+)?)[.,?!;:"'”’)]*$/.exec(word)?.[1]
    return latin !== undefined && said.has(latin)
  })
  return foreign.length >= FOREIGN_WORDS && foreign.length >= words.length * FOREIGN_SHARE
}

function runsOn(english: string, korean: string): boolean {
  const source = longestRuns(splitTokens(english))
  const target = longestRuns(splitTokens(korean))
  if (target.word >= MOST_WORDS && source.word * 2 < target.word) return true
  if (target.phrase >= MOST_PHRASES && source.phrase * 2 < target.phrase && source.word * 2 < target.phrase) return true
  return /([가-힣]{1,4})\1{8,}/.test(korean) && source.word < MOST_PHRASES && !/(\w{1,4})\1{3,}/.test(english)
}

function splitTokens(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map(word => word.replace(/[^\p{L}\p{N}]+/gu, ''))
    .filter(word => word !== '')
}

/** Maximum consecutive repetitions of a single word, and of a phrase of two to four words. */
function longestRuns(tokens: readonly string[]): { word: number; phrase: number } {
  const longest = { word: 1, phrase: 1 }
  for (let period = 1; period <= MAX_PHRASE; period += 1) {
    let equal = 0
    for (let i = period; i < tokens.length; i += 1) {
      equal = tokens[i] === tokens[i - period] ? equal + 1 : 0
      const times = Math.floor(equal / period) + 1
      if (period === 1) longest.word = Math.max(longest.word, times)
      else longest.phrase = Math.max(longest.phrase, times)
    }
  }
  return longest
}
