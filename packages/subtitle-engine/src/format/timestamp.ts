const LOOSE_TIME =
  /^\s*(?:(\d{1,9})\s{0,9}:\s{0,9})?(\d{1,9})\s{0,9}:\s{0,9}(\d{1,9})(?:\s{0,9}([,.:;])\s{0,9}(\d{0,9}))?\s*$/

/** A frame rate that a file with frames in its times may have, and the rate of most films. */
export const USUAL_FRAME_RATE = 24

/**
 * Parses a time as users and programs write it (`1:02.5`, `01:02:03,004`, `01:02:03:15` with 15 frames) into
 * milliseconds; undefined if it is not a time.
 */
export function readTimestamp(text: string, frameRate = USUAL_FRAME_RATE): number | undefined {
  // Full-width digits, colons and commas, as typed on Chinese and Japanese keyboards.
  const found = LOOSE_TIME.exec(text.length > 60 ? '' : text.normalize('NFKC'))
  if (!found) return undefined
  const [, hours, minutes = '0', seconds = '0', mark = '', fraction = ''] = found
  const isFrames = (mark === ':' || mark === ';') && fraction.length < 3
  // `1:02:03` is matched without its hours if what follows looks like a fraction.
  if (hours === undefined && mark === ':') return milliseconds(minutes, seconds, fraction, '')
  const whole = milliseconds(hours ?? '0', minutes, seconds, isFrames ? '' : fraction)
  return isFrames ? whole + Math.round((Number(fraction) * 1000) / frameRate) : whole
}

/** The number of frames in a time `HH:MM:SS:FF`; undefined for other times. */
export function framesIn(text: string): number | undefined {
  const found = LOOSE_TIME.exec(text.length > 60 ? '' : text.normalize('NFKC'))
  const [, hours, , , mark, fraction = ''] = found ?? []
  return hours !== undefined && (mark === ':' || mark === ';') && fraction.length < 3 ? Number(fraction) : undefined
}

function milliseconds(hours: string, minutes: string, seconds: string, fraction: string): number {
  const ms = Number(`${fraction}000`.slice(0, 3))
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + ms
}

/** Parses `HH:MM:SS,mmm` (or with a dot) at a position of a text into milliseconds; -1 for any other form. */
export function strictTimestamp(text: string, at: number): number {
  if (text.charCodeAt(at + 2) !== 58 || text.charCodeAt(at + 5) !== 58) return -1
  const mark = text.charCodeAt(at + 8)
  if (mark !== 44 && mark !== 46) return -1
  const after = text.charCodeAt(at + 12)
  if (after >= 48 && after <= 57) return -1
  const hours = pair(text, at)
  const minutes = pair(text, at + 3)
  const seconds = pair(text, at + 6)
  const tenths = pair(text, at + 9)
  const last = text.charCodeAt(at + 11) - 48
  // Any character but a digit makes its part negative, and therefore the result.
  if ((hours | minutes | seconds | tenths | last | (9 - last)) < 0) return -1
  return (hours * 3600 + minutes * 60 + seconds) * 1000 + tenths * 10 + last
}

function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const units = text.charCodeAt(at + 1) - 48
  return (tens | units | (9 - tens) | (9 - units)) < 0 ? -1 : tens * 10 + units
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))
const THREE_DIGITS = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'))

/** The last formatted minute, which neighbouring cues usually share. */
const lastMinute = { minute: 0, text: '00:00:' }

/**
 * Formats milliseconds as `HH:MM:SS,mmm`. Hours over 99 take more digits; negative or invalid numbers are written as 0.
 */
export function timestamp(ms: number, decimalMark: ',' | '.'): string {
  const whole = ms > 0 && ms < Number.MAX_SAFE_INTEGER ? Math.round(ms) : 0
  const total = Math.floor(whole / 1000)
  const minute = Math.floor(total / 60)
  if (minute !== lastMinute.minute) {
    const hours = Math.floor(minute / 60)
    lastMinute.minute = minute
    lastMinute.text = `${TWO_DIGITS[hours] ?? hours}:${TWO_DIGITS[minute - hours * 60]}:`
  }
  return `${lastMinute.text}${TWO_DIGITS[total - minute * 60]}${decimalMark}${THREE_DIGITS[whole - total * 1000]}`
}
