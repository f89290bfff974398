const ZERO_WIDTH_JOINER = 0x200d
const WITHOUT_WIDTH = /^[\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Emoji_Modifier}\u115f\u1160\u3164\uffa0]$/u
const FULL_WIDTH =
  /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u30ff\uff01-\uff60\uffe0-\uffe6]$/u
const REGIONAL_INDICATOR = /^\p{Regional_Indicator}$/u

/** Half-widths of a code point: 2 if full-width, 0 if zero-width, else 1. */
function halfWidthsOf(codePoint: number): number {
  if (codePoint < 0x300)
    return codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0) || codePoint === 0xad ? 0 : 1
  if (codePoint >= 0xac00 && codePoint <= 0xd7a3) return 2
  // Vowels and finals of decomposed syllables have no width of their own; half-width jamo count half.
  if ((codePoint >= 0x1160 && codePoint <= 0x11ff) || (codePoint >= 0xd7b0 && codePoint <= 0xd7ff)) return 0
  if (codePoint >= 0xff61 && codePoint <= 0xffdc && codePoint !== 0xffa0) return 1
  const character = String.fromCodePoint(codePoint)
  if (REGIONAL_INDICATOR.test(character)) return 1
  if (WITHOUT_WIDTH.test(character)) return 0
  return FULL_WIDTH.test(character) ? 2 : 1
}

const known = new Map<number, number>()

/** Length in half-widths, two of which are one weighted character: an integer, so that sums are exact. */
export function halfWidths(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xac00 && unit <= 0xd7a3) sum += 2
    else if (unit >= 0x20 && unit < 0x7f) sum += 1
    else {
      const codePoint = text.codePointAt(i) ?? unit
      if (codePoint > 0xffff) i += 1
      if (codePoint === ZERO_WIDTH_JOINER) {
        // The character after a joiner merges with the one before it.
        const next = text.codePointAt(i + 1)
        if (next !== undefined && next > 0xff) i += next > 0xffff ? 2 : 1
        continue
      }
      let value = known.get(codePoint)
      if (value === undefined) {
        value = halfWidthsOf(codePoint)
        known.set(codePoint, value)
      }
      sum += value
    }
  }
  return sum
}

/** Weighted length: Hangul and other full-width characters count 1, Latin, digits, spaces and punctuation 0.5. */
export function weightedLength(text: string): number {
  return halfWidths(text) / 2
}

const EXTEND = '[\\p{Grapheme_Extend}\\p{Mc}\\p{Emoji_Modifier}\\u200d]*'
const JAMO =
  '[\\u1100-\\u115f\\ua960-\\ua97c]*(?:[가-힣][\\u1160-\\u11a7\\ud7b0-\\ud7c6]*|[\\u1160-\\u11a7\\ud7b0-\\ud7c6]+)[\\u11a8-\\u11ff\\ud7cb-\\ud7fb]*'
const EMOJI = `\\p{Extended_Pictographic}(?:${EXTEND}\\u200d\\p{Extended_Pictographic})*`

/**
 * One grapheme (Unicode Standard Annex 29, table 1c, without the rules for Indic conjuncts). The same in every browser:
 * Firefox has `Intl.Segmenter` only from 125 on, and the page must cut as the server does.
 */
const GRAPHEME = new RegExp(`(?:${JAMO}|[\\u1100-\\u115f\\ua960-\\ua97c]+|\\p{RI}{2}|${EMOJI}|[^])${EXTEND}`, 'gu')

/** Splits a text between graphemes into pieces of at most `limit` half-widths; a longer grapheme stays whole. */
export function piecesWithin(text: string, limit: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let taken = 0
  for (const [segment] of text.matchAll(GRAPHEME)) {
    const length = halfWidths(segment)
    if (piece !== '' && taken + length > limit) {
      pieces.push(piece)
      piece = ''
      taken = 0
    }
    piece += segment
    taken += length
  }
  if (piece !== '') pieces.push(piece)
  return pieces
}
