import { framesIn, readTimestamp, strictTimestamp, USUAL_FRAME_RATE } from '../format/timestamp.ts'

/** The times of a cue; undefined where they cannot be read. */
export interface Timing {
  startMs: number | undefined
  endMs: number | undefined
  /** What follows the times: the settings of WebVTT, or the start of the text. */
  rest: string
}

const NUMBER = String.raw`[\d０-９]{1,9}`
const COLON = String.raw`\s{0,9}[:：]\s{0,9}`
const FRACTION = String.raw`\s{0,9}[,.，．:;]\s{0,9}${NUMBER}`
/** A time with hours or a fraction: `9:00 -> 10:00` may be spoken text. */
const TIME = `-?(?:${NUMBER}${COLON}${NUMBER}${COLON}${NUMBER}(?:${FRACTION})?|${NUMBER}${COLON}${NUMBER}\\s{0,9}[,.，．]\\s{0,9}${NUMBER})`
/** Two times, perhaps after a number, with any sign between them that people or programs write instead of `-->`, such as SBV's comma. */
const TWO_TIMES = new RegExp(
  `^\\s{0,99}(?:\\d{1,6}\\s{1,9})?(${TIME})(?:\\s{0,9}(?:[^\\p{L}\\p{N}\\s:：.．]{1,6}|[-–—=]{0,3}&gt;|to)){0,3}\\s{0,9}(${TIME})(?![\\d:])([^\\n]{0,400})$`,
  'u',
)
const ONE_TIME = new RegExp(`^\\s{0,99}(${TIME})(?:[^\\p{L}\\d]{0,99})$`, 'u')
const LEADING_TIME = /^[\s\d０-９:：.．,，;]{1,60}/
/** Longest timing line. */
const LONGEST = 600

/**
 * Reads the timing line of a cue; undefined for any other line, also for speech with an arrow in it.
 * @param mayBegin true after a blank line and at the start of the file
 * @param afterIndex true directly below the number of a cue
 */
export function readTiming(
  line: string,
  mayBegin: boolean,
  afterIndex: boolean,
  rate = USUAL_FRAME_RATE,
): Timing | undefined {
  const arrow = line.indexOf('-->')
  if (arrow === 13) {
    const [startMs, endMs] = [strictTimestamp(line, 0), strictTimestamp(line, 17)]
    if (startMs >= 0 && endMs >= 0) return { startMs, endMs, rest: line.slice(29) }
  }
  if (line.length > LONGEST) return undefined
  if (arrow >= 0) return withArrow(line, arrow, mayBegin || afterIndex, afterIndex, rate)
  if (!startsLikeTime(line)) return undefined
  const [two, start = '', end = '', rest = ''] = TWO_TIMES.exec(line) ?? []
  const isAlone = rest.trim() === '' && isWhole(start) && isWhole(end)
  if (two !== undefined && (mayBegin || afterIndex || isAlone))
    return { startMs: readTimestamp(start, rate), endMs: readTimestamp(end, rate), rest }
  const one = afterIndex ? ONE_TIME.exec(line) : null
  return one ? { startMs: readTimestamp(one[1] ?? '', rate), endMs: undefined, rest: '' } : undefined
}

function withArrow(
  line: string,
  arrow: number,
  mayBegin: boolean,
  afterIndex: boolean,
  rate: number,
): Timing | undefined {
  const left = line.slice(0, arrow).replace(/[\s-]{1,9}$/, '')
  const right = line.slice(arrow + 3)
  const second = LEADING_TIME.exec(right)?.[0] ?? ''
  const startMs = readTimestamp(left, rate)
  const endMs = readTimestamp(second, rate)
  const timing = { startMs, endMs, rest: right.slice(second.length) }
  if (startMs !== undefined && endMs !== undefined) return mayBegin || isWhole(left) ? timing : undefined
  const isOneKnown = startMs !== undefined || endMs !== undefined
  return afterIndex || (mayBegin && isOneKnown) || (isOneKnown && isWhole(left) && isWhole(second)) ? timing : undefined
}

/** True for a time with hours or a fraction, which no sentence contains. */
function isWhole(time: string): boolean {
  return /^\s{0,99}-?[\d０-９]{1,9}[:：][\d０-９]{1,9}[:：.,．，][\d０-９]/.test(time)
}

/** The highest number of frames in a timing line; undefined if its times have none. */
export function framesOf(line: string): number | undefined {
  const two = line.length > LONGEST || !startsLikeTime(line) ? null : TWO_TIMES.exec(line.replace('-->', '->'))
  const frames = [framesIn(two?.[1] ?? ''), framesIn(two?.[2] ?? '')].flatMap(each => each ?? [])
  return frames.length === 2 ? Math.max(...frames) : undefined
}

/** A check that is cheap enough for every line: at most a sign or a space precedes the first digit. */
function startsLikeTime(line: string): boolean {
  const first = line.charCodeAt(0)
  return isDigit(first) || ((first === 0x20 || first === 0x2d || first === 0x09) && isDigit(line.charCodeAt(1)))
}

function isDigit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0xff10 && unit <= 0xff19)
}
