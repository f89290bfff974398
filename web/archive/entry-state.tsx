import { type EntryStatus, isOpen } from '../../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../../lambdas/contract/routes.ts'
import { nameOfTitle } from '../../lambdas/contract/title.ts'
import { ButtonLink } from '../layout/button.tsx'
import { ARCHIVE } from '../texts/archive.ts'
import { DownloadButton } from './download-button.tsx'
import { EntryMenu } from './entry-menu.tsx'
import { RetryButton } from './retry-button.tsx'

/** The last column: the stage under way, the download, or another try. */
export function EntryState({ entry }: { entry: EntryView }) {
  if (isStage(entry.status)) return <UnderWay stage={entry.status} />
  return (
    <div className="entry-actions">
      {entry.is_srt && (
        <>
          <DownloadButton entryKey={entry.key} name={nameOfTitle(entry.title)} />
          <ButtonLink to={`/user/${entry.key}`} kind="outline" size="small">
            {ARCHIVE.preview}
          </ButtonLink>
        </>
      )}
      {entry.status === 'failed' && entry.videoKept && <RetryButton entryKey={entry.key} />}
      <EntryMenu entry={entry} />
    </div>
  )
}

type Stage = Exclude<EntryStatus, 'done' | 'failed'>
const STAGES: readonly Stage[] = ['uploading', 'queued', 'fetching', 'listening', 'translating', 'writing']

function isStage(status: EntryStatus): status is Stage {
  return isOpen(status)
}

function UnderWay({ stage }: { stage: Stage }) {
  return (
    <div className="under-way" role="status">
      <p>{ARCHIVE.generating}</p>
      <p className="muted small">{ARCHIVE.stages[stage]}</p>
      <div className="stage-bar" data-stage={STAGES.indexOf(stage) + 1} aria-hidden="true" />
    </div>
  )
}
