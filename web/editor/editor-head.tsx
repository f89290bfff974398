import { type ComponentProps, memo, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { cutDraft } from '#subtitle-engine/edit'
import { PAGES } from '../../lambdas/contract/pages.ts'
import { nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import ExportDialog from '../shared/export/export-dialog.tsx'
import { useSubtitleMenu } from '../shared/export/subtitle-menu.tsx'
import { ENTRY_FORMATS } from '../shared/export/texts.ts'
import { Button, IconButton } from '../shared/layout/button.tsx'
import { FormDialog } from '../shared/layout/form-dialog.tsx'
import { MoreIcon } from '../shared/layout/icons.tsx'
import { Menu, MenuButtonItem } from '../shared/layout/menu.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { lazyWithPreload } from '../shared/lazy-with-preload.tsx'
import { messageOf } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import { CertificateBadge, DownloadButton } from '../shared/subtitle-file.tsx'
import type { WorkplaceDialog } from './dialogs/workplace-dialogs.tsx'
import type { Editor, EditorState } from './draft/editor.ts'
import { useDeferredState } from './draft/use-editor.ts'
import { FilmChip } from './film/film-chip.tsx'
import { FILM } from './film/texts.ts'
import { BackIcon, HistoryIcon, KeyboardIcon, RedoIcon, SearchIcon, UndoIcon } from './icons.tsx'
import { PROOF_LINKS } from './proof/texts.ts'
import { BRIEF, EDITOR, WORKPLACE } from './texts.ts'
import { Toolbar } from './toolbar.tsx'

interface HeadFrameProps {
  editor: Editor
  /** From `useDeferredState`. */
  state: EditorState
  name: string
  back: ReactNode
  /** The certificate and other facts about the file. */
  facts: ReactNode
  /** The menu, and the actions for a finished file. */
  children: ReactNode
  onDialog(dialog: WorkplaceDialog): void
}

/** The head: title, saved state and facts of the file, the tools and the main action. */
export function HeadFrame({ editor, state, name, back, facts, children, onDialog }: HeadFrameProps) {
  const { isReadOnly } = editor.deps
  const { save, refusal, done, undone } = state
  return (
    <header className="editor-head">
      {back}
      <div className="editor-title">
        <h1 tabIndex={-1} title={name}>
          {name}
        </h1>
        <p className="editor-facts small">
          {!isReadOnly && (
            <span role="status" data-save={save}>
              {save === 'refused' ? `${EDITOR.save.refused} ${refusal ?? ''}` : EDITOR.save[save]}
            </span>
          )}
          {facts}
        </p>
      </div>
      <Toolbar name={WORKPLACE.tools}>
        {!isReadOnly && <EditTools {...{ editor, done, undone, onDialog }} />}
        <Tool className="wide-only" name={EDITOR.history} onClick={() => onDialog('history')}>
          <HistoryIcon />
        </Tool>
        <Tool className="wide-only keys-button" name={EDITOR.shortcuts} keys="?" onClick={() => onDialog('shortcuts')}>
          <KeyboardIcon />
        </Tool>
        {children}
      </Toolbar>
    </header>
  )
}

type EditToolsProps = Pick<HeadFrameProps, 'editor' | 'onDialog'> & Pick<EditorState, 'done' | 'undone'>

function EditTools({ editor, done, undone, onDialog }: EditToolsProps) {
  return (
    <>
      <Tool name={EDITOR.undo} keys="Ctrl+Z" disabled={done.length === 0} onClick={() => editor.undo()}>
        <UndoIcon />
      </Tool>
      <Tool name={EDITOR.redo} keys="Ctrl+Shift+Z" disabled={undone.length === 0} onClick={() => editor.redo()}>
        <RedoIcon />
      </Tool>
      <Tool className="wide-only" name={EDITOR.replace} keys="Ctrl+F" onClick={() => onDialog([{ from: '', to: '' }])}>
        <SearchIcon />
      </Tool>
    </>
  )
}

interface ToolProps extends ComponentProps<'button'> {
  name: string
  /** The keys that do the same. */
  keys?: string
}

/** An icon whose tooltip has its name and its keys. */
function Tool({ name, keys, ...rest }: ToolProps) {
  return <IconButton {...rest} label={name} title={keys ? `${name} (${keys})` : name} />
}

interface HeadProps extends Pick<HeadFrameProps, 'editor' | 'onDialog'> {
  entry: EntryView
  /** Number of sentences to check; `undefined` until all are cut. */
  left: number | undefined
  hasBrief: boolean
}

/** The toolbar for an archive entry. */
export function EditorHead(props: HeadProps) {
  return <ShownHead {...props} state={useDeferredState(props.editor)} />
}

/** Memoized, so that a key press renders it only after the typed text is painted. */
const ShownHead = memo(({ entry, editor, state, left, hasBrief, onDialog }: HeadProps & { state: EditorState }) => {
  const { whole, draft, done } = state
  const name = nameOf(entry)
  const stored = entry.certificate ?? { source: 'recognition', rehearsal: false }
  // Shows the delivered file's certificate until the page has computed its own.
  const certificate = whole ? { ...stored, ...whole.cut.certificate } : entry.certificate
  const finish = useFinish({ entry, editor, left, done })
  return (
    <HeadFrame
      {...{ editor, state, name, onDialog }}
      back={<BackLink />}
      facts={
        <>
          {/* The list says how many sentences are left to check, with those that have comments. */}
          <CertificateBadge
            isShort
            entry={{ ...entry, certificate: certificate && { ...certificate, doubts: undefined }, open_comments: 0 }}
          />
          <FilmChip entryKey={entry.key} onOpen={() => onDialog('film')} />
        </>
      }
    >
      <MoreMenu entry={{ ...entry, certificate }} editor={editor} hasBrief={hasBrief} onDialog={onDialog}>
        <MenuButtonItem className="phone-only" onClick={finish.start}>
          {finish.text}
        </MenuButtonItem>
      </MoreMenu>
      <Button
        size="small"
        kind="outline"
        className="roomy-only"
        aria-pressed={finish.isFinished}
        disabled={draft.sentences.length === 0}
        onClick={finish.start}
      >
        {finish.text}
      </Button>
      {finish.dialog}
      {/* A new edit makes another file: the button then says "download" again. */}
      {draft.sentences.length > 0 && (
        <DownloadButton
          key={draft.sentences.length + done.length}
          entryKey={entry.key}
          name={name}
          kind="primary"
          first={() => editor.flush()}
        />
      )}
    </HeadFrame>
  )
})

const LinksDialog = lazyWithPreload(() => import('./proof/links-dialog.tsx'))

function MoreMenu({ entry, editor, hasBrief, onDialog, children }: Omit<HeadProps, 'left'> & { children: ReactNode }) {
  const [sharing, setSharing] = useState(false)
  const load = () => {
    editor.finishCut()
    const { cues, sentences, profile } = cutDraft(editor.state.draft, editor.deps.profile)
    return [{ name: nameOf(entry).replace(/\.mp4$/i, ''), cues, sentences, profile }]
  }
  const { items, dialogs, download } = useSubtitleMenu({
    entry,
    first: () => editor.flush(),
    exportDialog: onClose => <ExportDialog formats={ENTRY_FORMATS} load={load} onClose={onClose} />,
  })
  return (
    <>
      <Menu label={WORKPLACE.more} trigger={<MoreIcon />} className="icon-button">
        {children}
        <CommonItems onDialog={onDialog} />
        <MenuButtonItem onClick={() => setSharing(true)}>{PROOF_LINKS.title}</MenuButtonItem>
        {hasBrief && <MenuButtonItem onClick={() => onDialog('brief')}>{BRIEF.title}</MenuButtonItem>}
        {items}
        {entry.edit_version !== undefined && (
          <MenuButtonItem onClick={() => void download('srt', 'yes')}>{EDITOR.original}</MenuButtonItem>
        )}
      </Menu>
      {sharing && <LinksDialog entryKey={entry.key} onClose={() => setSharing(false)} />}
      {dialogs}
    </>
  )
}

interface CommonItemsProps extends Pick<HeadProps, 'onDialog'> {
  /** Whether the user may edit, and burn the captions into a film. */
  edits?: boolean
  films?: boolean
}

/** Menu items for every subtitle: the tools for which a narrow toolbar has no space, and shifting. */
export function CommonItems({ onDialog, edits = true, films = true }: CommonItemsProps) {
  return (
    <>
      {edits && (
        <MenuButtonItem className="narrow-only" onClick={() => onDialog([{ from: '', to: '' }])}>
          {EDITOR.replace}
        </MenuButtonItem>
      )}
      <MenuButtonItem className="narrow-only" onClick={() => onDialog('history')}>
        {EDITOR.history}
      </MenuButtonItem>
      {edits && <MenuButtonItem onClick={() => onDialog('shift')}>{WORKPLACE.shiftTitle}</MenuButtonItem>}
      {films && <MenuButtonItem onClick={() => onDialog('film')}>{FILM.title}</MenuButtonItem>}
    </>
  )
}

interface FinishProps extends Pick<HeadProps, 'entry' | 'editor' | 'left'> {
  done: EditorState['done']
}

/** Marks the review as finished, after a confirmation if sentences to check are left. Any later edit reopens it. */
function useFinish({ entry, editor, left = 0, done }: FinishProps) {
  const { api } = useServices()
  const [finishedAt, setFinishedAt] = useState(entry.reviewed_at === undefined ? undefined : done.length)
  const [asks, setAsks] = useState(false)
  const isFinished = finishedAt !== undefined && finishedAt === done.length
  const finish = async () => {
    setAsks(false)
    try {
      await editor.flush()
      await api('closeReview', { parameters: { key: entry.key }, body: { done: !isFinished } })
      setFinishedAt(isFinished ? undefined : editor.state.done.length)
      if (!isFinished) showToast({ kind: 'done', text: EDITOR.reviewedAt })
    } catch (error) {
      showToast({ kind: 'error', text: messageOf(error) })
    }
  }
  return {
    isFinished,
    text: isFinished ? EDITOR.reviewAgain : EDITOR.reviewDone,
    start: () => (isFinished || left === 0 ? void finish() : setAsks(true)),
    dialog: asks && (
      <FormDialog
        title={WORKPLACE.finishTitle}
        action={WORKPLACE.finishAnyway}
        cancel={WORKPLACE.keepOn}
        submit={() => void finish()}
        onClose={() => setAsks(false)}
      >
        <p>{WORKPLACE.finishLeft(left)}</p>
      </FormDialog>
    ),
  }
}

interface BackLinkProps {
  to?: string
  name?: string
}

export function BackLink({ to = PAGES.archive, name = EDITOR.back }: BackLinkProps) {
  return (
    <Link to={to} className="icon-button" aria-label={name} title={name}>
      <BackIcon />
    </Link>
  )
}
