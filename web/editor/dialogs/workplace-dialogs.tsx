import { useState, useSyncExternalStore } from 'react'
import { cutDraft, type DraftSentence } from '#subtitle-engine/edit'
import type { Brief } from '../../../lambdas/contract/brief.ts'
import { askAllowance } from '../../../lambdas/contract/limits.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { showToast } from '../../shared/layout/toasts.tsx'
import { lazyWithPreload } from '../../shared/lazy-with-preload.tsx'
import type { Editor } from '../draft/editor.ts'
import { CommentDialog } from '../proof/comment-dialog.tsx'
import type { CommentTools } from '../proof/comments.ts'
import { COMMENTS } from '../proof/texts.ts'
import { BriefDialog } from '../terms/brief-dialog.tsx'
import type { TermOffer } from '../terms/term-offer.tsx'
import type { TermChange } from '../terms/terms.ts'
import { ASK_AGAIN, BRIEF } from '../texts.ts'
import { type Ask, AskDialog } from './ask-again.tsx'
import { ConflictDialog, ReplaceDialog, ShortcutsDialog } from './dialogs.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { ShiftDialog } from './shift-dialog.tsx'
import { KEYS } from './texts.ts'

/** Loaded on first use, because few users need it. */
const FilmDialog = lazyWithPreload(() => import('../film/film-dialog.tsx'))

/** The open dialog; a list contains replacements that are shown one after another. */
export type WorkplaceDialog = 'shortcuts' | 'history' | 'comment' | 'ask' | 'brief' | 'shift' | 'film' | TermChange[]

/** Inputs of the editor that its dialogs also need. */
export interface DialogContext {
  editor: Editor
  entry: Pick<EntryView, 'key' | 'type' | 'url' | 'duration_seconds' | 'asked_again'>
  /** The brief of the talk. Absent if it has none, or if nobody may change it. */
  brief?: Brief | undefined
  correctTerm?(term: { english: string; korean: string }): Promise<Brief>
  /** Absent if no language model is configured. */
  ask?: Ask | undefined
  /** Absent if the subtitle is only in this browser, where nobody else can read comments. */
  comments?: CommentTools
  /** Where a user goes who cannot decide a conflict yet. Absent for users without an archive, such as proofreaders. */
  leaveTo?: string
  dialog: WorkplaceDialog | undefined
  onDialog(dialog: WorkplaceDialog | undefined): void
}

interface WorkplaceDialogsProps extends DialogContext {
  sentence: DraftSentence | undefined
  /** The picture's source: the user's own file, or a URL. */
  source: Blob | string | undefined
  offer: TermOffer
  askAbout: Ask | undefined
}

/** The editor's dialogs, at most one at a time; a conflict takes precedence. */
export function WorkplaceDialogs(props: WorkplaceDialogsProps) {
  const {
    editor,
    entry,
    brief,
    correctTerm,
    ask,
    comments,
    dialog,
    onDialog,
    sentence,
    source,
    offer,
    askAbout,
    leaveTo,
  } = props
  const { isReadOnly } = editor.deps
  const { draft, done, conflicts } = useSyncExternalStore(editor.subscribe, editor.snapshot)
  const [told, setTold] = useState(brief)
  const [asksLeft, setAsksLeft] = useState(askAllowance(entry.duration_seconds) - (entry.asked_again ?? 0))
  const close = () => onDialog(undefined)
  const onEdit = editor.perform.bind(editor)
  const [conflict] = conflicts
  if (conflict)
    return (
      <ConflictDialog
        key={conflict.id}
        conflict={conflict}
        mineAt={done.findLast(({ patch }) => patch.after.some(({ id }) => id === conflict.id))?.at}
        leaveTo={leaveTo}
        onChoose={choice => editor.resolve(conflict, choice)}
      />
    )
  if (dialog === 'shortcuts') {
    const more = [...(ask ? [ASK_AGAIN.key] : []), ...(comments ? [COMMENTS.key] : [])]
    return (
      <ShortcutsDialog
        groups={[
          ['play', KEYS.play],
          ['move', KEYS.move],
          ['edit', isReadOnly ? [] : KEYS.edit],
          ['rest', [...more, ...KEYS.rest]],
        ]}
        onClose={close}
      />
    )
  }
  if (dialog === 'comment' && comments && sentence) {
    const { id, from, korean } = sentence
    return (
      <CommentDialog korean={korean} onSay={text => comments.say({ sentence: id, word: from, text })} onClose={close} />
    )
  }
  if (dialog === 'history')
    return (
      <HistoryDialog
        sentences={draft.sentences}
        done={done}
        comments={comments}
        isReadOnly={isReadOnly}
        changes={editor.countChanges()}
        onRestoreAll={() => onEdit({ kind: 'restore', ids: 'all' })}
        onReturnTo={at => {
          editor.returnTo(at)
          close()
        }}
        onClose={close}
      />
    )
  if (dialog === 'film')
    return (
      <FilmDialog
        entryKey={entry.key}
        file={source instanceof File ? source : undefined}
        load={() => {
          editor.finishCut()
          return cutDraft(editor.state.draft, editor.deps.profile)
        }}
        durationMs={draft.durationMs}
        onClose={close}
      />
    )
  if (dialog === 'shift')
    return (
      <ShiftDialog
        onShift={(byMs, which) => onEdit({ kind: 'shift', byMs, ...(which === 'from' && { from: sentence?.id }) })}
        onClose={close}
      />
    )
  if (dialog === 'ask' && askAbout && sentence)
    return (
      <AskDialog {...{ draft, sentence, onEdit }} left={asksLeft} ask={askAbout} onLeft={setAsksLeft} onClose={close} />
    )
  if (dialog === 'brief' && told && correctTerm)
    return (
      <BriefDialog
        brief={told}
        correct={correctTerm}
        onCorrected={setTold}
        onSaved={changes => {
          onDialog(changes.length > 0 ? changes : undefined)
          showToast({ kind: 'done', text: BRIEF.saved })
        }}
        onClose={close}
      />
    )
  if (typeof dialog !== 'object' || !dialog[0]) return null
  return (
    <ReplaceDialog
      key={dialog.length}
      draft={draft}
      start={dialog[0]}
      isTerm={dialog[0].from !== ''}
      onEdit={onEdit}
      onClose={() => {
        onDialog(dialog.length > 1 ? dialog.slice(1) : undefined)
        offer.dismiss('elsewhere')
      }}
      onReplaced={offer.noteReplaced}
    />
  )
}
