const MINUTE_MS = 60 * 1000
export const DAY_MS = 24 * 60 * MINUTE_MS
const KST_OFFSET_MS = 9 * 60 * MINUTE_MS

/** `YYYYMMDDHHMMSS` in Korean time: the specification's timestamp, and the key of an archive entry. */
export function timestamp14(epochMs: number): string {
  return new Date(epochMs + KST_OFFSET_MS).toISOString().replace(/\D/g, '').slice(0, 14)
}

/** Current time of a clock in ISO form, as rows store it. */
export function isoNow({ now }: { now: () => number }): string {
  return new Date(now()).toISOString()
}

/**
 * Epoch milliseconds of a 14-digit timestamp in Korean time.
 * @throws RangeError for any other text.
 */
export function epochOfTimestamp14(timestamp: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(timestamp)
  if (!parts) throw new RangeError(`not a 14-digit timestamp: ${timestamp}`)
  const [, year, month, day, hour, minute, second] = parts
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`) - KST_OFFSET_MS
}

/** Date `YYYY.MM.DD` and time `HH:MM:SS` in Korean time, as the archive prints them. */
export function dateAndTime(iso: string): { date: string; time: string } {
  const korean = new Date(Date.parse(iso) + KST_OFFSET_MS).toISOString()
  return { date: korean.slice(0, 10).replaceAll('-', '.'), time: korean.slice(11, 19) }
}

/** `2026.03.14 14:09` in Korea. */
export function dateAndMinute(iso: string): string {
  const { date, time } = dateAndTime(iso)
  return `${date} ${time.slice(0, 5)}`
}

/** `MM:SS`, or `HH:MM:SS` from an hour on (specification, section 2). */
export function clockTime(durationSeconds: number): string {
  const whole = Math.max(0, Math.floor(durationSeconds))
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutesAndSeconds = `${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`
  return whole < 3600 ? minutesAndSeconds : `${pad(Math.floor(whole / 3600))}:${minutesAndSeconds}`
}

/** `YYYYMMDD` of a moment in Korea. */
export function koreanDay(epochMs: number): string {
  return timestamp14(epochMs).slice(0, 8)
}

/** Epoch milliseconds of the next midnight in Korea. */
export function nextKoreanMidnight(epochMs: number): number {
  return epochOfTimestamp14(`${koreanDay(epochMs + DAY_MS)}000000`)
}

/** `YYYYMM` of a moment in Korea. */
export function koreanMonth(epochMs: number): string {
  return timestamp14(epochMs).slice(0, 6)
}

/** Epoch milliseconds at which the next month begins in Korea. */
export function nextKoreanMonth(epochMs: number): number {
  const korean = new Date(epochMs + KST_OFFSET_MS)
  return Date.UTC(korean.getUTCFullYear(), korean.getUTCMonth() + 1) - KST_OFFSET_MS
}

/**
 * Formats a later time for a sentence, in Korean time and rounded up to the minute: `오늘 15:20`, `내일 00:00`, `3월 16일
 * 09:00`.
 */
export function koreanMoment(epochMs: number, now: number): string {
  const rounded = Math.ceil(epochMs / MINUTE_MS) * MINUTE_MS
  const [day, stamp] = [koreanDay(rounded), timestamp14(rounded)]
  const clock = `${stamp.slice(8, 10)}:${stamp.slice(10, 12)}`
  if (day === koreanDay(now)) return `오늘 ${clock}`
  if (day === koreanDay(now + DAY_MS)) return `내일 ${clock}`
  return `${Number(day.slice(4, 6))}월 ${Number(day.slice(6))}일 ${clock}`
}
