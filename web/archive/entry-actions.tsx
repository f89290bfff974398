import { useState } from 'react'
import { isOpen, type OpenStatus, stageText } from '../../lambdas/contract/archive-entry.ts'
import { nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { CancelDialog } from '../shared/entry/cancel-dialog.tsx'
import { Failure } from '../shared/entry/failure.tsx'
import { RetryButton } from '../shared/entry/retry-button.tsx'
import { Steps, stepOf } from '../shared/entry/steps.tsx'
import { ENTRY } from '../shared/entry/texts.ts'
import { leftText } from '../shared/entry/time-left.ts'
import { useSubtitleMenu } from '../shared/export/subtitle-menu.tsx'
import { InquiryDialog } from '../shared/inquiry.ts'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { Facts } from '../shared/layout/facts.tsx'
import { FormDialog } from '../shared/layout/form-dialog.tsx'
import { MoreIcon } from '../shared/layout/icons.tsx'
import { Menu, MenuButtonItem } from '../shared/layout/menu.tsx'
import { Sentences } from '../shared/layout/states.tsx'
import { announce } from '../shared/layout/toasts.tsx'
import { lazyWithPreload } from '../shared/lazy-with-preload.tsx'
import { removeFilm } from '../shared/own-video/films.ts'
import { forgetOwnVideo } from '../shared/own-video/store.ts'
import { useServices } from '../shared/services.ts'
import { DownloadButton } from '../shared/subtitle-file.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { ARCHIVE } from './texts.ts'

/** The last column of the archive: the current stage, or download, preview and retry buttons and a menu. */
export function EntryState({ entry }: { entry: EntryView }) {
  if (isOpen(entry.status)) return <UnderWay entry={entry} stage={entry.status} />
  return (
    <div className="row entry-actions" data-failed={entry.status === 'failed' || undefined}>
      {entry.status === 'failed' && <Failure entry={entry} />}
      {entry.is_srt && (
        <>
          <DownloadButton entryKey={entry.key} name={nameOf(entry)} />
          <ButtonLink to={`/user/${entry.key}`} kind="outline" size="small">
            {ENTRY.edit}
          </ButtonLink>
        </>
      )}
      <RetryButton entry={entry} />
      <EntryMenu entry={entry} />
    </div>
  )
}

function UnderWay({ entry, stage }: { entry: EntryView; stage: OpenStatus }) {
  const [asking, setAsking] = useState(false)
  const now = stepOf(entry)
  const state = entry.stale ? ENTRY.stale : stageText(entry.type, stage)
  return (
    <div className="under-way">
      <div role="status">
        <p>{stage === 'queued' ? ARCHIVE.waiting : ARCHIVE.generating}</p>
        <p className="muted small numbers">
          <Facts facts={[state, entry.left && leftText(entry.left)]} />
        </p>
      </div>
      {now && <Steps type={entry.type} now={now} label={ARCHIVE.generating} />}
      <Button kind="outline" size="small" onClick={() => setAsking(true)}>
        {ENTRY.cancel}
        <span className="visually-hidden"> {nameOf(entry)}</span>
      </Button>
      {asking && <CancelDialog entry={entry} onCanceled={announce} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** The export brings the subtitle engine along, so it is a chunk of its own. */
export const EntryExportDialog = lazyWithPreload(() => import('../shared/export/entry-export-dialog.tsx'))

/** More actions for an entry: other formats, rename, message the operator, delete. */
function EntryMenu({ entry }: { entry: EntryView }) {
  const [dialog, setDialog] = useState<'delete' | 'inquiry' | 'rename'>()
  const { items, dialogs } = useSubtitleMenu({
    entry,
    exportDialog: onClose => <EntryExportDialog entries={[entry]} onClose={onClose} />,
  })
  const name = nameOf(entry)
  const closeDialog = () => setDialog(undefined)
  return (
    <>
      <Menu label={ARCHIVE.more(name)} className="icon-button" trigger={<MoreIcon />}>
        {entry.is_srt && (
          <>
            {items}
            <hr />
          </>
        )}
        <MenuButtonItem onClick={() => setDialog('rename')}>{ARCHIVE.rename}</MenuButtonItem>
        <MenuButtonItem onClick={() => setDialog('inquiry')}>{ARCHIVE.write}</MenuButtonItem>
        <hr />
        <MenuButtonItem kind="danger" onClick={() => setDialog('delete')}>
          {ARCHIVE.delete}
        </MenuButtonItem>
      </Menu>
      {dialogs}
      {dialog === 'rename' && <RenameDialog entry={entry} onClose={closeDialog} />}
      {dialog === 'delete' && <DeleteDialog entry={entry} onClose={closeDialog} />}
      {dialog === 'inquiry' && <InquiryDialog entry={{ key: entry.key, name }} onClose={closeDialog} />}
    </>
  )
}

/** Asks for confirmation, then deletes a video and its subtitles at once. */
function DeleteDialog({ entry, onClose }: { entry: EntryView; onClose: () => void }) {
  const { api } = useServices()
  return (
    <FormDialog
      title={ARCHIVE.deleteTitle(entry.type)}
      action={ARCHIVE.delete}
      kind="danger"
      submit={async () => {
        await api('deleteEntry', { parameters: { key: entry.key } })
        await Promise.all([forgetOwnVideo(entry.key), removeFilm(entry.key)]).catch(console.warn)
        announce(ARCHIVE.deleted)
      }}
      onClose={onClose}
    >
      <p>
        <Sentences text={ARCHIVE.deleteText(nameOf(entry), entry.type)} />
      </p>
    </FormDialog>
  )
}
