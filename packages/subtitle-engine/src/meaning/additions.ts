import { numbersIn } from '../numbers/english.ts'
import { withPlainPowers, writtenNumbers } from '../numbers/korean.ts'
import { nativeNumerals } from '../numbers/native.ts'

const TOP_LEVEL =
  'com|net|org|io|kr|co|me|ly|gg|tv|app|dev|shop|xyz|info|example|ru|cn|site|online|store|club|link|top|biz|us|uk|jp|de|ai'
/** Top-level domains that no Korean sentence begins with after a full stop without a space. */
const AFTER_HANGUL = 'com|net|org|kr|xyz|shop|info|site|online|store|club|top|biz|한국'
/** Web and email addresses, domains, handles and hashtags; any Latin ending of a domain counts. */
const ADDRESS = new RegExp(
  [
    'h(?:tt|xx)ps?:?//\\S+',
    'www\\.[^\\s가-힣]+',
    '[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)*',
    '(?<!\\w)[@#](?!\\d)[\\w가-힣]{2,}',
    '(?<![\\w@.-])[a-z\\d-]+(?:\\.[a-z\\d-]+)*\\.[a-z]{2,}(?![a-z\\d])(?:/[\\w/?=&%.-]*)?',
    `[가-힣]+\\.(?:${AFTER_HANGUL})(?![a-z\\d])`,
    '(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\d.])',
  ].join('|'),
  'giu',
)
/** An address as it is read out, and what an English sentence with one contains. */
const READ_OUT = /골뱅이|[가-힣a-z\d]\s?(?:닷|쩜)\s?(?:컴|넷|케이알)|점\s?(?:컴(?![가-힣])|com\b|net\b|kr\b)/iu
const ADDRESS_SPOKEN = /[@#]|\bdot\b|\bdot-?com|\bat sign\b|\be-?mail|\bhashtag|\.[a-z]{2,}/i
/** An account at a messenger. */
const ACCOUNT =
  /(?:카카오톡|카톡|텔레그램|라인|인스타(?:그램)?|위챗|왓츠앱)\s?(?:아이디|계정|채널|ID)?(?:은|는|:)?\s?([a-z][\w.]{3,})/giu
/** Digits read out one by one in groups, as telephone numbers are. */
const DIGITS_READ_OUT =
  /(?<![가-힣])(?:[공영일이삼사오육칠팔구]{2,4}[\s-]){2,}[공영일이삼사오육칠팔구]{3,4}(?![가-힣])/gu
const DIGIT_SYLLABLES = new Map([...'공일이삼사오육칠팔구'].map((syllable, digit) => [syllable, String(digit)]))
DIGIT_SYLLABLES.set('영', '0')
/** Parts of an address that do not identify its owner: protocol, `www` and top-level domain. */
const GENERIC = new RegExp(`^https?://|^www\\.|\\.(?:${TOP_LEVEL})(?=/|$)`, 'gi')
/** Telephone and account numbers: groups with hyphens, or seven or more digits in a row. */
const LONG_NUMBER =
  /\d{2,6}(?:[-‐–]\d{2,8}){2,}|\d{3,4}[-‐–]\d{4}(?!\d)|(?<![\d.,])\d{7,}(?![\d.,]|\s?(?:원|달러|명|년))/gu
const AMOUNT = /[\d만천백억](?:\s?여)?\s?(?:원|달러|유로|엔|위안|파운드)(?![가-힣]{2})/u
const MONEY =
  /[$€£¥₩]|\b(?:dollars?|bucks?|euros?|won|yen|yuan|pounds?|quid|cents?|grand|money|price\w*|cost\w*|pay\w*|paid|worth|salary|fee|fees|rent|budget|million|billion|thousand|tax\w*|fine|fund\w*|rais\w*|earn\w*|spen[dt]\w*|charg\w*|sold|sell|bought|buy)\b/i
const COINS = /\d\s?(?:BTC|ETH|USDT)\b|(?:비트코인|이더리움)\s?\d/iu
const COINS_SPOKEN = /\b(?:bitcoins?|btc|ether\w*|eth|usdt|crypto\w*|coins?)\b/i
/** A domain in letters of any script. */
const FOREIGN_DOMAIN = new RegExp(`(?<!\\p{L})\\p{L}+\\.(?:${AFTER_HANGUL})(?![a-z\\d])`, 'giu')
/** A domain whose dot is bracketed or spelled out, as in `name[.]com` and `name dot com`. */
const DISGUISED_DOT = new RegExp(
  `[\\p{L}\\d-]{1,63}(?:\\s?[[(]\\s?(?:\\.|dot|점)\\s?[)\\]]\\s?|\\s(?:dot|점)\\s)(?:${TOP_LEVEL})(?![a-z\\d])`,
  'giu',
)
/** A telephone number that begins with 0 or a country, in groups that spaces, full stops or brackets separate. */
const TELEPHONE = /(?:\+\d{1,3}[ .-]?\d{1,3}|(?<!\d)0\d{1,2})[ .)]{1,2}\d{3,4}[ .-]\d{4}(?!\d)/gu
/** A translator's note about the text. */
const NOTE = /(?:역자|번역자|옮긴이)\s?주|(?:번역|원문|직역|의역)\s?[:：]/u

