import type { RefObject } from 'react'
import { buildAddition, buildSplit, type DraftSentence, eojeolsOf, type Operation } from '#subtitle-engine/edit'
import { showToast } from '../../shared/layout/toasts.tsx'
import type { Editor } from '../draft/editor.ts'
import { buildQueue, bySeverity, type Commented, nextToCheck } from '../draft/queue.ts'
import type { Playback } from '../picture/playback.ts'
import { EDITOR, WORKPLACE } from '../texts.ts'

/** The in-time or the out-time of a sentence. */
export type TimeEdge = 'in' | 'out'

interface CommandDeps {
  editor: Editor
  playback: Playback
  field: RefObject<HTMLTextAreaElement | null>
  /** The sentences shown in the list, in its order. */
  rows: readonly DraftSentence[]
  /** A fix offered for the selected sentence. */
  offered: Operation | undefined
  /** Ids of sentences with open comments. */
  commented: Commented
}

/** The actions of keys and buttons on the selected sentence. Each reads the editor's state when it is called. */
export function useCommands({ editor, playback, field, rows, offered, commented }: CommandDeps) {
  const current = () => editor.state.draft.sentences.find(({ id }) => id === editor.state.selected)
  const cuesOf = (id: string) => editor.state.cut.cuesOf.get(id)
  /** Focuses the text field again after its sentence was replaced. */
  const keepFocus = () => requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
  /**
   * Runs a command that may open another sentence and thereby remove the focused control. The focus moves to the text
   * of the new sentence if it was in a text, otherwise to the list.
   */
  const keepingFocus = (command: () => void) => {
    const { activeElement } = document
    const { selected } = editor.state
    const row = activeElement?.closest('.sentence-editor')
    const list = row?.closest<HTMLElement>('.sentences')
    command()
    if (!row || editor.state.selected === selected) return
    if (activeElement === field.current) keepFocus()
    else list?.focus({ preventScroll: true })
  }
  const open = (id: string | undefined, { seeks = true } = {}) => {
    keepingFocus(() => editor.select(id))
    const start = id === undefined ? undefined : cuesOf(id)?.[0]?.startMs
    if (seeks && start !== undefined) playback.seek(start)
  }
  const toCheck = () => {
    editor.finishCut()
    return new Set(buildQueue(editor.state.draft, editor.state.cut, commented).map(({ sentence }) => sentence.id))
  }
  const step = (direction: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === editor.state.selected)
    open(rows[Math.min(rows.length - 1, Math.max(0, at + direction))]?.id)
  }
  const edgeMs = (edge: TimeEdge) => {
    const cues = cuesOf(editor.state.selected ?? '')
    return edge === 'in' ? cues?.[0]?.startMs : cues?.at(-1)?.endMs
  }
  /** Moves an edge of the selected sentence; if it could not be moved to exactly this time, returns the reason. */
  const setTime = (edge: TimeEdge, ms: number): string | undefined => {
    const sentence = current()
    if (!sentence || edgeMs(edge) === ms) return undefined
    const moved = edge === 'in' ? { startMs: ms } : { endMs: ms }
    if (!editor.perform({ kind: 'time', id: sentence.id, ...moved })) return WORKPLACE.timeRefused
    return edgeMs(edge) === ms ? undefined : WORKPLACE.timeFitted
  }
  return {
    open,
    step,
    openEnd: (end: 'first' | 'last') => open(rows.at(end === 'first' ? 0 : -1)?.id),
    nextIssue(direction: 1 | -1) {
      const { draft, selected } = editor.state
      const left = toCheck()
      // A filter may hide all of them.
      const next =
        nextToCheck(rows, left, selected, direction) ?? nextToCheck(draft.sentences, left, selected, direction)
      if (next !== undefined) open(next)
    },
    /** Opens the most severe sentence to check; again, the next one by severity. */
    nextWorst() {
      editor.finishCut()
      const { draft, cut, selected } = editor.state
      const flags = new Map(buildQueue(draft, cut, commented).map(({ sentence, flags }) => [sentence, flags]))
      const order = bySeverity([...flags.keys()], draft.words, sentence => flags.get(sentence) ?? [])
      const next = nextToCheck(order, new Set(order.map(({ id }) => id)), selected)
      if (next !== undefined) open(next)
    },
    /** Marks the selected sentence as checked and moves on: to the next one to check, else to the next in the list. */
    accept() {
      const { selected: id } = editor.state
      if (id === undefined) return
      const next = nextToCheck(rows, toCheck(), id)
      if (offered) editor.perform(offered)
      editor.perform({ kind: 'check', id, checked: true })
      if (next !== undefined && next !== id) open(next)
      else step(1)
    },
    split() {
      const sentence = current()
      if (!sentence) return
      const cursor = document.activeElement === field.current ? field.current?.selectionStart : undefined
      const at = cursor === undefined ? undefined : eojeolsOf((field.current?.value ?? '').slice(0, cursor)).length
      const operation = buildSplit(sentence, editor.state.draft.words, { newId: editor.deps.newId(), at })
      if (operation && editor.perform(operation)) keepFocus()
    },
    join() {
      const sentence = current()
      if (sentence && editor.perform({ kind: 'join', id: sentence.id })) keepFocus()
    },
    add() {
      const { draft, cut, selected } = editor.state
      const operation = buildAddition(draft, cut, {
        after: selected,
        atMs: playback.state.nowMs,
        newId: editor.deps.newId(),
        korean: EDITOR.newText,
      })
      if (!editor.perform(operation)) {
        showToast({ kind: 'error', text: EDITOR.noTimeLeft })
        return
      }
      keepFocus()
      requestAnimationFrame(() => field.current?.select())
    },
    /** Removes the open sentence and opens the next one of the list, which may be filtered. */
    remove() {
      const sentence = current()
      const isInEditor = document.activeElement?.closest('.sentence-editor') != null
      const list = document.activeElement?.closest<HTMLElement>('.sentences')
      const at = rows.findIndex(({ id }) => id === sentence?.id)
      if (!sentence || !editor.perform({ kind: 'remove', id: sentence.id })) return
      const next = rows[at + 1] ?? rows[at - 1]
      if (next) editor.select(next.id)
      if (!isInEditor) return
      if (next) keepFocus()
      else requestAnimationFrame(() => list?.querySelector('button')?.focus())
    },
    setTime,
    setToPlayhead(edge: TimeEdge) {
      const fault = setTime(edge, Math.round(playback.state.nowMs))
      if (fault === WORKPLACE.timeRefused) showToast({ kind: 'error', text: fault })
    },
    nudge(ms: number) {
      const start = edgeMs('in')
      if (start !== undefined) setTime('in', Math.max(0, start + ms))
    },
    edit() {
      field.current?.focus()
    },
    /** The list gets the focus, so that the arrow keys continue from the selected sentence. */
    leaveField() {
      const { activeElement } = document
      const list = activeElement?.closest<HTMLElement>('.sentences')
      if (list) list.focus({ preventScroll: true })
      else if (activeElement instanceof HTMLElement) activeElement.blur()
    },
    save: () => void editor.flush(),
    back: () => playback.seekBy(-2000),
    seekBy: (ms: number) => playback.seekBy(ms),
    changeRate: (direction: 1 | -1) => playback.changeRate(direction),
    undo: () => keepingFocus(() => editor.undo()),
    redo: () => keepingFocus(() => editor.redo()),
  }
}
