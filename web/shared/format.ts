import { written } from '../../lambdas/contract/pricing.ts'

/** Formats an amount of won: `1,000원`. */
export function won(amount: number): string {
  return `${written(amount)}원`
}

/** Formats a number: `1,200`. */
export function count(value: number): string {
  return written(value)
}

/** Formats a number of tokens: `1,200개`. */
export function pieces(tokens: number): string {
  return `${written(tokens)}개`
}

/** A text that stays on one line. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/** Formats a size in bytes in units of 1024, as file managers do: `812KB`, `68MB`, `2.1GB`. */
export function bytes(size: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let value = size
  let unit = 0
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value < 10 && unit > 0 ? written(value) : written(Math.round(value))}${units[unit]}`
}

/** Formats a duration: `3시간 20분`, `2분 5초`, `40초`. */
export function spoken(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const rest = whole % 60
  if (hours > 0) return minutes > 0 ? `${hours}시간 ${minutes}분` : `${hours}시간`
  if (minutes > 0) return rest > 0 ? `${minutes}분 ${rest}초` : `${minutes}분`
  return `${rest}초`
}

/** Formats a share between 0 and 1, rounded down, so that only 1 is shown as 100%: `99.4%`. */
export function percent(share: number): string {
  const tenths = Math.floor(share * 1000 + 1e-9) / 10
  return `${written(tenths)}%`
}
