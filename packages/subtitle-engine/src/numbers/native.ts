/** Native Korean numerals, and words that imply a number. */

const TENS: readonly (readonly [string, number])[] = [
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
/** Numerals used without a noun. */
const UNITS: readonly (readonly [string, number])[] = [
  ['하나', 1],
  ['둘', 2],
  ['셋', 3],
  ['넷', 4],
  ['다섯', 5],
  ['여섯', 6],
  ['일곱', 7],
  ['여덟', 8],
  ['아홉', 9],
]
/** Numerals used before a noun or counter. */
const DETERMINERS: readonly (readonly [string, number])[] = [
  ['한', 1],
  ['두', 2],
  ['세', 3],
  ['석', 3],
  ['네', 4],
  ['넉', 4],
]

/** Counters attached to native numerals. Longer words with the same beginning (세대, 네가, 두통) do not match. */
const ATTACHED =
  '명|개(?!월)|번|살|시간|시(?![가-힣])|달(?![가-힣])|가지|마리|사람|권(?![가-힣])|잔|병(?![가-힣])|그루|켤레|군데|걸음|째'
/** Counters after a space. 네 also means `yes` and `your`. */
const COUNTED =
  '명|분|사람|개|시|시간|번|살|달|가지|마리|권|대|잔|병|그루|채|켤레|쌍|장|곳|군데|배|줄|차례|걸음|해|주|끼|판|편|통|벌|송이|모금|조각|단계|종류|번째|자리|자매|형제|아이|나라|척|칸|쪽|식구|발|방울|마디'
const PARTICLE =
  '을|를|이|가|은|는|의|도|만|에|로|과|와|이나|나|뿐|씩|쯤|이서|이요|요|이에요|예요|입니다|이었|이고|이다|이라|이야|째|다'
const EDGE = `(?![가-힣])|(?=(?:${PARTICLE})(?![가-힣]))|(?=\\s?(?:${ATTACHED}))|(?=(?:${COUNTED})(?![가-힣]))`

const any = (words: readonly (readonly [string, number])[]) => words.map(([word]) => word).join('|')
const TEN = new RegExp(`(?<![가-힣])(${any(TENS)})(?:(${any(UNITS)}|${any(DETERMINERS)})|(?=여\\s)|${EDGE})`, 'g')
const UNIT = new RegExp(`(?<![가-힣])(${any(UNITS)})(?!러|레|님|\\s(?:테|게|까|수|것|거|때|줄))`, 'g')
const DETERMINER = new RegExp(
  `(?<![가-힣])(?:([두세석넉])(?=\\s)|(네)(?=\\s(?:${COUNTED}))|([두세석넉네])(?=${ATTACHED}))`,
  'g',
)

/** Words that contain a number, as patterns with their values. */
const MEANINGS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/(?<![가-힣])하루/, [1, 24]],
  [/이틀/, [2, 48]],
  [/사흘/, [3]],
  [/나흘/, [4]],
  [/닷새/, [5]],
  [/엿새/, [6]],
  [/이레(?![가-힣])|이레[를가는간]/, [7]],
  [/여드레/, [8]],
  [/아흐레/, [9]],
  [/열흘/, [10]],
  [/보름/, [15, 14, 2]],
  [/일주일|한 주(?![가-힣])/, [7]],
  [/한두/, [1, 2]],
  [/두어(?![가-힣])|두서너/, [2, 3]],
  [/두세/, [2, 3]],
  [/서너|서넛/, [3, 4]],
  [/네댓|너댓|네다섯|너덧/, [4, 5]],
  [/대여섯|댓(?=\s?(?:명|개|번|마리|사람))/, [5, 6]],
  [/열댓|여남은/, [10, 11, 12, 14, 15, 16]],
  [/스무남은/, [20, 21, 22]],
  [/환갑|회갑|육순/, [60]],
  [/칠순|고희/, [70]],
  [/팔순/, [80]],
  [/구순/, [90]],
  [/세제곱|(?<![가-힣])삼진(?!법)/, [3]],
  [/예닐곱/, [6, 7]],
  [/일고여덟/, [7, 8]],
  [/절반|(?<![가-힣])반(?![가-힣])|(?<![가-힣])반(?:을|은|이|에|으로|만|도|씩|쯤)(?![가-힣])/, [0.5, 50, 30, 2]],
  [/시간? 반/, [0.5, 30]],
  [/(?<![가-힣])반(?:나절|년|값|쪽|평생|바퀴|시간|쯤|이나|밖에)|중반|중간|하프|2분의 1|이분의 일/, [0.5, 50, 2]],
  [/4분의 1|사분의 일/, [0.25, 25, 4]],
  [/셋째/, [3]],
  [/넷째/, [4]],
  [/반반/, [50]],
  [/반세기/, [50]],
  [/둘 다|양쪽|양손|양측|양팔|양국|양발|양당|쌍둥이|한 쌍|부부|커플|갑절|곱절/, [2]],
  [/세쌍둥이|삼각|삼총사/, [3]],
  [/사각|네모/, [4]],
  [/다스(?![가-힣])/, [12]],
  [/유월(?![가-힣])/, [6]],
  [/시월(?![가-힣])/, [10]],
  [/갑절|(?<![가-힣])배로(?![가-힣])/, [2]],
]

