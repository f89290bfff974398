const KST_OFFSET_MS = 9 * 60 * 60 * 1000

/** `YYYYMMDDHHMMSS` in Korean time: the specification's timestamp, and the key of an archive entry. */
export function timestamp14(epochMs: number): string {
  return new Date(epochMs + KST_OFFSET_MS).toISOString().replace(/\D/g, '').slice(0, 14)
}

/** Epoch milliseconds of a 14-digit timestamp in Korean time. @throws RangeError for any other text. */
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

/** `MM:SS`, or `HH:MM:SS` from an hour on (specification, section 2). */
export function clockTime(durationSeconds: number): string {
  const whole = Math.max(0, Math.floor(durationSeconds))
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutesAndSeconds = `${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`
  return whole < 3600 ? minutesAndSeconds : `${pad(Math.floor(whole / 3600))}:${minutesAndSeconds}`
}