/** What a translation contains and its English does not: addresses, numbers, amounts of money, notes. */
export function additionsTo(english: string, words: readonly string[], korean: string): string[] {
  const said = squeezed(english)
  const text = plainSigns(korean)
  const addresses = [...text.matchAll(ADDRESS)].map(([found]) => found).filter(found => !isAddressSaid(found, english))
  const accounts = [...text.matchAll(ACCOUNT)].flatMap(([found, name = '']) =>
    said.includes(squeezed(name)) ? [] : found,
  )
  const readOut = READ_OUT.test(text) && !ADDRESS_SPOKEN.test(english) ? ['address'] : []
  const digits = digitsSaid(english, words)
  const numbers = [...text.matchAll(LONG_NUMBER), ...text.matchAll(DIGITS_READ_OUT)]
    .map(([found]) => found)
    .filter(found => !digits.includes(digitsIn(found)))
  const notes = NOTE.test(korean) && !/\b(?:translat\w*|original|literal\w*)\b/i.test(english) ? ['note'] : []
  const isPaid = AMOUNT.test(text) && !MONEY.test(english) && numbersIn(words).length === 0
  const money = isPaid || (COINS.test(text) && !COINS_SPOKEN.test(english)) ? ['money'] : []
  return [
    ...addresses,
    ...accounts,
    ...readOut,
    ...numbers,
    ...money,
    ...notes,
    ...numbersNobodySaid(english, words, text),
  ]
}

/**
 * Web and email addresses, domains, handles, hashtags, accounts, telephone numbers and addresses read out, in a Korean or
 * English text. Takes quadratic time, so callers must cut a long text into pieces.
 */
export function findContacts(text: string): string[] {
  const plain = plainSigns(text)
  const patterns = [ADDRESS, FOREIGN_DOMAIN, DISGUISED_DOT, ACCOUNT, LONG_NUMBER, TELEPHONE, DIGITS_READ_OUT]
  const found = patterns.flatMap(pattern => [...plain.matchAll(pattern)].map(([contact]) => contact))
  const readOut = READ_OUT.exec(plain)
  return readOut ? [...found, readOut[0]] : found
}

/** Full-width letters, digits and dots as plain ones, and domains without the spaces around their dots. */
function plainSigns(korean: string): string {
  return withPlainPowers(korean).normalize('NFKC').replaceAll('。', '.').replace(SPACED_DOT, '.')
}

const SPACED_DOT = new RegExp(`(?<=[a-z\\d]) ?\\. ?(?=(?:${AFTER_HANGUL})(?![a-z\\d]))`, 'gi')

function digitsIn(found: string): string {
  return [...found].map(sign => DIGIT_SYLLABLES.get(sign) ?? sign.replace(/\D/, '')).join('')
}

/** Letters and digits of an English text, with spoken addresses written out. */
function squeezed(english: string): string {
  return english.toLowerCase().replace(/[^a-z\d]+/g, '')
}

