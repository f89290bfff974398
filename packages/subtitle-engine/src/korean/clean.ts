import { INVISIBLE } from './tidy.ts'

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
])
const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp|hellip|[mn]dash|[lr][sd]quo)|#(\d{1,7})|#x([\da-f]{1,6}));/gi
const LINE_TAG = /<(?:br|p|\/p|div|\/div)\s*\/?>|\\[Nn](?=[\s가-힣"]|$)/gi
const TAG = /<\/?[a-z][a-z\d]{0,9}(?:[\s:][^<>]*)?\/?>/gi
const OVERRIDE = /\{\\[^{}]*\}/g
/** Hangul fillers are invisible, but Unicode classifies them as letters. */
const FILLER = /[\u115f\u1160\u3164\uffa0]/gu
const FENCE = /^```[a-z]*\s*([\s\S]*?)\s*```$/i
const PREFIX =
  /^\s*(?:\[s\d{1,5}\]|"?s\d{1,5}"?\s*[:：.)]|(?:번역(?:문|결과| 결과)?|한국어(?: 번역| 자막)?|자막|korean(?: translation| subtitle)?|translation|ko(?:-kr)?)\s*[:：])\s*/i

/**
 * Removes what a translator adds to a translation and viewers must not see: tags, overrides such as `{\an8}`, entities,
 * invisible and direction characters, JSON, code fences, ids and labels before the text. Keeps them if the English
 * contains them.
 */
export function cleanTranslation(korean: string, english: string): string {
  let text = withoutWrapping(korean.trim())
  // Some services escape twice.
  for (let round = 0; round < 2 && text.includes('&'); round += 1) text = text.replace(ENTITY, character)
  text = text
    .replace(LINE_TAG, tag => (english.includes(tag) ? tag : ' '))
    .replace(TAG, tag => (english.includes(tag) ? tag : ''))
    .replace(OVERRIDE, '')
    .replace(INVISIBLE, '')
    .replace(FILLER, '')
  if (!english.includes('*')) text = text.replace(/\*\*(.+?)\*\*/g, '$1').replace(/`([^`]+)`/g, '$1')
  if (!/^\W*(?:translation|korean|subtitles?|captions?|s\d)/i.test(english)) text = text.replace(PREFIX, '')
  return withoutQuotes(text.trim(), english)
}

function character(
  entity: string,
  named: string | undefined,
  decimal: string | undefined,
  hexadecimal: string | undefined,
): string {
  if (named !== undefined) return NAMED.get(named.toLowerCase()) ?? entity
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
}

/** The text inside code fences and JSON, or the text itself if it is neither. */
function withoutWrapping(text: string): string {
  const inner = FENCE.exec(text)?.[1] ?? text
  if (!/^[[{]/.test(inner)) return inner
  const parsed = parsedJson(inner)
  const texts = parsed === undefined ? [] : textsIn(parsed).filter(each => /[가-힣]/.test(each))
  if (texts.length === 1) return texts[0] ?? inner
  // A response whose JSON was cut off.
  return /^\{\s*"[^"]{1,40}"\s*:\s*"([^"]*)"?\s*\}?$/.exec(inner)?.[1] ?? inner
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Verbs after which a whole sentence may be a quotation. */
const SAYS =
  /\b(?:sa(?:y|id|ys|ying)|ask(?:s|ed|ing)?|t(?:ell|old|elling)|shout\w*|whisper\w*|wr(?:ite|ote|iting)|repl(?:y|ies|ied)|answer\w*|cr(?:y|ied)|yell\w*|call(?:s|ed)|goes|went|thought|like)\b/i

/**
 * Removes straight quotation marks around the whole text, which the translator added, unless the English quotes
 * someone. Curved ones are Korean and stay.
 */
function withoutQuotes(text: string, english: string): string {
  if (/["“”‘]|(?<!\p{L})['’]/u.test(english) || SAYS.test(english)) return text
  for (const quote of ['"', "'"]) {
    const inner = text.slice(1, -1)
    if (text.length > 2 && text.startsWith(quote) && text.endsWith(quote) && !inner.includes(quote)) return inner.trim()
  }
  return text
}
