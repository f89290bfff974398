import { builtOnce } from '../built-once.ts'
import { certainFinal, letterFinal } from './latin-readings.ts'

/** Pairs of particles: after a final consonant, after a vowel. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['이에요', '예요'],
  ['이었', '였'],
  ['이라고', '라고'],
  ['이라는', '라는'],
  ['이라면', '라면'],
  ['이라도', '라도'],
  ['이란', '란'],
  ['이나', '나'],
  ['이랑', '랑'],
  ['이며', '며'],
  ['으로', '로'],
  ['을', '를'],
  ['은', '는'],
  ['이', '가'],
  ['과', '와'],
]
const RIEUL = 8
/** `을(를)`, `(은)는`, `이/가`: machine translation writes both forms if it cannot decide. */
const UNDECIDED =
  /(?:을\(를\)|를\(을\)|은\(는\)|는\(은\)|이\(가\)|가\(이\)|과\(와\)|와\(과\)|\(을\)를|\(를\)을|\(은\)는|\(는\)은|\(이\)가|\(가\)이|\(과\)와|\(와\)과|\(으\)로|으로\(로\)|을\/를|를\/을|은\/는|는\/은|이\/가|가\/이|과\/와|와\/과)(?![가-힣])/gu
/** Closing characters that may come between a word and its particle. */
const CLOSING = '"\'”’)]」』》'
/** Characters that do not occur in a word. */
const NO_WORD = /[\s"'“”‘’()[\]「」『』《》]/u
/** Only the end of a longer word determines its final sound. */
const LONGEST_WORD = 60
const FORMS = PAIRS.flatMap(pair => [...pair]).sort((a, b) => b.length - a.length)
/** A Latin word, a number or a unit with a particle. */
const readForeign = builtOnce(
  () =>
    new RegExp(
      `(?<![A-Za-z\\d])([A-Za-z\\d][A-Za-z\\d.,+/&-]*[%％℃°$€₩㎏㎞㎝㎜㎡]?|\\d[%％℃])(["'”’)\\]」』]*)(${FORMS.join('|')})(?![가-힣A-Za-z\\d])`,
      'gu',
    ),
)
/** One-syllable terms that form a different word with 로. */
const WORDS_IN_RO = /^[가경공기난대도따말미바새서선세실용원위절진철통퇴판포폭피항혈홀활회]$/

/**
 * Corrects the particles after the given terms (을/를, 이/가, 은/는, 와/과, 으로/로 ...), which a glossary or bulk
 * replacement leaves wrong. Undecided forms such as `을(를)` are decided everywhere, and so are particles after Latin words,
 * units and numbers that all Koreans read alike (`AI은`, `5km을`); where readings differ, the text is left alone.
 */
export function repairJosa(text: string, terms: Iterable<string> = []): string {
  let repaired = text.replace(UNDECIDED, (form: string, at: number) => {
    const word = wordBefore(text, at)
    return word === '' ? form : decided(word, form)
  })
  repaired = repaired.replace(readForeign(), (all, word: string, closing: string, particle: string) => {
    const final = certainFinal(word)
    return final === undefined ? all : word + closing + formAfter(final, particle)
  })
  for (const term of terms) if (term !== '' && !isReadDifferently(term)) repaired = repairedAfter(repaired, term)
  return repaired
}

/**
 * True for a Latin term whose reading is uncertain (C++, Scott): the translator's particle is more reliable than a
 * guess.
 */
function isReadDifferently(term: string): boolean {
  const token = /[^\s가-힣]+$/u.exec(term)?.[0]
  return token !== undefined && /[A-Za-z+#]$/.test(token) && certainFinal(token) === undefined
}

/** The word that ends before an index, ignoring closing quotes and brackets; '' if there is none. */
function wordBefore(text: string, index: number): string {
  let end = index
  while (end > 0 && CLOSING.includes(text.charAt(end - 1))) end -= 1
  let start = end
  while (start > Math.max(0, end - LONGEST_WORD) && !NO_WORD.test(text.charAt(start - 1))) start -= 1
  return text.slice(start, end)
}

function repairedAfter(text: string, term: string): string {
  const isSyllable = /^[가-힣]$/.test(term)
  const start = isSyllable ? '(?<![가-힣])' : ''
  const after = new RegExp(`${start}(${escaped(term)})(${FORMS.join('|')})(?![가-힣])`, 'gu')
  return text.replace(after, (all, name: string, particle: string) =>
    isSyllable && isWord(name, particle) ? all : name + particleFor(name, particle),
  )
}

/** A one-syllable term followed by a seemingly wrong particle may be a word: 나이, 나은, 고이, 정가, 공로. */
function isWord(term: string, particle: string): boolean {
  if (finalSound(term) === 0) return true
  return particle === '가' || particle === '나' || particle === '라고' || (particle === '로' && WORDS_IN_RO.test(term))
}

/** The form of a particle after a word. */
export function particleFor(word: string, particle: string): string {
  return formAfter(finalSound(word), particle)
}

function formAfter(final: number, particle: string): string {
  const pair = PAIRS.find(forms => forms.includes(particle))
  if (!pair) return particle
  const vowel = final === 0 || (final === RIEUL && pair[0] === '으로')
  return vowel ? pair[1] : pair[0]
}

function decided(word: string, form: string): string {
  const plain = form.replace(/\(.*?\)|\/.*/, '')
  return particleFor(word, plain === '로' ? '으로' : plain)
}

/** Index of the final consonant of a word as Koreans read it, Latin letters and digits included; 0 for a vowel. */
function finalSound(word: string): number {
  const bare = word.replace(/["'”’)\]」』]+$/u, '')
  const last = bare.at(-1) ?? ''
  const code = last.charCodeAt(0)
  if (code >= 0xac00 && code <= 0xd7a3) return (code - 0xac00) % 28
  const token = /[^\s가-힣"'“‘(]+$/u.exec(bare)?.[0] ?? bare
  const certain = certainFinal(token)
  if (/\d/.test(last)) return /^[A-Z]+\d$/.test(token) ? (certain ?? 0) : (certain ?? DIGIT_FINALS[Number(last)] ?? 0)
  return certain ?? latinFinal(token)
}

/** Final consonants of the digits 영 일 이 삼 사 오 육 칠 팔 구. */
const DIGIT_FINALS = [21, RIEUL, 0, 16, 0, 0, 1, RIEUL, RIEUL, 0]

/** A guess: acronyms are read letter by letter, words by sound. */
function latinFinal(word: string): number {
  const tail = /[A-Za-z]+$/.exec(word)?.[0] ?? ''
  if (tail === tail.toUpperCase()) return letterFinal(tail)
  if (/(?:le|l)$/i.test(tail)) return RIEUL
  if (/(?:[mn]|ng|me|ne)$/i.test(tail)) return 4
  return /(?:[^aeiou][kpt]|[aeiou][bkpt]|ck)$/i.test(tail) && /[aeiou](?:ck|[bkpt])$/i.test(tail) ? 1 : 0
}

/** The editor runs in browsers without `RegExp.escape`. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
