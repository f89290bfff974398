import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  title: string
  /** Called when it closes by Escape or by a click beside it. */
  onClose: () => void
  /** Stays open while something is under way. */
  busy?: boolean
  children: ReactNode
}

/** A popup: the browser's own dialog, which keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, busy = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // In the layout phase: closed while it is still in the page, the dialog gives the focus back to where it was.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it, and the dialog has it built in.
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        if (!busy) onClose()
      }}
      onClick={event => {
        if (event.target === event.currentTarget && !busy && isBeside(event.currentTarget, event)) onClose()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

function isBeside(dialog: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
