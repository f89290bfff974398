import { VIDEO_DAYS } from './limits.ts'

/** How long data is kept: the privacy policy states these figures, and rows and objects expire by them. */
export const RETENTION = {
  /** Videos, their sound and work files. */
  videoDays: VIDEO_DAYS,
  /** The activity log and the logs of functions, API and workflows: three months. */
  logDays: 90,
  /** Movements of tokens and orders of a user who has left (Act on Consumer Protection in Electronic Commerce). */
  tradeYears: 5,
  /** Keyed hashes of social accounts and mailboxes that got the sign-up tokens, from the sign-up. */
  identityYears: 5,
} as const

const DAY_SECONDS = 24 * 60 * 60

/** The attribute `expires_at`, in epoch seconds, of a row that is kept for this long from an ISO time. */
export function expiryAfter(at: string, { days = 0, years = 0 }: { days?: number; years?: number }): number {
  const start = new Date(at)
  start.setUTCFullYear(start.getUTCFullYear() + years)
  return Math.floor(start.getTime() / 1000) + days * DAY_SECONDS
}
