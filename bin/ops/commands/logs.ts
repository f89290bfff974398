import * as z from 'zod'
import { UsageError } from '../arguments.ts'
import type { Command } from '../command.ts'
import { newest, scan } from '../scan.ts'
import { moment, textTable } from '../text-table.ts'

const HOUR_MS = 60 * 60 * 1000

const logRow = z.object({
  uid: z.string(),
  at: z.string(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
  before: z.unknown(),
  after: z.unknown(),
  timestamp: z.string(),
})
type LogRow = z.infer<typeof logRow>

export const logs: Command = {
  name: 'logs',
  words: '[uid]',
  summary: 'lists the activity log, newest first',
  options: { action: 'text', hours: 'text', limit: 'text' },
  help: [
    '--action A  only this action: login, signup, upload_video, down_srt, purchase, payment_refused, refund …',
    '--hours N   only the last N hours',
    '--limit N   at most N rows (50)',
  ],
  async run({ tables, now }, typed) {
    const uid = typed.word(0)
    const action = typed.text('action')
    if (action === '') throw new UsageError('--action is empty.')
    const since = typed.text('hours') === undefined ? 0 : now() - typed.count('hours', 1) * HOUR_MS
    async function* wanted() {
      for await (const row of scan(tables, 'logs', logRow))
        if (
          (uid === undefined || row.uid === uid) &&
          (action === undefined || row.action === action) &&
          Date.parse(row.timestamp) >= since
        )
          yield row
    }
    const rows = await newest(wanted(), typed.count('limit', 50), row => row.timestamp)
    const text = textTable<LogRow>(
      [
        { heading: 'time', cell: row => moment(row.timestamp) },
        { heading: 'action', cell: row => row.action },
        { heading: 'uid', cell: row => row.uid },
        { heading: 'before', cell: row => short(row.before) },
        { heading: 'after', cell: row => short(row.after) },
        { heading: 'details', cell: row => short(row.details) },
      ],
      rows,
    )
    return { text, json: rows }
  },
}

const short = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value))
