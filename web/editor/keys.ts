import { useEffect, useRef } from 'react'

export interface KeyActions {
  nextIssue(direction: 1 | -1): void
  accept(): void
  toggle(): void
  back(): void
  loop(): void
  step(direction: 1 | -1): void
  edit(): void
  leaveField(): void
  split(): void
  join(): void
  askAgain(): void
  undo(): void
  redo(): void
  replace(): void
  help(): void
}

/** Keys that work everywhere on the screen, the text field included. Letters are told by their place: 한글 keyboards differ. */
function everywhere(event: KeyboardEvent, actions: KeyActions): (() => void) | undefined {
  const command = event.ctrlKey || event.metaKey
  if (event.key === 'F8') return () => actions.nextIssue(event.shiftKey ? -1 : 1)
  if (event.key === 'F1') return actions.help
  if (event.altKey && !command) {
    if (event.key === 'ArrowDown') return () => actions.nextIssue(1)
    if (event.key === 'ArrowUp') return () => actions.nextIssue(-1)
    return {
      ...{ KeyK: actions.toggle, KeyJ: actions.back, KeyL: actions.loop },
      ...{ KeyS: actions.split, KeyM: actions.join, KeyR: actions.askAgain },
    }[event.code]
  }
  if (!command || event.altKey) return undefined
  if (event.key === 'Enter') return actions.accept
  if (event.code === 'KeyZ') return event.shiftKey ? actions.redo : actions.undo
  return { KeyY: actions.redo, KeyF: actions.replace }[event.code]
}

function outsideFields(event: KeyboardEvent, actions: KeyActions): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === '?') return actions.help
  return {
    ' ': actions.toggle,
    ArrowUp: () => actions.step(-1),
    ArrowDown: () => actions.step(1),
    Enter: actions.edit,
  }[event.key]
}

const FIELDS = 'input:not([type=checkbox]), textarea, select'
/** Elements that handle Space, Enter or the arrows themselves. */
const OWN_KEYS = `${FIELDS}, button, a, label, summary, [role=menu], [role=slider]`

const KEEP_SPACE = 'input:not([type=checkbox], [type=range]), textarea, select, [role=menu]'

/** Space plays after a click, too: only a control that the keyboard has reached keeps it for itself. */
function playsAt({ key, target }: KeyboardEvent, isByPointer: boolean): boolean {
  return key === ' ' && isByPointer && target instanceof Element && !target.closest(KEEP_SPACE)
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
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key === 'Tab') isByPointer.current = false
      // A Korean syllable that is still being composed owns its keys.
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
      const inside = (selector: string) => target instanceof Element && target.closest(selector) !== null
      const action =
        event.key === 'Escape' && inside(FIELDS)
          ? latest.current.leaveField
          : (everywhere(event, latest.current) ??
            (!playsAt(event, isByPointer.current) && inside(event.key === '?' ? FIELDS : OWN_KEYS)
              ? undefined
              : outsideFields(event, latest.current)))
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
