import { dateAndTime } from '../../../lambdas/contract/time.ts'

/** Korean time, `YYYY.MM.DD` above `HH:MM:SS`. */
export function Time({ iso }: { iso: string }) {
  const { date, time } = dateAndTime(iso)
  return (
    <time className="two-lines" dateTime={iso}>
      <span>{date}</span>
      <span className="muted">{time}</span>
    </time>
  )
}
