import { parseArgs } from 'node:util'
import * as z from 'zod'
import { costReport } from './cost/report.ts'
import { orUsage, WrongArgument } from './usage.ts'

const HELP = `npm run cost -- --minutes 10000 --users 500 [options]

The month's bill, line by line and for each choice of engines, next to what users pay.

--minutes n        minutes of video in the month (1000)
--users n          users who sign in during the month (100)
--video-minutes n  minutes of an ordinary video (10)
--long share       share of the minutes in recordings of an hour, 0 to 1 (0.2)
--kakao share      share of users who sign in with Kakao, 0 to 1 (0.7)
--firewall         with FIREWALL=on
--won n            won per dollar (1400)`

const count = z.coerce.number().min(0).max(1e9)
const options = z.object({
  minutes: count.default(1000),
  users: count.default(100),
  'video-minutes': count.refine(value => value >= 0.1, 'at least 0.1').default(10),
  long: z.coerce.number().min(0).max(1).default(0.2),
  kakao: z.coerce.number().min(0).max(1).default(0.7),
  won: count.default(1400),
  firewall: z.boolean().default(false),
  help: z.boolean().default(false),
})

function readOptions(): z.infer<typeof options> {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const { values } = parseArgs({
    options: {
      minutes: text,
      users: text,
      'video-minutes': text,
      long: text,
      kakao: text,
      won: text,
      firewall: flag,
      help: flag,
    },
  })
  const read = options.safeParse(values)
  if (read.success) return read.data
  throw new WrongArgument(read.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('; '))
}

const {
  minutes,
  users,
  kakao,
  long: longShare,
  won,
  firewall,
  help,
  'video-minutes': videoMinutes,
} = orUsage(HELP, readOptions)
console.log(help ? HELP : costReport({ minutes, users, videoMinutes, longShare, kakaoShare: kakao, firewall }, won))
