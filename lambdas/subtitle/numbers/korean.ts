const SINO_DIGITS = new Map([...'영일이삼사오육칠팔구'].map((syllable, value) => [syllable, value]))
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
const NATIVE_TENS: readonly [string, number][] = [
  ['아흔', 90],
  ['여든', 80],
  ['일흔', 70],
  ['예순', 60],
  ['쉰', 50],
  ['마흔', 40],
  ['서른', 30],
  ['스물', 20],
  ['스무', 20],
  ['열', 10],
]
const NATIVE_UNITS: readonly [string, number][] = [
  ['하나', 1],
  ['다섯', 5],
  ['여섯', 6],
  ['일곱', 7],
  ['여덟', 8],
  ['아홉', 9],
  ['한', 1],
  ['두', 2],
  ['둘', 2],
  ['세', 3],
  ['셋', 3],
  ['석', 3],
  ['네', 4],
  ['넷', 4],
  ['넉', 4],
]
const NUMERAL_RUN =
  /(?:\d[\d,]*(?:\.\d+)?|[영일이삼사오육칠팔구십백천만억조])(?:\s?(?:\d[\d,]*(?:\.\d+)?|[영공일이삼사오육칠팔구십백천만억조]))*/g
/** More tokens than any real number has. */
const MAX_TOKENS = 16
const NUMERAL_TOKEN = /\d[\d,]*(?:\.\d+)?|[가-힣]/g
const NATIVE_NUMBER = new RegExp(
  `(?:(${NATIVE_TENS.map(([word]) => word).join('|')})(${NATIVE_UNITS.map(([word]) => word).join('|')})?|(${NATIVE_UNITS.map(([word]) => word).join('|')}))`,
  'g',
)

/** Every value that a Korean text might state: digits with 만/억/조, Sino-Korean and native readings. Errs towards too many. */
export function numbersInKorean(text: string): Set<number> {
  const values = new Set<number>()
  for (const [match] of text.matchAll(NUMERAL_RUN)) {
    const tokens = (match.match(NUMERAL_TOKEN) ?? []).slice(0, MAX_TOKENS)
    // A particle or a determiner may look like a numeral (`12억이`, `이 3만`), so each stretch may be the number.
    for (let from = 0; from < tokens.length; from += 1) {
      for (let to = from + 1; to <= tokens.length; to += 1) {
        const value = numberOf(tokens.slice(from, to))
        if (value !== undefined) values.add(value)
      }
    }
  }
  for (const [, ten, unit, single] of text.matchAll(NATIVE_NUMBER)) {
    const high = NATIVE_TENS.find(([word]) => word === ten)?.[1] ?? 0
    const low = NATIVE_UNITS.find(([word]) => word === (unit ?? single))?.[1] ?? 0
    values.add(high + low)
    if (high > 0 && low > 0) values.add(high).add(low)
  }
  if (/반/.test(text)) values.add(30).add(0.5)
  return values
}

/** The value of one written number, such as `3만 5천`, `2.5백만` or `삼백이십`. */
function numberOf(tokens: readonly string[]): number | undefined {
  let total = 0
  let group = 0
  let digit: number | undefined
  for (const token of tokens) {
    const small = SMALL_SCALES.get(token)
    const large = LARGE_SCALES.get(token)
    const sino = SINO_DIGITS.get(token) ?? (token === '공' ? 0 : undefined)
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
