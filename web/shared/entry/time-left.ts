import type { EntryView } from '../../../lambdas/contract/views.ts'
import { ENTRY } from './texts.ts'

const MINUTE = 60

/** Formats the estimated time left in whole minutes, as a range if the estimates differ by more than a minute. */
export function leftText({ from, to }: NonNullable<EntryView['left']>): string {
  const least = Math.max(1, Math.floor(from / MINUTE))
  const most = Math.max(1, Math.ceil(to / MINUTE))
  if (most === 1) return ENTRY.leftSoon
  if (from < MINUTE) return ENTRY.leftWithin(most)
  return least === most ? ENTRY.left(most) : ENTRY.leftBetween(least, most)
}
