import { compositeNumbers, nativeNumbers } from './native.ts'

/** The numbers in a Korean text: those that it certainly states, and possible readings of ambiguous words. */
export interface KoreanNumbers {
  sure: ReadonlySet<number>
  maybe: ReadonlySet<number>
}

const DIGITS = new Map([...'영일이삼사오육칠팔구'].map((syllable, value) => [syllable, value]))
DIGITS.set('공', 0)
DIGITS.set('륙', 6)
const SMALL_SCALES = new Map([
  ['십', 10],
  ['백', 100],
  ['천', 1000],
])
const LARGE_SCALES = new Map([
  ['만', 1e4],
  ['억', 1e8],
  ['조', 1e12],
])
/** `1,000` is one number, `1,0` are two. */
const WRITTEN = '(?:\\d{1,3}(?:,\\d{3})+(?!\\d)|\\d+)(?:\\.\\d+)?'
const RUN = new RegExp(
  `(?:${WRITTEN}|[영일이삼사오육륙칠팔구십백천만억조])(?:\\s?(?:${WRITTEN}|[영공일이삼사오육륙칠팔구십백천만억조]))*`,
  'g',
)
const TOKEN = new RegExp(`${WRITTEN}|[가-힣]`, 'g')
/** More tokens than any real number has. */
const MAX_TOKENS = 16

const COUNTER =
  '개월|년|월|일|시|분|초|주|개|명|인|원|달러|유로|파운드|엔|위안|퍼센트|프로|번|회|차|층|호|권|장|대|편|곡|배|도|킬로|미터|센티|밀리|그램|톤|리터|마일|피트|인치|살|세|학년|학기|등|위|점|쪽|페이지|부|단계|가지|종|사람|마리|달|분의|제곱|평|칼로리|볼트|와트|비트|바이트|기가|메가|테라|헤르츠|군데|곳|주년|박|자리|짜리|여|번째|째|줄|분기'
const PARTICLE =
  '을|를|이|가|은|는|의|도|만|에|로|과|와|이나|나|씩|쯤|정도|이요|요|입니다|이에요|예요|이었|이고|이다|이라|이야|으로|까지|부터'
/** What may follow a number of two or more numerals. */
const ENDS = new RegExp(`^(?:$|[^가-힣]|(?:${COUNTER})|(?:${PARTICLE})(?![가-힣]))`)
const COUNTS = new RegExp(`^\\s?(?:${COUNTER})`)
/** Counters that may follow a single numeral without a space: 사회, 구분, 이번 and the like are different words. */
const COUNTS_ATTACHED =
  /^(?:개월|년|월(?![가-힣]|요)|층|퍼센트|프로(?![가-힣])|킬로|미터|센티|학년|세기|시간|인분|분의|달러|주년|번째|단계|차원)/
/** Counters that may also follow a space. Not 분, 번 or 시간: `이 분`, `이 번`, `이 시간` mean this person, this time, these hours. */
const THIS = /^\s?(?:개월|년(?!놈)|퍼센트|프로(?![가-힣])|층|킬로|미터|센티|학년|세기|인분|분의|달러|주년|차원)/
const PERHAPS_THIS = /^\s?(?:분|번|시간|일|주|권|장|대|편|배|도|위|점|부|단계|명|인|개|원|차|회|호)(?![가-힣]{2})/
/** What may precede a numeral within its eojeol. */
const OPENER = /^[제약총만]$/

const POWERS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Writes superscript powers as `^` and a digit, because 3² is not 32. */
export function withPlainPowers(text: string): string {
  return text.replace(/[⁰¹²³⁴-⁹]/gu, power => `^${POWERS.indexOf(power)}`)
}

/** Finds the numbers in a Korean text: digits with 만/억/조, Sino-Korean and native numerals, words such as 사흘 and 절반. */
export function numbersInKorean(text: string): KoreanNumbers {
  const sure = nativeNumbers(text)
  for (const value of compositeNumbers(text)) sure.add(value)
  const maybe = new Set<number>()
  for (const match of text.matchAll(RUN)) {
    const tokens = [...match[0].matchAll(TOKEN)].slice(0, MAX_TOKENS)
    const at = match.index
    // A particle or a determiner may look like a numeral (`12억이`, `이 3만`), so each part may be the number.
    for (let from = 0; from < tokens.length; from += 1) {
      for (let to = from + 1; to <= tokens.length; to += 1) {
        const stretch = tokens.slice(from, to)
        const last = stretch.at(-1)
        const startAt = at + (stretch[0]?.index ?? 0)
        const endAt = at + (last?.index ?? 0) + (last?.[0].length ?? 0)
        const value = parseNumber(stretch.map(([token]) => token))
        const level = judgeLevel(
          stretch.map(([token]) => token),
          text.slice(startAt, endAt),
          text,
          startAt,
          endAt,
        )
        if (value === undefined || level === undefined) continue
        if (level === 'sure') sure.add(value)
        else maybe.add(value)
      }
    }
  }
  return { sure, maybe }
}

