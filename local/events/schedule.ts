/** Schedule expressions of EventBridge (UTC). */

const UNITS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** Milliseconds at which the schedule is due next, after `now`. A form that is not known here throws. */
export function nextRun(expression: string, now: number): number {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression)
  if (rate) return now + Number(rate[1]) * (UNITS[rate[2] ?? ''] ?? 0)
  const cron = /^cron\((\S+) (\S+) (\S+) (\S+) (\S+) (\S+)\)$/.exec(expression)
  if (!cron) throw new Error(`The schedule ${expression} is not known to the local cloud.`)
  return nextCron(cron.slice(1), now)
}

/** Days of a year are enough to find every date that comes yearly. */
const DAYS_AHEAD = 366 * 4

function nextCron(fields: string[], now: number): number {
  const [minutes, hours, days, months, weekdays, years] = fields.map((field, index) => numbersOf(field, index))
  const takes = (numbers: Set<number> | undefined, value: number) => !numbers || numbers.has(value)
  const start = Math.floor(now / 60_000) * 60_000 + 60_000
  for (let day = 0; day < DAYS_AHEAD; day++) {
    const date = new Date(Math.floor(start / 86_400_000) * 86_400_000 + day * 86_400_000)
    const isDay =
      takes(days, date.getUTCDate()) &&
      takes(months, date.getUTCMonth() + 1) &&
      takes(weekdays, date.getUTCDay() + 1) &&
      takes(years, date.getUTCFullYear())
    if (!isDay) continue
    for (let minute = 0; minute < 1440; minute++) {
      const at = date.getTime() + minute * 60_000
      if (at >= start && takes(hours, Math.floor(minute / 60)) && takes(minutes, minute % 60)) return at
    }
  }
  throw new Error(`The schedule cron(${fields.join(' ')}) has no next run.`)
}

const NAMES: Record<string, number> = Object.fromEntries([
  ...['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'].map((name, index) => [name, index + 1]),
  ...['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'].map((name, index) => [
    name,
    index + 1,
  ]),
])
/** Ends of minutes, hours, days, months, weekdays (Sunday is 1) and years. */
const LAST = [59, 23, 31, 12, 7, 2199]
const FIRST = [0, 0, 1, 1, 1, 1970]

/** The numbers a field takes; undefined where it takes all. */
function numbersOf(field: string, index: number): Set<number> | undefined {
  if (field === '*' || field === '?') return undefined
  const numbers = new Set<number>()
  for (const part of field.split(',')) {
    const [range = '', step] = part.split('/')
    const [from = '', to] = range.split('-')
    const first = from === '*' ? (FIRST[index] ?? 0) : number(from, field)
    const last = to !== undefined ? number(to, field) : step !== undefined ? (LAST[index] ?? 0) : first
    for (let value = first; value <= last; value += Number(step ?? 1)) numbers.add(value)
  }
  return numbers
}

function number(text: string, field: string): number {
  const value = NAMES[text.toUpperCase()] ?? Number(text)
  if (!Number.isInteger(value)) throw new Error(`The schedule field ${field} is not known to the local cloud.`)
  return value
}
