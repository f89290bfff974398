import { type ArchiveEntry, archiveEntry, entryStatus, isOpen } from '../../../lambdas/contract/archive-entry.ts'
import { clockTime } from '../../../lambdas/contract/time.ts'
import { nameOf } from '../../../lambdas/contract/title.ts'
import { UsageError } from '../arguments.ts'
import type { Command } from '../command.ts'
import { newest, scan } from '../scan.ts'
import { moment, textTable } from '../text-table.ts'

export const archive: Command = {
  name: 'archive',
  words: '[uid]',
  summary: 'lists the videos of all users, newest first',
  options: { status: 'text', open: 'flag', limit: 'text' },
  help: [
    `--status S  only videos in status S: ${entryStatus.options.join(' ')}`,
    '--open      only videos in progress',
    '--limit N   at most N of them (50)',
  ],
  async run({ tables }, typed) {
    const uid = typed.word(0)
    const status = entryStatus.optional().safeParse(typed.text('status'))
    if (!status.success) throw new UsageError(`--status takes one of ${entryStatus.options.join(', ')}.`)
    async function* wanted() {
      for await (const entry of scan(tables, 'archive', archiveEntry))
        if (
          (uid === undefined || entry.uid === uid) &&
          (status.data === undefined || entry.status === status.data) &&
          (!typed.flag('open') || isOpen(entry.status))
        )
          yield entry
    }
    const entries = await newest(wanted(), typed.count('limit', 50), entry => entry.key)
    const text = textTable<ArchiveEntry>(
      [
        { heading: 'submitted', cell: row => moment(row.video_upload_time) },
        { heading: 'key', cell: row => row.key },
        { heading: 'status', cell: row => (row.failure ? `${row.status} ${row.failure}` : row.status) },
        { heading: 'length', cell: row => clockTime(row.duration_seconds) },
        { heading: 'tokens', cell: row => row.used_token },
        { heading: 'type', cell: row => row.type },
        { heading: 'title', cell: row => nameOf(row) },
        { heading: 'uid', cell: row => row.uid },
      ],
      entries,
    )
    return { text, json: entries }
  },
}