/** Certainty that a run of numerals is a number; undefined if it is part of a word. */
function judgeLevel(
  tokens: readonly string[],
  written: string,
  text: string,
  startAt: number,
  endAt: number,
): 'sure' | 'maybe' | undefined {
  if (tokens.some(isWritten)) return isMixed(tokens) ? undefined : 'sure'
  const before = text[startAt - 1] ?? ' '
  if (/[가-힣]/.test(before) && !OPENER.test(before)) return undefined
  // 이 만큼, 이 조건: a space may follow only a complete group of digits.
  if (/[^만억조천백]\s/.test(written)) return undefined
  const rest = text.slice(endAt)
  const [only = ''] = tokens
  if (tokens.length === 1) {
    if (SMALL_SCALES.has(only) || LARGE_SCALES.has(only))
      return COUNTS.test(rest) || /^\s[가-힣]/.test(rest) ? 'sure' : undefined
    if (only === '이') return THIS.test(rest) ? 'sure' : PERHAPS_THIS.test(rest) ? 'maybe' : undefined
    return COUNTS_ATTACHED.test(rest) || (/^\s/.test(rest) && COUNTS.test(rest)) ? 'sure' : undefined
  }
  if (!ENDS.test(rest)) return undefined
  // 구조, 이만, 오만 and 일만 are also words.
  if (tokens.length === 2 && /[만조]$/.test(written) && DIGITS.has(only)) return COUNTS.test(rest) ? 'sure' : 'maybe'
  const isScaled = tokens.some(token => SMALL_SCALES.has(token) || LARGE_SCALES.has(token))
  return isScaled || tokens.length > 2 ? 'sure' : 'maybe'
}

/** Numbers written in digits in a Korean text, each with the values that it may mean. */
export function writtenNumbers(text: string): { word: string; values: number[] }[] {
  return [...text.matchAll(RUN)].flatMap(match => {
    const tokens = [...match[0].matchAll(TOKEN)].map(([token]) => token).slice(0, MAX_TOKENS)
    // 240조각 and 3만큼: what looks like 조 or 만 begins a word.
    if (LARGE_SCALES.has(tokens.at(-1) ?? '') && !ENDS.test(text.slice(match.index + match[0].length))) tokens.pop()
    const from = tokens.findIndex(isWritten)
    if (from < 0) return []
    const values = tokens.flatMap((_, end) => (end < from ? [] : (parseNumber(tokens.slice(from, end + 1)) ?? [])))
    const word = /[A-Za-z][A-Za-z-]*$/.exec(text.slice(0, match.index))?.[0] ?? ''
    const unit = /^-?[A-Za-z][A-Za-z\d]*/.exec(text.slice(match.index + match[0].length))?.[0] ?? ''
    // `1,0` is a list, not a number.
    const listed = tokens.filter(isWritten).flatMap(token => token.split(',').map(Number))
    return [{ word: `${word}${match[0].trim()}${unit}`, values: [...values, ...listed] }]
  })
}

function isWritten(token: string): boolean {
  return /\d/.test(token)
}

/** A digit next to a Korean numeral (`3이`, `이 3만`): one of them is a particle or a determiner. */
function isMixed(tokens: readonly string[]): boolean {
  return tokens.some((token, i) => {
    const before = tokens[i - 1]
    if (before === undefined) return false
    return (isWritten(token) && DIGITS.has(before)) || (isWritten(before) && DIGITS.has(token))
  })
}

/** The value of one written number, such as `3만 5천`, `2.5백만` or `삼백이십`. */
function parseNumber(tokens: readonly string[]): number | undefined {
  let total = 0
  let group = 0
  let digit: number | undefined
  for (const token of tokens) {
    const small = SMALL_SCALES.get(token)
    const large = LARGE_SCALES.get(token)
    const sino = DIGITS.get(token)
    if (small !== undefined) {
      group += (digit ?? 1) * small
      digit = undefined
    } else if (large !== undefined) {
      const amount = group + (digit ?? 0)
      total += (amount === 0 ? 1 : amount) * large
      group = 0
      digit = undefined
    } else {
      // Digits read one by one: 이공이사 is 2024.
      const value = sino ?? Number(token.replaceAll(',', ''))
      digit = digit !== undefined && sino !== undefined ? digit * 10 + value : value
    }
  }
  const value = total + group + (digit ?? 0)
  return Number.isFinite(value) ? Math.round(value * 1e6) / 1e6 : undefined
}
