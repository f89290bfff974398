import type { Neighbour } from '../types.ts'

/** Days of the week and months, each with the Korean that may translate it. */
const DATES: readonly (readonly [english: RegExp, korean: RegExp])[] = [
  [/\bmondays?\b/i, /월요일|월욜|월[·,~-]/u],
  [/\btuesdays?\b/i, /화요일|화욜|화[·,~-]/u],
  [/\bwednesdays?\b/i, /수요일|수욜|수[·,~-]/u],
  [/\bthursdays?\b/i, /목요일|목욜|목[·,~-]/u],
  [/\bfridays?\b/i, /금요일|금욜|[가-힣·]금|프라이데이/u],
  [/\bsaturdays?\b/i, /토요일|토욜|주말|새터데이/u],
  [/\bsundays?\b/i, /일요일|일욜|주일|주말|선데이/u],
  ...(
    [
      ['january', 1],
      ['february', 2],
      ['april', 4],
      ['june', 6],
      ['july', 7],
      ['august', 8],
      ['september', 9],
      ['october', 10],
      ['november', 11],
      ['december', 12],
    ] as const
  ).map(
    ([name, number]) =>
      [
        new RegExp(`\\b${name}\\b(?!s)`, 'i'),
        new RegExp(`(?<!\\d)${number}\\s?월|\\d[./-]${number}\\b|\\b${number}[./-]\\d`, 'u'),
      ] as const,
  ),
]
const ANY_WEEKDAY = /(?<![가-힣])([월화수목금토일])요일/gu
const WEEKDAYS: Readonly<Record<string, RegExp>> = {
  월: /monday/i,
  화: /tuesday/i,
  수: /wednesday/i,
  목: /thursday/i,
  금: /friday/i,
  토: /saturday/i,
  일: /sunday/i,
}
/** Names of people and holidays that contain a day or a month. */
const NO_DATE =
  /\b(?:fourth|4th) of july\b|\b(?:april|june|august|wednesday)\s+\p{Lu}|\b(?:miss|mrs?|ms|my (?:friend|sister|daughter)|called|named)\.?,? (?:april|june|august)\b/iu

/** English words, each with the Korean of its opposite, which would be an error, and of the word itself. */
const OPPOSITES: readonly (readonly [english: RegExp, opposite: RegExp, itself: RegExp])[] = [
  [
    /\blos(?:e|es|t|ing) (?:to|against|the (?:game|match|war|election|final|race|case|bet))\b/i,
    /이[겼기긴길]|승리|우승/u,
    /[졌진질짐]|지[고는지면다]|패|잃|놓|밀렸/u,
  ],
  [
    /\bw[io]n(?:s|ning)? (?:against|the (?:game|match|war|election|final|race|case|bet))\b/i,
    /(?<![가-힣])[졌진]|패배|패했/u,
    /이[겼기긴길]|승|땄|차지|따냈/u,
  ],
  [
    /\bworse\b/i,
    /더 (?:나은|나아|낫|좋|잘)|나아[졌지]|좋아[졌지]|개선/u,
    /나쁘|나빠|나쁜|못[하한해]|심[하한해각]|악|최악|안 좋|더하|형편|끔찍|엉망|힘들|곤란|아프|지독|못지/u,
  ],
  [
    /\bworst\b/i,
    /가장 (?:좋|나은|훌륭|뛰어)|최고|최선/u,
    /나쁘|나빠|나쁜|못[하한해]|심[하한해각]|최악|안 좋|형편|끔찍|엉망|위험|낮/u,
  ],
  [
    /\b(?<!no )better (?:than|at|for)\b/i,
    /더 (?:나쁘|나빠|나쁜|못)|나빠[졌지]|악화|최악/u,
    /나[은아을]|낫|좋|잘|뛰어|훌륭|더 [가-힣]/u,
  ],
]

const TIMES =
  /\b(?:(?:[a-z]+ )?(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred|thousand)|\d[\d,.]*) times (?:as|more|less|the (?:size|number|amount|price|speed|weight|cost)|[a-z]+er\b(?! than once))/i
const TIMES_IN_KOREAN = /배|곱|갑절|분의|%|퍼센트/u

/** Returns the English words that the Korean contradicts: a wrong day, month or multiple, or an opposite. */
export function wordsChanged(english: string, korean: string): string[] {
  const changed: string[] = []
  if (!NO_DATE.test(english))
    for (const [word, wanted] of DATES) {
      const said = word.exec(english)?.[0]
      if (said && /^\p{Lu}/u.test(said) && !wanted.test(korean)) changed.push(said)
    }
  for (const [day, name = ''] of korean.matchAll(ANY_WEEKDAY))
    if (
      !WEEKDAYS[name]?.test(english) &&
      !/\b(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun)\b|weekend|sabbath|easter/i.test(english)
    )
      changed.push(day)
  for (const [word, opposite, itself] of OPPOSITES) {
    const said = word.exec(english)?.[0]
    if (said && opposite.test(korean) && !itself.test(korean)) changed.push(said)
  }
  const times = TIMES.exec(english)?.[0]
  if (times && !TIMES_IN_KOREAN.test(korean)) changed.push(times)
  return changed
}

/** Hangul directly before lower-case Latin, within one word: `나other`, `드ude`. */
const GLUED = /[가-힣](?:[a-z]{2,}|[A-Z]{2,}(?=[가-힣]))|[가-힣][A-Z]{3,}/gu
/** Units and signs that Korean writes in lower-case Latin letters. */
const WRITTEN_LATIN = new Set(
  'km cm mm kg mg ml kb mb gb tb hz khz mhz ghz kcal sin cos tan log ln exp lim max min mod dx dy dt iphone ipad ipod ios ebay vs etc com www http https x y z'.split(
    ' ',
  ),
)
const LATIN_WORD = /(?<![A-Za-z\d'@./_-])[a-z]{3,}(?![A-Za-z\d@./_-])/g

/**
 * Returns lower-case English words that a Korean text left untranslated, and those within a Korean word. A word that a neighbour
 * leaves in English, too, is a term of the talk: `cost`, `span`.
 */
export function englishLeft(english: string, korean: string, neighbours: readonly Neighbour[] = []): string[] {
  const { kept, glued } = latinIn(english, korean)
  const isTerm = (word: string) =>
    neighbours.some(each => each.korean.includes(word) && latinIn(each.sentence.text, each.korean).kept.includes(word))
  return [...new Set([...kept.filter(word => !isTerm(word)), ...glued])]
}

function latinIn(english: string, korean: string): { kept: string[]; glued: string[] } {
  if (!/[A-Za-z]/.test(korean)) return { kept: [], glued: [] }
  // A capital letter inside a sentence belongs to a name.
  const said = new Set(
    (english.match(/(?<![A-Za-z'])[a-z]{3,}|^[A-Z][a-z]{2,}/g) ?? []).map(word => word.toLowerCase()),
  )
  const unquoted = korean.replace(/[“"‘'`][^”"’'`]*[”"’'`]|\([^)]*\)/gu, ' ')
  const kept = [...unquoted.matchAll(LATIN_WORD)]
    .map(([word]) => word)
    .filter(word => said.has(word) && !WRITTEN_LATIN.has(word))
  const glued = [...unquoted.matchAll(GLUED)].map(([found]) => found)
  return { kept, glued }
}
