/** Tokens of every new user (specification, section 9). */
export const SIGNUP_TOKENS = 200

/** Seconds of video that one token pays for (specification, section 9). */
export const SECONDS_PER_TOKEN = 6

/** Tokens that a video of this length costs: one per 6 seconds, rounded down (specification, section 9). */
export function tokenCost(durationSeconds: number): number {
  return Math.floor(durationSeconds / SECONDS_PER_TOKEN)
}

/** Seconds of an English subtitle that one token pays for: nothing is transcribed, so it costs a fifth. */
export const SUBTITLE_SECONDS_PER_TOKEN = 30

/**
 * Tokens for an English subtitle: from its first cue's start to its last cue's end, or for its text at 15 characters a
 * second, whichever is more; rounded down, at least one.
 */
export function subtitleCost(durationSeconds: number): number {
  return Math.max(1, Math.floor(durationSeconds / SUBTITLE_SECONDS_PER_TOKEN))
}

/** Seconds of video that cost as much as a submission of this type and length. */
export function secondsOfVideo({ type, durationSeconds }: { type: string; durationSeconds: number }): number {
  return Math.ceil(
    type === 'subtitle' ? (durationSeconds * SECONDS_PER_TOKEN) / SUBTITLE_SECONDS_PER_TOKEN : durationSeconds,
  )
}

/** Tokens that a submission of this type and length costs. */
export function costOf({ type, durationSeconds }: { type: string; durationSeconds: number }): number {
  return type === 'subtitle' ? subtitleCost(durationSeconds) : tokenCost(durationSeconds)
}

/** The specification's six packages. The bonus is part of `tokens` (210 = 200 + 10 at 50 won each). */
export const PACKAGES = [
  { id: 'tokens-20', tokens: 20, price: 1_000, bonus: 0 },
  { id: 'tokens-100', tokens: 100, price: 5_000, bonus: 0 },
  { id: 'tokens-210', tokens: 210, price: 10_000, bonus: 10 },
  { id: 'tokens-430', tokens: 430, price: 20_000, bonus: 30 },
  { id: 'tokens-1200', tokens: 1_200, price: 50_000, bonus: 200 },
  { id: 'tokens-2500', tokens: 2_500, price: 100_000, bonus: 500 },
] as const

export type Package = (typeof PACKAGES)[number]

export function findPackage(id: Package['id']): Package {
  const found = PACKAGES.find(each => each.id === id)
  if (!found) throw new RangeError(`no package ${id}`)
  return found
}

/**
 * Formats a number as Korean does, with at most one decimal: `1,234.5`. `Intl.NumberFormat` returns the same, but
 * creating the first one takes 50 ms on a slow phone, before anything is shown.
 */
export function written(value: number): string {
  const [whole = '', tenth] = String(Math.round(value * 10) / 10).split('.')
  let grouped = whole
  for (let at = whole.length - 3; at > (value < 0 ? 1 : 0); at -= 3)
    grouped = `${grouped.slice(0, at)},${grouped.slice(at)}`
  return tenth ? `${grouped}.${tenth}` : grouped
}
