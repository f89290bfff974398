import { type ComponentProps, memo, type ReactNode, useState } from 'react'
import { cutDraft } from '#subtitle-engine/edit'
import { nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import ExportDialog from '../shared/export/export-dialog.tsx'
import { useSubtitleMenu } from '../shared/export/subtitle-menu.tsx'
import { ENTRY_FORMATS } from '../shared/export/texts.ts'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { FormDialog } from '../shared/layout/form-dialog.tsx'
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
import { PROOF_LINKS } from './proof/texts.ts'
import { BRIEF, EDITOR, WORKPLACE } from './texts.ts'
import { Toolbar } from './toolbar.tsx'

interface HeadFrameProps {
  editor: Editor
  /** From `useDeferredState`. */
  state: EditorState
  name: string
  back: ReactNode
  /** Number of sentences to check; `undefined` until all are cut. */
  left: number | undefined
  /** The certificate and other facts about the file. */
  facts: ReactNode
  /** The menu, and the actions for a finished file. */
  children: ReactNode
  onDialog(dialog: WorkplaceDialog): void
}

/** The toolbar: title, saved state, number of sentences to check, undo and redo, tools and download. */
export function HeadFrame({ editor, state, name, back, left, facts, children, onDialog }: HeadFrameProps) {
  const { isReadOnly } = editor.deps
  const { save, refusal, draft, done, undone } = state
  const checked = draft.sentences.filter(sentence => sentence.checked).length
  return (
    <header className="editor-head">
      {back}
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
        {left !== undefined && <span data-left={left}>{EDITOR.left(left, checked)}</span>}
      </p>
      <Toolbar name={WORKPLACE.tools}>
        {!isReadOnly && <EditTools {...{ editor, done, undone, onDialog }} />}
        <Button {...TOOL} className="wide-only" onClick={() => onDialog('history')}>
          {EDITOR.history}
        </Button>
        <Button {...TOOL} className="wide-only keys-button" title="?" onClick={() => onDialog('shortcuts')}>
          {EDITOR.shortcuts}
        </Button>
        {children}
      </Toolbar>
    </header>
  )
}

type EditToolsProps = Pick<HeadFrameProps, 'editor' | 'onDialog'> & Pick<EditorState, 'done' | 'undone'>

function EditTools({ editor, done, undone, onDialog }: EditToolsProps) {
  return (
    <>
      <Tool sign="↶" word={EDITOR.undo} title="Ctrl+Z" disabled={done.length === 0} onClick={() => editor.undo()} />
      <Tool
        sign="↷"
        word={EDITOR.redo}
        title="Ctrl+Shift+Z"
        disabled={undone.length === 0}
        onClick={() => editor.redo()}
      />
      <Button {...TOOL} className="wide-only" title="Ctrl+F" onClick={() => onDialog([{ from: '', to: '' }])}>
        {EDITOR.replace}
      </Button>
    </>
  )
}

const TOOL = { size: 'small', kind: 'plain' } as const

/** A button that shows its text, or only its symbol on a phone. */
function Tool({ sign, word, ...rest }: { sign: string; word: string } & ComponentProps<typeof Button>) {
  return (
    <Button {...TOOL} {...rest}>
      <span className="button-sign" aria-hidden="true">
        {sign}
      </span>
      <span className="button-word">{word}</span>
    </Button>
  )
}

interface HeadProps extends Pick<HeadFrameProps, 'editor' | 'left' | 'onDialog'> {
  entry: EntryView
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
  return (
    <HeadFrame
      {...{ editor, state, name, left, onDialog }}
      back={<BackLink />}
      facts={
        <>
          {/* The number of sentences to check includes those with comments. */}
          <CertificateBadge entry={{ ...entry, certificate, open_comments: undefined }} />
          <FilmChip entryKey={entry.key} onOpen={() => onDialog('film')} />
        </>
      }
    >
      <MoreMenu entry={{ ...entry, certificate }} editor={editor} hasBrief={hasBrief} onDialog={onDialog} />
      <FinishButton {...{ entry, editor, left, done }} />
      {/* A new edit makes another file: the button then says "download" again. */}
      <DownloadButton
        key={draft.sentences.length + done.length}
        entryKey={entry.key}
        name={name}
        kind="primary"
        first={() => editor.flush()}
      />
    </HeadFrame>
  )
})

const LinksDialog = lazyWithPreload(() => import('./proof/links-dialog.tsx'))

function MoreMenu({
  entry,
  editor,
  hasBrief,
  onDialog,
}: Pick<HeadProps, 'entry' | 'editor' | 'hasBrief' | 'onDialog'>) {
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
      <Menu label={WORKPLACE.more} trigger="⋯" className="icon-button">
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
function FinishButton({ entry, editor, left = 0, done }: FinishProps) {
  const { api } = useServices()
  const [finishedAt, setFinishedAt] = useState(entry.reviewed_at === undefined ? undefined : done.length)
  const [asks, setAsks] = useState(false)
  const finished = finishedAt !== undefined && finishedAt === done.length
  const finish = async () => {
    setAsks(false)
    try {
      await editor.flush()
      await api('closeReview', { parameters: { key: entry.key }, body: { done: !finished } })
      setFinishedAt(finished ? undefined : editor.state.done.length)
      if (!finished) showToast({ kind: 'done', text: EDITOR.reviewedAt })
    } catch (error) {
      showToast({ kind: 'error', text: messageOf(error) })
    }
  }
  return (
    <>
      <Button
        size="small"
        kind="outline"
        aria-pressed={finished}
        onClick={() => (finished || left === 0 ? void finish() : setAsks(true))}
      >
        {finished ? EDITOR.reviewAgain : EDITOR.reviewDone}
      </Button>
      {asks && (
        <FormDialog
          title={WORKPLACE.finishTitle}
          action={WORKPLACE.finishAnyway}
          cancel={WORKPLACE.keepOn}
          submit={() => void finish()}
          onClose={() => setAsks(false)}
        >
          <p>{WORKPLACE.finishLeft(left)}</p>
        </FormDialog>
      )}
    </>
  )
}

export function BackLink() {
  return (
    <ButtonLink to="/user" kind="plain" size="small" className="back">
      ← <span className="back-text">{EDITOR.back}</span>
    </ButtonLink>
  )
}
