import { useEffect, useRef } from 'react'
import { ComposingKeys, keyOf } from './composing-keys.ts'
import type { TimeEdge } from './use-commands.ts'

export interface KeyActions {
  nextIssue(direction: 1 | -1): void
  accept(): void
  toggle(): void
  back(): void
  loop(): void
  step(direction: 1 | -1): void
  /** Opens the first or the last sentence of the list. */
  openEnd(end: 'first' | 'last'): void
  edit(): void
  leaveField(): void
  split(): void
  join(): void
  askAgain(): void
  comment(): void
  undo(): void
  redo(): void
  save(): void
  add(): void
  remove(): void
  replace(): void
  shift(): void
  help(): void
  /** Selects the sentence being spoken. */
  openSpoken(): void
  toggleFollow(): void
  compare(): void
  seekBy(ms: number): void
  changeRate(direction: 1 | -1): void
  setToPlayhead(edge: TimeEdge): void
  /** Moves the in-time of the selected sentence. */
  nudge(ms: number): void
}

/** One frame at 25 frames a second. */
export const FRAME_MS = 40
const FINE_SEEK_MS = 1000
const COARSE_SEEK_MS = 5000
const COARSE_NUDGE_MS = 100

/**
 * Keys that work everywhere, including the text field. Letters are identified by their position on the keyboard,
 * because a Korean layout sends other characters.
 */
function everywhere(event: KeyboardEvent, actions: KeyActions): (() => void) | undefined {
  const command = event.ctrlKey || event.metaKey
  const key = keyOf(event)
  if (key === 'F8') return () => actions.nextIssue(event.shiftKey ? -1 : 1)
  if (key === 'F1') return actions.help
  if (event.altKey && !command) {
    if (key === 'ArrowDown') return () => actions.nextIssue(1)
    if (key === 'ArrowUp') return () => actions.nextIssue(-1)
    return {
      ...{ KeyK: actions.toggle, KeyJ: actions.back, KeyL: actions.loop },
      ...{ KeyS: actions.split, KeyM: actions.join, KeyR: actions.askAgain, KeyC: actions.compare },
      ...{ KeyN: actions.comment, KeyO: actions.openSpoken, KeyP: actions.toggleFollow, KeyT: actions.shift },
      BracketLeft: () => actions.setToPlayhead('in'),
      BracketRight: () => actions.setToPlayhead('out'),
      Comma: () => actions.nudge(event.shiftKey ? -COARSE_NUDGE_MS : -FRAME_MS),
      Period: () => actions.nudge(event.shiftKey ? COARSE_NUDGE_MS : FRAME_MS),
    }[event.code]
  }
  if (!command || event.altKey) return undefined
  if (key === 'Enter') return actions.accept
  if (event.code === 'KeyZ') return event.shiftKey ? actions.redo : actions.undo
  return { KeyY: actions.redo, KeyF: actions.replace, KeyS: actions.save }[event.code]
}

function outsideFields(event: KeyboardEvent, actions: KeyActions): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === '?') return actions.help
  if (event.key === '<' || event.key === '>') return () => actions.changeRate(event.key === '<' ? -1 : 1)
  const seekMs = event.shiftKey ? COARSE_SEEK_MS : FINE_SEEK_MS
  const byCode = {
    Comma: () => actions.seekBy(-FRAME_MS),
    Period: () => actions.seekBy(FRAME_MS),
    BracketLeft: () => actions.setToPlayhead('in'),
    BracketRight: () => actions.setToPlayhead('out'),
    KeyG: actions.openSpoken,
  }[event.code]
  if (byCode) return byCode
  return {
    ' ': actions.toggle,
    ArrowLeft: () => actions.seekBy(-seekMs),
    ArrowRight: () => actions.seekBy(seekMs),
    ArrowUp: () => actions.step(-1),
    ArrowDown: () => actions.step(1),
    Home: () => actions.openEnd('first'),
    End: () => actions.openEnd('last'),
    Enter: actions.edit,
    Insert: actions.add,
    Delete: actions.remove,
  }[event.key]
}

const FIELDS = 'input:not([type=checkbox], [type=range]), textarea, select'
/** Controls that handle Space and Enter themselves; letters and arrow keys still reach the editor. */
const PRESSED = 'button, a, label, summary, input[type=checkbox]'
/** Controls that also handle the arrow keys, Home and End. */
const MOVED = 'input[type=range], [role=menu], [role=slider], [role=separator]'

/** Whether a control handles this key itself. A control that was clicked leaves Space to the playback. */
function belongsToControl({ key, target }: KeyboardEvent, isByPointer: boolean): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(FIELDS)) return true
  if (key === ' ' && isByPointer && !target.closest('[role=menu]')) return false
  if (key === ' ' || key === 'Enter') return target.closest(`${PRESSED}, ${MOVED}`) !== null
  return /^(?:Arrow|Home$|End$)/.test(key) && target.closest(MOVED) !== null
}

export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const isByPointer = useRef(false)
  useEffect(() => {
    const onPointer = () => {
      isByPointer.current = true
    }
    const composing = new ComposingKeys(event => everywhere(event, latest.current)?.())
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key === 'Tab') isByPointer.current = false
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const shortcut = everywhere(event, latest.current)
      if (shortcut && composing.take(event)) return event.preventDefault()
      // Any other key that composes a Korean syllable belongs to the input method.
      if (event.isComposing) return
      const isInField = target instanceof Element && target.closest(FIELDS) !== null
      const action =
        event.key === 'Escape' && isInField
          ? latest.current.leaveField
          : (shortcut ??
            (belongsToControl(event, isByPointer.current) ? undefined : outsideFields(event, latest.current)))
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    const stopComposing = composing.listen()
    return () => {
      stopComposing()
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