/** The values of native numerals (스물네, 두 명) and of words such as 사흘 and 절반 in a text. */
export function nativeNumbers(text: string): Set<number> {
  const values = nativeNumerals(text)
  for (const [, numeral = ''] of text.matchAll(COMPOUND)) values.add(SINO.indexOf(numeral) + 2)
  for (const [pattern, meant] of MEANINGS) {
    if (pattern.test(text)) for (const value of meant) values.add(value)
  }
  return values
}

/** Words made of a Sino-Korean numeral and a noun: 이층집, 사중주, 삼진. */
const COMPOUND =
  /(?<![가-힣])([이삼사오육칠팔구])(?=중주|중고|층집|층(?![가-힣])|륜|각형|부작|인조|인승|남매|형제|자매|면체|총사|파전|등분|차원|연패|연승|관왕|박자|촌(?![가-힣])|성급|모작|원색|세대)/gu
const SINO = '이삼사오육칠팔구'

/** The values of native numerals, without words that only imply a number. */
export function nativeNumerals(text: string): Set<number> {
  const values = new Set<number>()
  for (const [, ten, unit] of text.matchAll(TEN)) {
    const high = numberNamed(TENS, ten)
    const low = unit === undefined ? 0 : numberNamed([...UNITS, ...DETERMINERS], unit)
    values.add(high + low)
  }
  for (const [, unit] of text.matchAll(UNIT)) values.add(numberNamed(UNITS, unit))
  for (const [, spaced, before, attached] of text.matchAll(DETERMINER))
    values.add(numberNamed(DETERMINERS, spaced ?? before ?? attached))
  return values
}

function numberNamed(words: readonly (readonly [string, number])[], wanted: string | undefined): number {
  return words.find(([word]) => word === wanted)?.[1] ?? 0
}

const COUNT = `\\d+|${any([...UNITS, ...DETERMINERS])}|열|열한|열두`
const LARGE_AND_SMALL = (
  [
    ['시간', '분', 60],
    ['분', '초', 60],
    ['년', '개월', 12],
    ['주', '일', 7],
  ] as const
).map(([large, small, size]) => ({
  size,
  pattern: new RegExp(`(${COUNT})\\s?${large}\\s?(\\d+|반(?![가-힣]{2}))\\s?(?:${small})?`, 'g'),
}))

/** Amounts in two units, converted to each of them: 1분 30초 is 90 seconds, and 1.5 minutes. */
export function compositeNumbers(text: string): number[] {
  return LARGE_AND_SMALL.flatMap(({ size, pattern }) =>
    [...text.matchAll(pattern)].flatMap(([, first = '', second = '']) => {
      const whole = /\d/.test(first) ? Number(first) : [...nativeNumbers(`${first} 개`)][0]
      const rest = second === '반' ? size / 2 : Number(second)
      return whole === undefined ? [] : [whole * size + rest, Math.round((whole + rest / size) * 1e6) / 1e6]
    }),
  )
}
