import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'

interface MenuProps {
  /** Accessible name of the button. */
  label: string
  trigger: ReactNode
  className: string
  children: ReactNode
}

/**
 * A button that opens a list of actions, operated with the arrow keys, Home, End and Escape. Amplify UI's menu inserts
 * a `<style>` element to lock scrolling, which the content security policy blocks.
 */
export function Menu({ label, trigger, className, children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  useEffect(() => {
    if (!isOpen) return
    root.current?.querySelector('[role=menu]')?.scrollIntoView({ block: 'nearest' })
    root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    return () => {
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
    }
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      setIsOpen(false)
      button.current?.focus()
      return
    }
    const all = items()
    const focused = document.activeElement
    const at = focused instanceof HTMLElement ? all.indexOf(focused) : -1
    const next = nextIndex(event.key, at, all.length)
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: receives the keys that bubble up from the menu inside.
    <div ref={root} className="menu" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {trigger}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: choosing an item with the keyboard triggers a click, too.
        <div
          id={id}
          className="menu-list"
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onClick={() => {
            setIsOpen(false)
            button.current?.focus()
          }}
        >
          {children}
        </div>
      )}
    </div>
  )
}

/** Index of the item that a key moves the focus to, in a list of `length` items; `undefined` for other keys. */
function nextIndex(key: string, at: number, length: number): number | undefined {
  if (length === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % length
  if (key === 'ArrowUp') return (at - 1 + length) % length
  if (key === 'Home') return 0
  if (key === 'End') return length - 1
  return undefined
}

export function MenuLinkItem({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="menu-item" role="menuitem" tabIndex={-1} to={to}>
      {children}
    </Link>
  )
}

export function MenuButtonItem(props: {
  kind?: 'danger'
  className?: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={`menu-item ${props.className ?? ''}`}
      role="menuitem"
      tabIndex={-1}
      data-kind={props.kind}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  )
}
