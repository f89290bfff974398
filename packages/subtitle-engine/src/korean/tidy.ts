const DECOMPOSED_HANGUL = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?/g
/**
 * Zero-width characters that break or reorder words: soft hyphens, zero-width spaces, direction marks; not the joiner
 * used in emoji.
 */
export const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
const TAG = /<(\/?[a-z][^<>]*)>/gi
/** The beginning of a tag or of an override such as `{\an8}`. */
const OPEN_TAG = /<(?=[/a-z])|\{(?=\\)/gi
const CLOSERS = new Set(`"'”’)]」』`)
const STOPS = new Set('.,。，、．')
/** `U.S` or `a.m` before the final stop that is dropped. */
const INITIALISM = /(?:^|[^A-Za-z])((?:[A-Za-z]\.)+[A-Za-z])$/
const PLAIN = /^[\u0020-\u007e\u00a0-\u02ff\uac00-\ud7a3…“”‘’·]*$/
const NEEDS_TIDYING = /\s\s|^\s|\s$|\u00ad|\s[.,?!…]|\.\.|…\.|-->|<|\{\\|\u00a0/

/**
 * Normalizes a translation for subtitles: single spaces, `…` for dots, composed syllables, arrows and tags rewritten so
 * that players show them, no invisible characters. No letter is lost. Dots are rewritten last, because separated dots
 * form a row only once spaces before stops are removed.
 */
export function tidy(text: string): string {
  if (PLAIN.test(text) && !NEEDS_TIDYING.test(text)) return text
  return text
    .replace(DECOMPOSED_HANGUL, syllable => syllable.normalize('NFC'))
    .replace(INVISIBLE, '')
    .replace(CONTROLS, ' ')
    .replace(/-->/g, '→')
    .replace(TAG, '‹$1›')
    .replace(OPEN_TAG, '‹')
    .replace(/\s+/g, ' ')
    .replace(/ +(?=[.,?!…]+(?:\s|$))/g, '')
    .replace(/\.{2,}…*|…[.…]+/g, '…')
    .trim()
}

/** Removes the full stop or comma at a line end, as the house style requires; closing quotes stay. */
export function withoutLineEndStop(line: string): string {
  const { end, tail, stopped } = lineEnd(line)
  if (!stopped) return line
  const text = line.slice(0, end)
  // `U.S.` becomes `US`, not `U.S`.
  const letters = line[end] === '.' ? INITIALISM.exec(text)?.[1] : undefined
  return (letters === undefined ? text : text.slice(0, -letters.length) + letters.replaceAll('.', '')) + tail
}

/** Whether a line ends with a full stop or comma, also inside closing quotes. */
export function endsWithStop(line: string): boolean {
  return lineEnd(line).stopped
}

/** Finds the stops and closing quotes at a line end: their start, the quotes, and whether there are stops. */
function lineEnd(line: string): { end: number; tail: string; stopped: boolean } {
  let end = line.length
  let stopped = false
  let tail = ''
  for (; end > 0; end -= 1) {
    const sign = line[end - 1] ?? ''
    if (STOPS.has(sign)) stopped = true
    else if (CLOSERS.has(sign)) tail = sign + tail
    else if (sign !== ' ' || tail !== '') break
  }
  return { end, tail, stopped }
}

/** Whether anything visible is left without stops and spaces. */
export function isVisible(text: string): boolean {
  return /[^\s.,。，、．\p{Cf}]/u.test(text)
}