function isAddressSaid(address: string, english: string): boolean {
  const said = squeezed(english)
  const parts =
    address
      .replace(GENERIC, ' ')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? []
  // A Korean name says nothing about the English, which must at least contain some address.
  return parts.length > 0 ? parts.every(part => said.includes(part)) : ADDRESS_SPOKEN.test(english)
}

/** All digits of an English text in order, including spelled-out ones. */
function digitsSaid(english: string, words: readonly string[]): string {
  const spelled = words.map(
    word => DIGIT_WORDS.get(word.toLowerCase().replace(/[^a-z]/g, '')) ?? word.replace(/\D/g, ''),
  )
  return `${english.replace(/\D/g, '')} ${spelled.join('')}`
}

const DIGIT_WORDS = new Map(
  'zero one two three four five six seven eight nine'.split(' ').map((word, digit) => [word, String(digit)]),
)
DIGIT_WORDS.set('oh', '0')

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** Words that imply a number. */
const MEANT: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\b(?:half|halves|halfway)\b/i, [0.5, 50, 30, 2, 15, 6]],
  [/\bquarters?\b/i, [4, 25, 15, 0.25, 3, 1, 45, 75]],
  [/\bdozens\b/i, [12, 10, 20]],
  [/\bdozen\b/i, [12, 10]],
  [/\bteen(?:s|age\w*)?\b|\badolescen\w*/i, [10, 20]],
  [/\bgolden (?:anniversary|wedding|jubilee)\b/i, [50]],
  [/\bsilver (?:anniversary|wedding|jubilee)\b/i, [25]],
  [/\bdiamond (?:anniversary|wedding|jubilee)\b/i, [60]],
  [/\bbicentenn?\w*/i, [200]],
  [/\bcenten\w*/i, [100]],
  [/\bquad\w+\b|\bquarter\w+\b|\bseniors?\b/i, [4]],
  [/\bpenta\w+\b|\bquint\w+\b/i, [5]],
  [/\bhexa\w+\b|\bsext\w+\b/i, [6]],
  [/\bocta\w+\b|\boctet\b/i, [8]],
  [/\bhundreds?\b/i, [100]],
  [/\bthousands?\b|\bgrand\b/i, [1000]],
  [/\bmillions?\b/i, [1e6, 100]],
  [/\bbillions?\b/i, [1e9, 10]],
  [/\btrillions?\b/i, [1e12]],
  [/\b(?:couple|pair|twice|double|both|twin\w*|second\w*|second-hand)\b/i, [2]],
  [/\b(?:thrice|tripl\w*|third\w*)\b/i, [3, 33, 66, 67]],
  [/\bmega\w+/i, [1e6]],
  [/\bdecades?\b/i, [10, 20, 30]],
  [/\bcentur(?:y|ies)\b/i, [100]],
  [/\bmillenni\w*\b/i, [1000]],
  [/\bweeks?\b|\bfortnight\b/i, [7, 14]],
  [/\b(?:noon|midnight|midday)\b/i, [12, 24]],
  [/\byears?\b|\bannual\w*\b/i, [12, 365]],
  [/\bday(?:s|ly)?\b/i, [24]],
  [/\bpercent\w*|%/i, [100]],
]
/** Ratios of the units in which English and Korean may state the same amount. */
const FACTORS = [1, 7, 12, 60, 24, 10, 100, 1000, 1 / 7, 1 / 12, 1 / 60, 1 / 24, 0.1, 0.01]
const CONVERTED_UNIT =
  /\b(?:miles?|mph|feet|foot|inch(?:es)?|yards?|acres?|pounds?|lbs?|ounces?|gallons?|pints?|fahrenheit|degrees?|stones?|bushels?|cups?|spoons?|oven|preheat\w*|sizes?)\b/i
/** Smaller numbers often stand for a word: first, the two, once. */
const LEAST_ADDED = 4

