/** Final consonants by their index in a syllable block; 0 is a vowel. */
const FINALS = { none: 0, ㄱ: 1, ㄴ: 4, ㄹ: 8, ㅁ: 16, ㅂ: 17, ㅅ: 19, ㅇ: 21 } as const
/** A word that certainly ends in a consonant, though not certainly in which. */
const ANY_FINAL = FINALS.ㄱ

/** Latin words by the final sound of their Korean reading. */
const WORDS: Record<keyof typeof FINALS, string> = {
  none: 'nasa nato unesco unicef fifa ikea lego covid ted iot saas paas ios mp3 mp4 s3 ps3 ps4 ps5 youtube netflix blog javascript typescript script microsoft nike twitter steve kate mike dave site website code note keyboard mouse cloud android windows linux wi-fi bluetooth powerpoint kickstarter h2o co2 b2b b2c b2g p2p o2o usb-c led vip react t-shirt',
  ㄱ: 'york facebook tiktok slack mac macbook notebook jpeg opec toeic block stack book music logic',
  ㄴ: 'amazon python iphone smartphone phone london lan wan pin linkedin online bitcoin boston washington man line machine',
  ㄹ: 'google apple excel paypal intel gmail email e-mail mail oracle toefl sql kindle pixel shell people michelle title file mobile',
  ㅁ: 'ram rom sim zoom instagram telegram steam chrome program time theme game team home prime',
  ㅂ: 'app zip web photoshop startup laptop desktop whatsapp workshop shop clip chip pop hip-hop',
  ㅅ: 'internet reddit robot chatbot bot tablet market budget pocket planet',
  ㅇ: 'ping samsung boeing streaming marketing king song hongkong kong beijing',
}

/** Units after a number, which are read in full. */
const UNITS: Record<keyof typeof FINALS, string> = {
  none: '% ％ ℃ °c ° km m cm mm l ml gb mb kb tb hz khz mhz ghz w kw mw v ft lb lbs oz $ € km2 m2 ㎡ ㎞ ㎝ ㎜',
  ㄱ: '',
  ㄴ: '₩',
  ㄹ: 'kcal cal',
  ㅁ: 'kg g mg ㎏ ㎎',
  ㅂ: '',
  ㅅ: '',
  ㅇ: '',
}

const WORD_FINALS = buildFinals(WORDS)
const UNIT_FINALS = buildFinals(UNITS)
/** Units that also occur without a number. CM in capitals means a commercial. */
const LONE_UNIT = /^(?:km|kg|cm|mm|mg|ml|GB|MB|KB|TB|Hz|kHz|MHz|GHz|kW)$/
const LETTERS = 'lr'

function buildFinals(table: Record<keyof typeof FINALS, string>): ReadonlyMap<string, number> {
  const finals = new Map<string, number>()
  for (const [final, number] of Object.entries(FINALS)) {
    for (const [name, words] of Object.entries(table)) {
      if (name === final) for (const word of words.split(' ')) if (word !== '') finals.set(word, number)
    }
  }
  return finals
}

/**
 * The final consonant of a Latin word, a unit or a number that all Koreans read alike (0: a vowel); undefined if
 * readings differ or can only be guessed.
 */
export function certainFinal(word: string): number | undefined {
  // 5G is 파이브지, 5g is 5그램.
  if (/\dG$/.test(word)) return FINALS.none
  const unit = /\d\s?([^\d\s]+)$/.exec(word)?.[1]?.toLowerCase()
  if (unit !== undefined && UNIT_FINALS.has(unit)) return UNIT_FINALS.get(unit)
  const key = word.toLowerCase()
  if (LONE_UNIT.test(word)) return UNIT_FINALS.get(key)
  const known = WORD_FINALS.get(key) ?? WORD_FINALS.get(key.slice(key.lastIndexOf('-') + 1))
  if (known !== undefined) return known
  if (/^[\d.,]*\d$/.test(word)) return digitFinal(word)
  const named = namedFinal(word)
  if (named !== undefined) return named
  const tail = /[A-Za-z]+$/.exec(word)?.[0] ?? ''
  if (tail === '' || (tail.length !== word.length && /\d/.test(word))) return undefined
  const capitals = /[A-Z]{2,}$/.exec(tail)?.[0]
  if (capitals !== undefined) return isSpelled(capitals) ? letterFinal(capitals) : undefined
  return tail.length > 2 && /[a-z]$/.test(tail) ? soundFinal(tail.toLowerCase()) : undefined
}

/** Names of letters, digits and signs: F1, v3, 3D, 4K, R&D, Node.js. */
function namedFinal(word: string): number | undefined {
  // 코로나 십구, 코비드 십구
  if (/^covid-19$/i.test(word)) return FINALS.none
  if (/^(?:[A-Z]{1,3}|v)-?\d$/.test(word)) return nameDigitFinal(word.slice(-1))
  if (/^\d{1,3}[A-Z]$/.test(word) || /&[A-Z]$/.test(word)) return letterFinal(word.slice(-1))
  const domain = /[A-Za-z]\.([a-z]{2,3})$/.exec(word)?.[1] ?? ''
  return { js: FINALS.none, ts: FINALS.none, io: FINALS.none, ai: FINALS.none, net: FINALS.ㅅ, com: FINALS.ㅁ }[domain]
}

/** Digits in names are read in English: 원, 쓰리, 세븐, 나인; 0, 6 and 8 are also read 공, 육 and 팔. */
function nameDigitFinal(digit: string): number | undefined {
  if (/[179]/.test(digit)) return FINALS.ㄴ
  return /[2345]/.test(digit) ? FINALS.none : undefined
}

/** 0, 3, 6, 7 and 8 end in a consonant in both readings (삼, 셋), the others in at most one of them (이, 둘). */
function digitFinal(word: string): number | undefined {
  return /[03678]$/.test(word) ? ANY_FINAL : undefined
}

/** Acronyms of two or three letters, and longer ones without vowels, are read letter by letter. */
function isSpelled(capitals: string): boolean {
  return capitals.length <= 3
    ? !/^[BCDFGHJKLMNPQRSTVWXYZ][AEIOU][BCDFGHJKLMNPQRTVWXZ]$/.test(capitals)
    : !/[AEIOU]/.test(capitals)
}

/** L (엘), R (알), M (엠) and N (엔) end in consonants, all other letters in a vowel. */
export function letterFinal(capitals: string): number {
  const last = capitals.at(-1)?.toLowerCase() ?? ''
  if (LETTERS.includes(last)) return FINALS.ㄹ
  if (last === 'm') return FINALS.ㅁ
  return last === 'n' ? FINALS.ㄴ : FINALS.none
}

/** Endings with only one reading: -a, -o, -y, -s, -er … end in a vowel, -n, -m, -ng and -l in that consonant. */
function soundFinal(word: string): number | undefined {
  if (/(?:[aiouy]|[sxzfv]|[cst]h|[aeiou]r)$/.test(word)) return FINALS.none
  if (/ing$|[aou]ng$/.test(word)) return FINALS.ㅇ
  if (/[aeiou]n$/.test(word)) return FINALS.ㄴ
  if (/[aeiou]m$/.test(word)) return FINALS.ㅁ
  return /[aeiou]ll?$/.test(word) ? FINALS.ㄹ : undefined
}
