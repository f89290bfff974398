const DECOMPOSED_HANGUL = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?/g
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
const TAG = /<(\/?[a-z][^<>]*)>/gi
/** The beginning of a tag or of an override such as `{\an8}`. */
const OPEN_TAG = /<(?=[/a-z])|\{(?=\\)/gi
const CLOSERS = new Set(`"'”’)]」』`)
const STOPS = new Set('.,。，、．')
/** `U.S`, `a.m` before the stop that goes. */
const INITIALISM = /(?:^|[^A-Za-z])((?:[A-Za-z]\.)+[A-Za-z])$/
const PLAIN = /^[\u0020-\u007e\u00a0-\u02ff\uac00-\ud7a3…“”‘’·]*$/
const NEEDS_TIDYING = /\s\s|^\s|\s$|\s[.,?!…]|\.\.|…\.|-->|<|\{\\|\u00a0/

/**
 * The translation as a subtitle writes it: single spaces, `…` for dots, whole syllables,
 * arrows and tags that a player would not swallow. No letter is lost.
 */
export function tidy(text: string): string {
  if (PLAIN.test(text) && !NEEDS_TIDYING.test(text)) return text
  return text
    .replace(DECOMPOSED_HANGUL, syllable => syllable.normalize('NFC'))
    .replace(CONTROLS, ' ')
    .replace(/\.{2,}…*|…[.…]+/g, '…')
    .replace(/-->/g, '→')
    .replace(TAG, '‹$1›')
    .replace(OPEN_TAG, '‹')
    .replace(/\s+/g, ' ')
    .replace(/ +(?=[.,?!…]+(?:\s|$))/g, '')
    .trim()
}

/** A line without the full stop or comma at its end, where the house style has none; closing quotes stay. */
export function withoutLineEndStop(line: string): string {
  const { end, tail, stopped } = lineEnd(line)
  if (!stopped) return line
  const text = line.slice(0, end)
  // `U.S.` keeps no lone dot: `US`.
  const letters = line[end] === '.' ? INITIALISM.exec(text)?.[1] : undefined
  return (letters === undefined ? text : text.slice(0, -letters.length) + letters.replaceAll('.', '')) + tail
}

/** Whether a line ends with a full stop or comma (inside closing quotes too). */
export function endsWithStop(line: string): boolean {
  return lineEnd(line).stopped
}

/** Where the stops and closing quotes at a line's end begin, the quotes among them, and whether there are stops. */
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

/** Whether anything remains to be shown once the stops at its end are gone. */
export function isVisible(text: string): boolean {
  return /[^\s.,。，、．\p{Cf}]/u.test(text)
}
