import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { isVisible } from '../shared/layout/visible.ts'

/** A group of buttons with a single tab stop; the arrow keys move between them. */
export function Toolbar({ name, children }: { name: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const buttons = () => [
    ...(box.current?.querySelectorAll<HTMLElement>('button:not([role=menuitem], :disabled)') ?? []),
  ]
  // After each render, because a button that is disabled now cannot hold the stop.
  useEffect(() => keepOneStop(buttons()))
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const all = buttons().filter(each => isVisible(each))
    const at = all.findIndex(each => each.matches(':focus'))
    if (direction === undefined || at < 0) return
    event.preventDefault()
    all[(at + direction + all.length) % all.length]?.focus()
  }
  return (
    <div
      ref={box}
      className="editor-tools"
      role="toolbar"
      aria-label={name}
      onKeyDown={onKeyDown}
      onFocus={() => keepOneStop(buttons())}
    >
      {children}
    </div>
  )
}

/** Makes the focused button the tab stop, else keeps the previous one, else takes the first. */
function keepOneStop(buttons: readonly HTMLElement[]): void {
  // Not a button that a narrow window hides; the style sheet says which, without a layout.
  const holder =
    buttons.find(each => each === document.activeElement) ?? buttons.find(each => !each.matches('.wide-only'))
  for (const each of buttons) each.tabIndex = each === holder ? 0 : -1
}
