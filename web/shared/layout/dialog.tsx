import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { COMMON } from '../texts.ts'
import { Button } from './button.tsx'

interface DialogProps {
  title: string
  /** Called on Escape and on a click outside. */
  onClose: () => void
  /** While `true`, Escape and clicks outside do not close the dialog. */
  busy?: boolean
  children: ReactNode
  /** Buttons beside the one that closes the dialog; `null` for none. If absent, the children have the buttons. */
  actions?: ReactNode
  /** Text of the button that closes it. */
  close?: string
}

/**
 * Fields to fill in. Checkboxes and radio buttons are excluded: often the user should read the text above them first.
 */
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select'

/**
 * A modal dialog based on the browser's `<dialog>`, which traps the focus and restores it on closing. The initial focus
 * is on the first field to fill in, else on the heading, so that no key activates a link, button or choice by accident.
 */
export function Dialog({ title, onClose, busy = false, children, actions, close = COMMON.close }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // A layout effect closes the dialog while it is still in the document; otherwise the browser does not restore the
  // focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) {
      dialog.showModal()
      const first = dialog.querySelector<HTMLElement>(FIELDS) ?? dialog.querySelector('h2')
      first?.focus({ preventScroll: true })
    }
    return () => dialog?.close()
  }, [])
  useEdges(ref)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard equivalent is Escape, which the dialog handles itself.
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
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
      {actions !== undefined && (
        <div className="dialog-actions">
          <Button onClick={onClose} disabled={busy}>
            {close}
          </Button>
          {actions}
        </div>
      )}
    </dialog>
  )
}

/** Sets `data-more` while content is hidden below the dialog's edge, and `data-scrolled` while some is hidden above. */
function useEdges(ref: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const mark = () => {
      dialog.toggleAttribute('data-more', dialog.scrollHeight - dialog.clientHeight - dialog.scrollTop > 1)
      dialog.toggleAttribute('data-scrolled', dialog.scrollTop > 1)
    }
    const resized = new ResizeObserver(mark)
    const changed = new MutationObserver(mark)
    resized.observe(dialog)
    changed.observe(dialog, { childList: true, subtree: true, characterData: true })
    dialog.addEventListener('scroll', mark, { passive: true })
    mark()
    return () => {
      resized.disconnect()
      changed.disconnect()
      dialog.removeEventListener('scroll', mark)
    }
  }, [ref])
}

function isBeside(dialog: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
