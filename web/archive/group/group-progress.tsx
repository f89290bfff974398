import { countDoubts } from '../../../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { isUnderWay } from '../../shared/entry/newest-entries.ts'
import { count } from '../../shared/format.ts'
import { Facts } from '../../shared/layout/facts.tsx'
import { SUBTITLE_FILE } from '../../shared/member-texts.ts'
import { doubtsText } from '../../shared/subtitle-file.tsx'
import { GROUP } from './texts.ts'

/** How many of the videos are ready, under way and waiting, how many sentences are to be checked and how long that takes. */
export function GroupProgress({ entries }: { entries: readonly EntryView[] }) {
  if (entries.length === 0) return <p className="muted">{GROUP.empty}</p>
  const ready = entries.filter(({ is_srt }) => is_srt)
  const failed = entries.filter(({ status }) => status === 'failed').length
  const open = entries.filter(isUnderWay).length
  const waiting = entries.filter(({ status }) => status === 'queued').length
  const doubts = ready.reduce((sum, entry) => sum + countDoubts(entry), 0)
  const details = [
    open > waiting && GROUP.working(count(open - waiting)),
    waiting > 0 && GROUP.waiting(count(waiting)),
    failed > 0 && GROUP.failed(count(failed)),
    doubts > 0 && doubtsText(doubts, SUBTITLE_FILE.doubtsTime),
    doubts === 0 && ready.length > 0 && open + failed === 0 && SUBTITLE_FILE.noDoubts,
  ]
  return (
    <div className="group-progress">
      <div role="status" className="numbers">
        <h2>{GROUP.ready(count(entries.length), count(ready.length))}</h2>
        <p className="muted">
          <Facts facts={details} />
        </p>
      </div>
      {open > 0 && <progress max={entries.length} value={ready.length} aria-label={GROUP.progress} />}
    </div>
  )
}
