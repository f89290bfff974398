import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

/** Buttons that take one stop of the Tab key; the arrow keys walk between them. */
export function Toolbar({ name, children }: { name: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const buttons = () =>
    [...(box.current?.querySelectorAll<HTMLElement>('button:not([role=menuitem], :disabled)') ?? [])].filter(each =>
      each.checkVisibility(),
    )
  // After each render, because a button that was disabled or hidden cannot hold the stop.
  useEffect(() => keepOneStop(buttons()))
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const all = buttons()
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

/** The focused button keeps the stop, or else the one that had it, or else the first. */
function keepOneStop(buttons: readonly HTMLElement[]): void {
  const holder = buttons.find(each => each === document.activeElement) ?? buttons.find(each => each.tabIndex === 0)
  for (const each of buttons) each.tabIndex = each === (holder ?? buttons[0]) ? 0 : -1
}