/** From here on, a number is too large for a conversion of units to explain it: 1억 for a billion. */
const LARGE = 1e5
/** Smaller native numerals often only mean "a few"; 열 and 쉰 (`OTHER_WORDS`) have other meanings, too. */
const LEAST_NATIVE = 6
const OTHER_WORDS = [10, 50]
const VAGUE = /\b(?:few|several|handful|some|many|dozens|couple|odd|or so|about|around|roughly|nearly|almost)\b/i

/** Numbers in digits, and larger native numerals, that nothing in the English explains. */
function numbersNobodySaid(english: string, words: readonly string[], korean: string): string[] {
  if (CONVERTED_UNIT.test(english)) return []
  const native = VAGUE.test(english)
    ? []
    : [...nativeNumerals(korean)].filter(value => value >= LEAST_NATIVE && !OTHER_WORDS.includes(value))
  const written = /\d/.test(korean) ? writtenNumbers(korean) : []
  if (native.length === 0 && written.length === 0) return []
  const { exact, near } = valuesSaid(english, words)
  const latin = squeezed(english)
  const added = written
    .filter(({ values, word }) => {
      if (values.every(value => value < LEAST_ADDED)) return false
      if (/[a-z]/i.test(word) && latin.includes(squeezed(word))) return false
      const large = values.filter(value => value >= LARGE)
      return large.length > 0 ? !large.some(value => exact.has(value)) : !values.some(value => near.has(value))
    })
    .map(({ word }) => word)
  return [...added, ...native.filter(value => !near.has(value)).map(String)]
}

/** The values that an English text states or implies (`exact`), and with them the values in other units (`near`). */
function valuesSaid(english: string, words: readonly string[]): { exact: Set<number>; near: Set<number> } {
  const plain = new Set<number>()
  for (const { values } of numbersIn(words)) for (const value of values) plain.add(value)
  for (const [digits] of english.matchAll(/\d[\d,]*(?:\.\d+)?/g)) plain.add(Number(digits.replaceAll(',', '')))
  for (const [digits] of digitsSaid(english, words).matchAll(/\d+/g)) plain.add(Number(digits))
  for (const [pattern, values] of MEANT) if (pattern.test(english)) for (const value of values) plain.add(value)
  for (const word of words.flatMap(each => [each, ...each.split('-')])) {
    const letters = word.toLowerCase().replace(/[^a-z]/g, '')
    const month = MONTHS.findIndex(name => letters.startsWith(name))
    if (month >= 0) plain.add(month + 1)
    const simple = simpleValue(letters)
    if (simple !== undefined) plain.add(simple)
  }
  const exact = new Set<number>()
  const near = new Set<number>()
  for (const value of plain) {
    for (const factor of FACTORS) near.add(rounded(value * factor))
    for (const more of [12, 1900, 2000]) exact.add(value + more)
    exact.add(value)
    for (const other of plain) {
      exact.add(rounded(value + other))
      exact.add(rounded(value * other))
      exact.add(rounded(value * 100 + other))
    }
  }
  return { exact, near: new Set([...near, ...exact]) }
}

const SIMPLE = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .flatMap((word, value): [string, number][] => [
      [word, value],
      [`${word}th`, value],
    ]),
)
for (const [i, word] of 'twenties thirties forties fifties sixties seventies eighties nineties'.split(' ').entries())
  SIMPLE.set(word, (i + 2) * 10)
for (const [word, value] of [
  ...([
    ['a', 1],
    ['once', 1],
    ['first', 1],
    ['third', 3],
    ['fifth', 5],
    ['eighth', 8],
    ['ninth', 9],
  ] as const),
  ...([
    ['twelfth', 12],
    ['twentieth', 20],
    ['thirty', 30],
    ['thirtieth', 30],
    ['forty', 40],
    ['fifty', 50],
  ] as const),
  ...([
    ['fiftieth', 50],
    ['sixty', 60],
    ['seventy', 70],
    ['eighty', 80],
    ['ninety', 90],
  ] as const),
] as const)
  SIMPLE.set(word, value)

function simpleValue(letters: string): number | undefined {
  return SIMPLE.get(letters) ?? SIMPLE.get(letters.replace(/s$/, ''))
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
