import { decodeCp949 } from './cp949.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'cp949' | 'windows-1252' | 'macintosh'

export interface DecodedText {
  text: string
  encoding: Encoding
  /** Characters that the encoding does not have. */
  broken: number
}

/** Bytes that suffice to detect UTF-16. */
const SAMPLE_BYTES = 4096
/** In UTF-16, at least this share of the sample's even or of its odd bytes is zero: digits, spaces and line ends have one. */
const ZERO_SHARE = 0.1
/** If a larger share of the characters is unreadable, the text is not in that encoding. */
const BROKEN_SHARE = 0.01
/** In Korean text, at least this share of the characters is not among the rare syllables that CP949 added. */
const COMMON_SHARE = 0.8
/** UTF-8 has at least this many whole characters beyond ASCII for each broken one. */
const WHOLE_FOR_BROKEN = 4
const BROKEN = /\ufffd/g

/**
 * Decodes a subtitle file: UTF-16 or UTF-8 with or without a byte order mark, else CP949, Windows-1252 or MacRoman,
 * whichever gives the more likely text. Text that is decoded already is only checked. Returns undefined for what is not
 * text.
 */
export function decodeText(source: Uint8Array | string): DecodedText | undefined {
  if (typeof source === 'string') return textOnly(decoded(source, 'utf-8'))
  const bytes = source
  const wide = wideEncoding(bytes)
  // The last byte of UTF-16 may be half a character.
  const whole = wide && bytes.length % 2 === 1 ? bytes.subarray(0, -1) : bytes
  const unicode = decoded(new TextDecoder(wide ?? 'utf-8').decode(whole), wide ?? 'utf-8')
  if (wide) return unicode.broken > unicode.text.length * BROKEN_SHARE ? undefined : textOnly(unicode)
  if (unicode.broken === 0 || unicode.broken * WHOLE_FOR_BROKEN <= countOthers(unicode.text))
    return textOnly({ ...unicode, text: repairTwiceEncoded(unicode.text) ?? unicode.text })
  const korean = decoded(decodeCp949(bytes), 'cp949')
  if (isKorean(korean)) return textOnly(korean)
  const western = decoded(new TextDecoder('windows-1252').decode(bytes), 'windows-1252')
  const apple = decoded(new TextDecoder('macintosh').decode(bytes), 'macintosh')
  return textOnly(likelihood(apple.text) > likelihood(western.text) ? apple : western)
}

/** Repairs UTF-8 that was read as Windows-1252 or Latin-1 and saved again (`Itâ€™s`): no other text forms valid UTF-8 when encoded back. */
function repairTwiceEncoded(text: string): string | undefined {
  if (!MANGLED.test(text)) return undefined
  const signs = Array.from(new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)))
  const byteOf = new Map(signs.map((sign, byte) => [sign, byte]))
  // A character of neither encoding becomes 0xff, which UTF-8 never contains.
  const bytes = Array.from(text.replace(/^\ufeff/, ''), sign => byteOf.get(sign) ?? Math.min(sign.charCodeAt(0), 0xff))
  const whole = new TextDecoder().decode(Uint8Array.from(bytes))
  return whole.includes('\ufffd') ? undefined : whole
}
const MANGLED = /[\u00c2\u00c3\u00e2\u00ea-\u00ed][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]/

function decoded(text: string, encoding: Encoding): DecodedText {
  return { text, encoding, broken: text.match(BROKEN)?.length ?? 0 }
}

/** Returns undefined for binary data. Text has no control characters but white space and the end mark of DOS, which is removed. */
function textOnly(candidate: DecodedText): DecodedText | undefined {
  let end = candidate.text.length
  while (end > 0 && '\0\u001a'.includes(candidate.text.charAt(end - 1))) end -= 1
  const text = candidate.text.slice(0, end)
  const controls = text.match(CONTROL)?.length ?? 0
  return text.includes('\0') || controls > text.length * BROKEN_SHARE ? undefined : { ...candidate, text }
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
const CONTROL = /[\u0001-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u0084\u0086-\u009f]/g

/**
 * The byte order of UTF-16, by its mark or by the zero bytes of ASCII characters; undefined for other encodings.
 */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros: [number, number] = [0, 0]
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2 === 0 ? 0 : 1] += 1
  const least = (sample.length / 2) * ZERO_SHARE
  // Some syllables (가, U+AC00) have their zero byte on the other side.
  if (zeros[1] > least && zeros[1] > zeros[0] * 3) return 'utf-16le'
  return zeros[0] > least && zeros[0] > zeros[1] * 3 ? 'utf-16be' : undefined
}

/**
 * Western letters and quotation marks that are read as CP949 become rare syllables (`don뭪`) or no character, because
 * what follows them is an ASCII letter or a space.
 */
function isKorean({ text, broken }: DecodedText): boolean {
  const rare = text.match(RARE)?.length ?? 0
  const others = countOthers(text)
  return others > 0 && broken <= others * BROKEN_SHARE * 2 && others - rare >= others * COMMON_SHARE
}
const OTHERS = /[^\0-\x7f]/g

function countOthers(text: string): number {
  return text.match(OTHERS)?.length ?? 0
}

/** A syllable beside a Latin letter, which is rare in Korean. */
const RARE = /[a-z][\uac00-\ud7a3\u4e00-\u9fff](?=[a-z \r\n]|$)/gim

/** Scores how likely the encoding is right, by the characters around each sign. */
function likelihood(text: string): number {
  let sum = 0
  for (const { 0: sign, index } of text.matchAll(OTHERS)) {
    const [before, after] = [text[index - 1] ?? ' ', text[index + 1] ?? ' ']
    sum += signLikelihood(sign, before, after)
  }
  return sum
}

const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u

function signLikelihood(sign: string, before: string, after: string): number {
  if (sign === '’') return /\p{L}/u.test(before) ? 2 : 0
  if ('“‘¡¿'.includes(sign)) return /[\s(—–-]/.test(before) && /\S/.test(after) ? 2 : -1
  if (sign === '”') return /\S/.test(before) && /[\s.,?!)—–-]/.test(after) ? 2 : -1
  if ('–—…'.includes(sign)) return 1
  if (LOWER.test(sign)) return LATIN_1.test(sign) ? (/\p{L}/u.test(before + after) ? 1.5 : -0.5) : -1
  // A capital inside or at the end of a word in lower case: MacRoman's `donÕt`.
  if (UPPER.test(sign)) return LOWER.test(before) ? -2 : LATIN_1.test(sign) && /\p{L}/u.test(before + after) ? 1 : -1
  if ('\u00a0©®™°£€½¼¾²³¢·•♪'.includes(sign)) return 0.2
  return -1
}
const LATIN_1 = /[\u00c0-\u00ffŒœŠšŽžŸ]/
