import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { eojeolsOf, type Operation } from '#subtitle-engine/edit'
import type { Brief } from '../../lambdas/contract/brief.ts'
import type { GlossaryTerm } from '../../lambdas/contract/glossary.ts'
import { askAllowance } from '../../lambdas/contract/limits.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { youtubeIdOf } from '../../lambdas/contract/youtube.ts'
import { Button } from '../shared/layout/button.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { type Ask, AskDialog } from './ask-again.tsx'
import { BriefDialog } from './brief-dialog.tsx'
import { ConflictDialog, HistoryDialog, ReplaceDialog, ShortcutsDialog } from './dialogs.tsx'
import type { Editor } from './editor.ts'
import { useKeys } from './keys.ts'
import { Player, type PlayerHandle } from './player.tsx'
import { buildQueue, findSplitWord, nextIssue, proposeFix } from './queue.ts'
import { SentenceEditor } from './sentence-editor.tsx'
import { SentenceList } from './sentence-list.tsx'
import { type TermChange, TermOffers, useTermOffer } from './term-offer.tsx'
import { BRIEF, REVIEW } from './texts.ts'
import { Timeline } from './timeline.tsx'

interface ReviewProps {
  editor: Editor
  entry: Pick<EntryView, 'type' | 'url' | 'duration_seconds' | 'asked_again'>
  videoUrl: string | undefined
  /** What the translator was told about the talk, if anything. */
  brief: Brief | undefined
  correctTerm(term: { english: string; korean: string }): Promise<Brief>
  /** Absent where nobody is signed in. */
  keepTerm: ((term: GlossaryTerm) => Promise<unknown>) | undefined
  /** Absent where no language model is configured. */
  ask: Ask | undefined
  /** Tells the head how many sentences still need eyes; `undefined` until all are cut. */
  onLeft(count: number | undefined): void
}

type Open = 'shortcuts' | 'history' | 'ask' | 'brief' | TermChange[]

