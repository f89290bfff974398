import { dateAndTime } from '../../lambdas/contract/time.ts'

/** `2026.03.14 14:09:26`, Korean time; empty where there is none. */
export function moment(iso: string | undefined): string {
  if (iso === undefined) return ''
  const { date, time } = dateAndTime(iso)
  return `${date} ${time}`
}
