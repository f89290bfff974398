import { type ArchiveEntry, archiveEntry, entryStatus, isOpen } from '../../../lambdas/contract/archive-entry.ts'
import { clockTime } from '../../../lambdas/contract/time.ts'
import { nameOfTitle } from '../../../lambdas/contract/title.ts'
import { UsageError } from '../arguments.ts'
import type { Command } from '../command.ts'
import { newest, scan } from '../scan.ts'
import { textTable } from '../text-table.ts'
import { moment } from '../words.ts'

export const archive: Command = {
  name: 'archive',
  words: '[회원 번호]',
  summary: '모든 회원의 영상을 새것부터 보여 줘요',
  options: { status: 'text', open: 'flag', limit: 'text' },
  help: [
    `--status S  상태가 S인 것만: ${entryStatus.options.join(' ')}`,
    '--open      아직 끝나지 않은 것만',
    '--limit N   N개까지 (50)',
  ],
  async run({ tables }, typed) {
    const uid = typed.word(0)
    const status = entryStatus.optional().safeParse(typed.text('status'))
    if (!status.success)
      throw new UsageError(`--status에는 ${entryStatus.options.join(', ')} 가운데 하나를 적어 주세요.`)
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
        { heading: '올린 시각', cell: row => moment(row.video_upload_time) },
        { heading: '키', cell: row => row.key },
        { heading: '상태', cell: row => (row.failure ? `${row.status} ${row.failure}` : row.status) },
        { heading: '길이', cell: row => clockTime(row.duration_seconds) },
        { heading: '토큰', cell: row => row.used_token },
        { heading: '종류', cell: row => row.type },
        { heading: '제목', cell: row => nameOfTitle(row.title) },
        { heading: '회원 번호', cell: row => row.uid },
      ],
      entries,
    )
    return { text, json: entries }
  },
}