/** The picture on the left, the sentences on the right, and every key. */
export function Review({ editor, entry, videoUrl, brief, correctTerm, keepTerm, ask, onLeft }: ReviewProps) {
  const state = useSyncExternalStore(editor.subscribe, editor.snapshot)
  const { draft, cut, selected, conflicts } = state
  const [open, setOpen] = useState<Open>()
  const [source, setSource] = useState<Blob | string>()
  const [told, setTold] = useState(brief)
  const [asksLeft, setAsksLeft] = useState(askAllowance(entry.duration_seconds) - (entry.asked_again ?? 0))
  const player = useRef<PlayerHandle>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { sentences, words } = draft
  const sentence = sentences.find(({ id }) => id === selected)
  const cues = (selected === undefined ? undefined : cut.cuesOf.get(selected)) ?? NO_CUES
  // Typing comes first; the queue and its proposals may follow a moment later.
  const whole = useDeferredValue(state.whole)
  const looked = useDeferredValue(selected)
  const queue = useMemo(() => (whole ? buildQueue(whole.draft, whole.cut) : []), [whole])
  const proposal = useMemo(() => {
    const issue = queue.find(each => each.sentence.id === looked)
    return issue && whole && proposeFix(issue, whole.draft, whole.cut, editor.deps.profile)
  }, [queue, whole, looked, editor])
  const offered = proposal?.id === selected && sentence?.korean !== proposal?.korean ? proposal : undefined
  const speakers = useMemo(() => [...new Set(words.flatMap(({ speaker }) => speaker ?? []))], [words])
  const offer = useTermOffer(editor, selected)
  const left = whole && queue.length
  useEffect(() => onLeft(left), [left, onLeft])

  const onEdit = useCallback((operation: Operation) => void editor.perform(operation), [editor])
  const select = useCallback(
    (id: string | undefined) => {
      editor.select(id)
      const start = id === undefined ? undefined : editor.state.cut.cuesOf.get(id)?.[0]?.startMs
      if (start !== undefined) player.current?.seek(start)
    },
    [editor],
  )
  const toIssue = (direction: 1 | -1) => {
    editor.settle()
    const issue = nextIssue(buildQueue(editor.state.draft, editor.state.cut), editor.state.selected, direction)
    if (issue) select(issue.sentence.id)
  }
  const accept = () => {
    const { selected: id } = editor.state
    if (id === undefined) return
    editor.settle()
    const before = buildQueue(editor.state.draft, editor.state.cut)
    const next = nextIssue(before, id)
    if (offered) editor.perform(offered)
    editor.perform({ kind: 'check', id, checked: true })
    if (next && next.sentence.id !== id) select(next.sentence.id)
  }
  const step = (direction: 1 | -1) => {
    const at = sentences.findIndex(({ id }) => id === editor.state.selected)
    select(sentences[Math.min(sentences.length - 1, Math.max(0, at + direction))]?.id)
  }
  const split = () => {
    if (!sentence) return
    const eojeols = eojeolsOf(sentence.korean).length
    const cursor = document.activeElement === field.current ? field.current?.selectionStart : undefined
    const before =
      cursor === undefined ? Math.ceil(eojeols / 2) : eojeolsOf((field.current?.value ?? '').slice(0, cursor)).length
    const at = Math.min(eojeols - 1, Math.max(1, before))
    const word = findSplitWord(sentence, words, at)
    if (word !== undefined) onEdit({ kind: 'split', id: sentence.id, newId: editor.deps.newId(), word, at })
  }
  const add = () => {
    const startMs = (cues.at(-1)?.endMs ?? 0) + 83
    const next = sentences[sentences.findIndex(({ id }) => id === selected) + 1]
    const nextMs = (next && cut.cuesOf.get(next.id)?.[0]?.startMs) ?? startMs + 2000
    const endMs = Math.min(
      startMs + 2000,
      Math.max(startMs + 900, nextMs - 83),
      draft.durationMs || Number.MAX_SAFE_INTEGER,
    )
    onEdit({ kind: 'add', newId: editor.deps.newId(), startMs, endMs, korean: REVIEW.newText })
  }
  const askAbout = ask && sentence && sentence.from < sentence.to ? ask : undefined
  useKeys({
    nextIssue: toIssue,
    accept,
    toggle: () => player.current?.toggle(),
    back: () => player.current?.back(2000),
    loop: () => player.current?.toggleLoop(),
    step,
    edit: () => field.current?.focus(),
    leaveField: () => field.current?.blur(),
    split,
    join: () => sentence && onEdit({ kind: 'join', id: sentence.id }),
    askAgain: () => askAbout && setOpen('ask'),
    undo: () => editor.undo(),
    redo: () => editor.redo(),
    replace: () => setOpen([{ from: '', to: '' }]),
    help: () => setOpen('shortcuts'),
  })

  return (
    <div className="review">
      <div className="review-picture">
        <Player
          cues={cut.cues}
          durationMs={Math.max(draft.durationMs, cut.cues.at(-1)?.endMs ?? 0)}
          videoUrl={videoUrl}
          youtubeId={entry.type === 'youtube' ? youtubeIdOf(entry.url) : undefined}
          selectedCues={cues}
          handle={player}
          onSource={setSource}
          timeline={(nowMs, seek) => <Timeline {...{ sentence, cues, words, nowMs, source, onEdit }} onSeek={seek} />}
        />
      </div>
      <div className="review-text">
        <div className="review-tools">
          <Button size="small" kind="outline" onClick={() => toIssue(1)} disabled={queue.length === 0}>
            {REVIEW.next}
          </Button>
          <Button size="small" onClick={() => editor.undo()} disabled={state.done.length === 0}>
            {REVIEW.undo}
          </Button>
          <Button size="small" onClick={() => editor.redo()} disabled={state.undone.length === 0}>
            {REVIEW.redo}
          </Button>
          <Button size="small" onClick={() => setOpen([{ from: '', to: '' }])}>
            {REVIEW.replace}
          </Button>
          <Button size="small" onClick={() => setOpen('history')}>
            {REVIEW.history}
          </Button>
          {told && (
            <Button size="small" onClick={() => setOpen('brief')}>
              {BRIEF.title}
            </Button>
          )}
          <Button size="small" className="keys-button" onClick={() => setOpen('shortcuts')}>
            {REVIEW.shortcuts}
          </Button>
        </div>
        <TermOffers offer={offer} terms={told?.terms ?? []} onShow={change => setOpen([change])} keepTerm={keepTerm} />
        <SentenceList draft={draft} cut={cut} selected={selected} onSelect={select}>
          {sentence && (
            <SentenceEditor
              sentence={sentence}
              draft={draft}
              cues={cues}
              proposal={offered?.korean}
              speakers={speakers}
              field={field}
              onEdit={onEdit}
              onAccept={accept}
              onSplit={split}
              onAsk={askAbout && (() => setOpen('ask'))}
              onAdd={add}
            />
          )}
        </SentenceList>
      </div>
      {open === 'shortcuts' && <ShortcutsDialog asks={ask !== undefined} onClose={() => setOpen(undefined)} />}
      {open === 'history' && (
        <HistoryDialog
          done={state.done}
          onRestoreAll={() => onEdit({ kind: 'restore', ids: 'all' })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'ask' && askAbout && sentence && (
        <AskDialog
          {...{ draft, sentence, onEdit }}
          left={asksLeft}
          ask={askAbout}
          onLeft={setAsksLeft}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'brief' && told && (
        <BriefDialog
          brief={told}
          correct={correctTerm}
          onCorrected={setTold}
          onSaved={changes => {
            setOpen(changes.length > 0 ? changes : undefined)
            showToast({ kind: 'done', text: BRIEF.saved })
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {typeof open === 'object' && open[0] && (
        <ReplaceDialog
          key={open.length}
          draft={draft}
          start={open[0]}
          onEdit={onEdit}
          onClose={() => {
            setOpen(open.length > 1 ? open.slice(1) : undefined)
            offer.dismiss('elsewhere')
          }}
          onReplaced={offer.noteReplaced}
        />
      )}
      {conflicts[0] && (
        <ConflictDialog
          key={conflicts[0].id}
          conflict={conflicts[0]}
          onChoose={choice => conflicts[0] && editor.resolve(conflicts[0], choice)}
        />
      )}
    </div>
  )
}

const NO_CUES: readonly never[] = []
