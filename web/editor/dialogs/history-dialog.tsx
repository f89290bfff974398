import { useState } from 'react'
import type { DraftSentence, Patch } from '#subtitle-engine/edit'
import type { Comment } from '../../../lambdas/contract/proofreading.ts'
import { dateAndTime } from '../../../lambdas/contract/time.ts'
import { Button } from '../../shared/layout/button.tsx'
import { Dialog } from '../../shared/layout/dialog.tsx'
import { FormDialog } from '../../shared/layout/form-dialog.tsx'
import { COMMON } from '../../shared/texts.ts'
import type { Done } from '../draft/done.ts'
import type { CommentTools } from '../proof/comments.ts'
import { COMMENTS } from '../proof/texts.ts'
import { EDITOR, WORKPLACE } from '../texts.ts'
import { Changed } from './dialogs.tsx'

interface HistoryProps {
  sentences: readonly DraftSentence[]
  done: readonly Done[]
  comments: CommentTools | undefined
  /** Number of sentences that differ from the machine's. */
  changes: number
  isReadOnly: boolean | undefined
  onRestoreAll(): void
  /** Restores the state before the change with this number. */
  onReturnTo(at: number): void
  onClose(): void
}

/** Maximum lines shown. */
const SHOWN = 50

/**
 * The edits and comments with their times and names, newest first, including earlier visits. Each edit restores the
 * state before it.
 */
export function HistoryDialog(props: HistoryProps) {
  const { sentences, done, comments, changes, isReadOnly, onRestoreAll, onReturnTo, onClose } = props
  const [asks, setAsks] = useState(false)
  if (asks)
    return (
      <FormDialog
        title={WORKPLACE.restoreTitle}
        action={WORKPLACE.restoreDo(changes)}
        cancel={COMMON.close}
        submit={() => {
          onRestoreAll()
          onClose()
        }}
        onClose={() => setAsks(false)}
      >
        <p>{WORKPLACE.restoreText(changes)}</p>
      </FormDialog>
    )
  const lines = [
    ...done.map(({ id, patch, at, by }, number) => ({
      ...{ id, at, by },
      what: EDITOR.kinds[patch.kind],
      text: <PatchText patch={patch} sentences={sentences} />,
      ...(!isReadOnly && { onReturn: () => onReturnTo(number) }),
    })),
    ...(comments?.all ?? []).map(comment => lineOf(comment, comments?.nameOf(comment))),
  ]
  // Reversed first: the sort keeps lines of the same millisecond in order, and newer ones are at the end of the list.
  const shown = lines
    .reverse()
    .sort((a, b) => b.at - a.at)
    .slice(0, SHOWN)
  return (
    <Dialog title={EDITOR.history} onClose={onClose}>
      {shown.length === 0 && <p className="muted">{EDITOR.historyNone}</p>}
      {!isReadOnly && done.length > 1 && <p className="muted">{EDITOR.historyHelp}</p>}
      <ol className="editor-history" aria-label={EDITOR.history}>
        {shown.flatMap(({ id, at, by, what, text, onReturn }, i) => [
          dayOf(at) !== dayOf(shown[i - 1]?.at) && (
            <li key={`day-${id}`} className="history-day small">
              {dayOf(at)}
            </li>
          ),
          <li key={id}>
            <span className="numbers small muted">{dateAndTime(new Date(at).toISOString()).time}</span>
            <span>
              {by !== undefined && (
                <>
                  <bdi>{by}</bdi>
                  {' · '}
                </>
              )}
              {what}
            </span>
            <span className="muted history-text">{text}</span>
            {onReturn && (
              <Button
                size="small"
                kind="outline"
                aria-label={WORKPLACE.returnTo}
                title={WORKPLACE.returnTo}
                onClick={onReturn}
              >
                {WORKPLACE.returnShort}
              </Button>
            )}
          </li>,
        ])}
      </ol>
      <div className="dialog-actions">
        {!isReadOnly && changes > 0 && (
          <Button kind="plain" onClick={() => setAsks(true)}>
            {EDITOR.restoreAll}
          </Button>
        )}
        <Button onClick={onClose}>{COMMON.close}</Button>
      </div>
    </Dialog>
  )
}

/** Number and texts of the first sentence of a change, and how many others it concerned. */
function PatchText({ patch: { before, after }, sentences }: { patch: Patch; sentences: readonly DraftSentence[] }) {
  const [old, now] = [before[0], after[0]]
  const id = (now ?? old)?.id
  const at = sentences.findIndex(sentence => sentence.id === id)
  const others = Math.max(before.length, after.length) - 1
  return (
    <>
      {at >= 0 && `${EDITOR.historyNumber(at + 1)} · `}
      <bdi>
        <Changed before={(old ?? now)?.korean ?? ''} after={(now ?? old)?.korean ?? ''} />
      </bdi>
      {others > 0 && ` ${EDITOR.historyMore(others)}`}
    </>
  )
}

function dayOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : dateAndTime(new Date(at).toISOString()).date
}

function lineOf({ id, text: said, at, doneAt }: Comment, by: string | undefined) {
  const what = doneAt === undefined ? COMMENTS.said : `${COMMENTS.said} (${COMMENTS.closed})`
  return { id, at: Date.parse(at), by, what, text: <bdi>{said}</bdi>, onReturn: undefined }
}
