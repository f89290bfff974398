import { numbersIn } from '../numbers/english.ts'
import { numbersInKorean } from '../numbers/korean.ts'

/** English words whose quantity differs in the Korean, although their numbers occur there. */
export function quantitiesChanged(english: string, words: readonly string[], korean: string): string[] {
  return [
    ...clockChanged(english, words, korean),
    ...unitKept(english, words, korean),
    ...limitTurned(english, korean),
    ...quarterChanged(english, korean),
    ...shareChanged(english, korean),
  ]
}

const HOURS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const SPOKEN_TIME = new RegExp(`\\b(half|quarter) (past|to|after|of) (${HOURS.join('|')}|1[0-2]|[1-9])\\b`, 'gi')
const KOREAN_HOURS = '한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두'.split(' ')
const KOREAN_TIME = new RegExp(
  `(?<![가-힣\\d])(${[...KOREAN_HOURS].reverse().join('|')}|\\d{1,2})\\s?시\\s?(반|\\d{1,2}\\s?분|)(\\s?전)?`,
  'gu',
)

/** `quarter to nine` becomes 9시 15분. Compares only a sentence that names a single time of day in words. */
function clockChanged(english: string, words: readonly string[], korean: string): string[] {
  const spoken = [...english.matchAll(SPOKEN_TIME)]
  const [only] = spoken
  if (!only || spoken.length > 1 || numbersIn(words).length > 2) return []
  const [phrase, part = '', side = '', hour = ''] = only
  if (/^of$/i.test(side) && !/quarter/i.test(part)) return []
  const at = /\d/.test(hour) ? Number(hour) : HOURS.indexOf(hour.toLowerCase()) + 1
  const minutes = /half/i.test(part) ? 30 : 15
  const wanted = at * 60 + (/past|after/i.test(side) ? minutes : -minutes)
  const written = [...korean.matchAll(KOREAN_TIME)].filter(([, , rest]) => rest !== '')
  if (written.length === 0) return []
  return written.some(([, h = '', rest = '', before]) => {
    const value = /\d/.test(h) ? Number(h) : KOREAN_HOURS.indexOf(h) + 1
    const more = rest === '반' ? 30 : Number.parseInt(rest, 10)
    return (value * 60 + (before ? -more : more) - wanted) % 720 === 0
  })
    ? []
    : [phrase]
}

/** English units, each with the pattern of an amount in the metric unit that a careless translation puts instead. */
const UNITS = (
  [
    [/^(?:pounds?|lbs?|ounces?|oz)$/, '(?:kg|g|㎏|킬로(?!미터)|그램)'],
    [/^miles?$/, '(?:km|㎞|킬로|미터)'],
    [/^(?:feet|foot|yards?)$/, '(?:m(?![a-z])|미터)'],
    [/^inch(?:es)?$/, '(?:cm|㎝|mm|센티|밀리)'],
    [/^(?:gallons?|pints?|quarts?)$/, '(?:l(?![a-z])|리터)'],
  ] as const
).map(([english, metric]) => ({
  english,
  korean: new RegExp(`(\\d[\\d.,]{0,9}\\s?[만천백]?|[가-힣]{1,4})\\s?${metric}`, 'giu'),
}))
const METRIC = /\b(?:kilo\w*|km|kg|met(?:er|re)s?|grams?|cent\w+met\w+|lit(?:er|re)s?|celsius)\b/i

/** `30 pounds` becomes 30kg: the number is kept, the unit is not. */
function unitKept(english: string, words: readonly string[], korean: string): string[] {
  if (METRIC.test(english)) return []
  const bare = words.map(word => word.toLowerCase().replace(/[^a-z]/g, ''))
  return UNITS.flatMap(({ english: unit, korean: metric }) => {
    const at = bare.findIndex(word => unit.test(word))
    if (at < 1) return []
    const before = numbersIn(words.slice(Math.max(0, at - 4), at)).at(-1)
    if (!before) return []
    const isKept = [...korean.matchAll(metric)].some(([, amount = '']) => {
      const { sure } = numbersInKorean(`${amount.trim()} 개`)
      return before.values.some(value => value > 1 && sure.has(value))
    })
    return isKept ? [words[at] ?? ''] : []
  })
}

