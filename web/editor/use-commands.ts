import type { RefObject } from 'react'
import { buildAddition, buildSplit, type DraftSentence, eojeolsOf, type Operation } from '#subtitle-engine/edit'
import type { Editor } from './editor.ts'
import type { Playback } from './playback.ts'
import { buildQueue, nextIssue } from './queue.ts'
import { REVIEW } from './texts.ts'

interface CommandDeps {
  editor: Editor
  playback: Playback
  field: RefObject<HTMLTextAreaElement | null>
  /** The sentences shown in the list, in its order. */
  rows: readonly DraftSentence[]
  /** A fix offered for the selected sentence. */
  offered: Operation | undefined
}

/** The actions of keys and buttons on the selected sentence. Each reads the editor's state when it is called. */
export function useCommands({ editor, playback, field, rows, offered }: CommandDeps) {
  const current = () => editor.state.draft.sentences.find(({ id }) => id === editor.state.selected)
  const cuesOf = (id: string) => editor.state.cut.cuesOf.get(id)
  const open = (id: string | undefined, { seeks = true } = {}) => {
    editor.select(id)
    const start = id === undefined ? undefined : cuesOf(id)?.[0]?.startMs
    if (seeks && start !== undefined) playback.seek(start)
  }
  const queue = () => {
    editor.settle()
    return buildQueue(editor.state.draft, editor.state.cut)
  }
  const step = (direction: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === editor.state.selected)
    open(rows[Math.min(rows.length - 1, Math.max(0, at + direction))]?.id)
  }
  /** The text field regains the focus after its sentence was replaced. */
  const keepFocus = () => requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
  const time = (operation: Omit<Extract<Operation, { kind: 'time' }>, 'kind' | 'id'>) => {
    const sentence = current()
    if (sentence) editor.perform({ kind: 'time', id: sentence.id, ...operation })
  }
  return {
    open,
    step,
    nextIssue(direction: 1 | -1) {
      const issue = nextIssue(queue(), editor.state.selected, direction)
      if (issue) open(issue.sentence.id)
    },
    /** Marks the selected sentence as checked and moves on: to the next one to check, else to the next in the list. */
    accept() {
      const { selected: id } = editor.state
      if (id === undefined) return
      const next = nextIssue(queue(), id)
      if (offered) editor.perform(offered)
      editor.perform({ kind: 'check', id, checked: true })
      if (next && next.sentence.id !== id) open(next.sentence.id)
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
        newId: editor.deps.newId(),
        korean: REVIEW.newText,
      })
      if (!editor.perform(operation)) return
      keepFocus()
      requestAnimationFrame(() => field.current?.select())
    },
    remove() {
      const sentence = current()
      if (sentence && editor.perform({ kind: 'remove', id: sentence.id })) keepFocus()
    },
    setToPlayhead(edge: 'in' | 'out') {
      const ms = Math.round(playback.state.nowMs)
      time(edge === 'in' ? { startMs: ms } : { endMs: ms })
    },
    nudge(ms: number) {
      const start = cuesOf(editor.state.selected ?? '')?.[0]?.startMs
      if (start !== undefined) time({ startMs: Math.max(0, start + ms) })
    },
    edit() {
      field.current?.focus()
    },
    /** The list gets the focus, so that the arrow keys continue from the selected sentence. */
    leaveField() {
      const list = field.current?.closest<HTMLElement>('.sentences')
      if (document.activeElement === field.current) list?.focus({ preventScroll: true })
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    },
    back: () => playback.seekBy(-2000),
    seekBy: (ms: number) => playback.seekBy(ms),
    changeRate: (direction: 1 | -1) => playback.changeRate(direction),
    undo: () => editor.undo(),
    redo: () => editor.redo(),
  }
}
