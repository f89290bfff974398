/** Formats a time for the list: `1:02:03.4`, or `2:03.4` below an hour. */
export function shortTime(ms: number): string {
  const tenths = Math.floor(ms / 100)
  const [seconds, minutes, hours] = [
    Math.floor(tenths / 10) % 60,
    Math.floor(tenths / 600) % 60,
    Math.floor(tenths / 36_000),
  ]
  const rest = `${String(seconds).padStart(2, '0')}.${tenths % 10}`
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** Formats a time with milliseconds, as users type it: `00:02:03.456`. */
export function exactTime(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, seconds] = [
    Math.floor(whole / 3_600_000),
    Math.floor(whole / 60_000) % 60,
    Math.floor(whole / 1000) % 60,
  ]
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${String(whole % 1000).padStart(3, '0')}`
}

/** Parses a typed time into milliseconds: `1:02:03.456`, `2:03,4`, `3.456`; `undefined` for anything else. */
export function parseTime(text: string): number | undefined {
  const parts = text.trim().replace(',', '.').split(':')
  if (
    parts.length > 3 ||
    !parts.every((part, i) => (i === parts.length - 1 ? /^\d+(?:\.\d{1,3})?$/ : /^\d+$/).test(part))
  )
    return undefined
  const seconds = parts.reduce((sum, part) => sum * 60 + Number(part), 0)
  return Math.round(seconds * 1000)
}

/** Parses a typed shift into milliseconds: `240`, `+0.24` and `-1.5초`. Without a unit, a fraction means seconds. */
export function parseShift(text: string): number | undefined {
  const found = /^([+\-−]?)\s*(\d+(?:[.,]\d+)?)\s*(ms|s|초)?$/.exec(text.trim())
  if (!found) return undefined
  const [, sign = '', figure = '', unit] = found
  const isMs = unit === undefined ? !/[.,]/.test(figure) : unit === 'ms'
  const value = Number(figure.replace(',', '.')) * (isMs ? 1 : 1000)
  return Math.round(sign === '-' || sign === '−' ? -value : value)
}