const AT_LEAST = /\b(?:at least|no (?:less|fewer) than|(?<!no )(?<!not )more than|or more|upwards of)\b/i
const AT_MOST =
  /\b(?:at most|at the most|no more than|not more than|(?<!no )less than|(?<!no )fewer than|or less|or fewer|up to)\b/i
const KOREAN_AT_LEAST = /적어도|최소(?:한|로)?|못해도|\d\S* ?이상|넘[는게어었]|넘[은을]/u
const KOREAN_AT_MOST = /많아야|길어야|기껏해야|고작|이하|미만|못 미[치친]|안 [되돼]는|채 안/u

/** `at least ten` becomes 많아야 열. */
function limitTurned(english: string, korean: string): string[] {
  const [least, most] = [AT_LEAST.exec(english), AT_MOST.exec(english)]
  const [koreanLeast, koreanMost] = [KOREAN_AT_LEAST.test(korean), KOREAN_AT_MOST.test(korean)]
  if (least && !most && !isDenied(english, least.index)) return koreanMost && !koreanLeast ? [least[0]] : []
  if (most && !least && !isDenied(english, most.index)) return koreanLeast && !koreanMost ? [most[0]] : []
  return []
}

/** Whether a negation before a limit reverses it. */
function isDenied(english: string, at: number): boolean {
  return /(?:\bnot|n't|\bnever|\bnothing|\bno|\bwithout)\b[^,.;]*$/i.test(english.slice(0, at))
}

const ORDINALS = ['first', 'second', 'third', 'fourth']
const QUARTER = /\b(first|second|third|fourth|1st|2nd|3rd|4th|q[1-4]) ?quarter\b|\bq([1-4])\b/gi

/** `second quarter` becomes 4분기. */
function quarterChanged(english: string, korean: string): string[] {
  const spoken = [...english.matchAll(QUARTER)]
  const written = [...korean.matchAll(/([1-4일이삼사])\s?[/사]?\s?분기/gu)]
  const [only] = spoken
  if (!only || spoken.length > 1 || written.length !== 1) return []
  const [phrase, word = '', digit] = only
  const wanted = digit ?? (/\d/.exec(word)?.[0] || String(ORDINALS.indexOf(word.toLowerCase()) + 1))
  const found = written[0]?.[1] ?? ''
  return [wanted, '일이삼사'[Number(wanted) - 1]].includes(found) ? [] : [phrase]
}

const SHARES: readonly (readonly [english: RegExp, share: number])[] = [
  [/\btwo[- ]thirds\b/i, 2 / 3],
  [/\bthree[- ](?:quarters|fourths)\b/i, 3 / 4],
  [/\b(?:a|one) third of\b/i, 1 / 3],
  [/\b(?:a|one) (?:quarter|fourth) of\b/i, 1 / 4],
  [/\bhalf (?:of|the)\b/i, 1 / 2],
]
const KOREAN_SHARE = /절반|(\d+|[이삼사오])\s?분의\s?(\d+|[일이삼사])|(\d+(?:\.\d+)?)\s?(?:%|퍼센트|프로(?![가-힣]))/gu
const NEAR = 0.06

/** `a third of` becomes 절반. Compares only a sentence that names a single share. */
function shareChanged(english: string, korean: string): string[] {
  const spoken = SHARES.filter(([pattern]) => pattern.test(english))
  const [only] = spoken
  const written = [...korean.matchAll(KOREAN_SHARE)]
  if (!only || spoken.length > 1 || written.length !== 1 || /%|percent/i.test(english)) return []
  const [, whole, part, percent] = written[0] ?? []
  const digit = (text: string) => (/\d/.test(text) ? Number(text) : '일이삼사오'.indexOf(text) + 1)
  const share = percent ? Number(percent) / 100 : whole && part ? digit(part) / digit(whole) : 1 / 2
  return Math.abs(share - only[1]) > NEAR ? [only[0].exec(english)?.[0] ?? ''] : []
}
