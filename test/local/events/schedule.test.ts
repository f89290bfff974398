import { expect, it } from 'vitest'
import { nextRun } from '../../../local/events/schedule.ts'

const at = (text: string) => Date.parse(`${text}Z`)

it.each([
  ['rate(5 minutes)', '2026-01-01T00:00:30', '2026-01-01T00:05:30'],
  ['rate(1 hour)', '2026-01-01T00:00:00', '2026-01-01T01:00:00'],
  ['rate(1 day)', '2026-01-01T00:00:00', '2026-01-02T00:00:00'],
  ['cron(0 3 * * ? *)', '2026-01-01T03:00:00', '2026-01-02T03:00:00'],
  ['cron(*/15 * * * ? *)', '2026-01-01T00:14:59', '2026-01-01T00:15:00'],
  ['cron(30 6 ? * MON-FRI *)', '2026-01-03T00:00:00', '2026-01-05T06:30:00'],
  ['cron(0 0 1 JAN,JUL ? *)', '2026-01-02T00:00:00', '2026-07-01T00:00:00'],
  ['cron(0 12 29 2 ? *)', '2026-01-01T00:00:00', '2028-02-29T12:00:00'],
])('%s runs after %s at %s', (expression, now, expected) => {
  expect(nextRun(expression, at(now))).toBe(at(expected))
})

it.each(['rate(5 weeks)', 'cron(0 0 L * ? *)', 'at(2026-01-01T00:00:00)'])('%s is refused', expression => {
  expect(() => nextRun(expression, 0)).toThrow('not known')
})
