import { useSyncExternalStore } from 'react'
import { COMMON } from '../texts.ts'
import { CloseIcon } from './icons.tsx'

interface Toast {
  id: number
  kind: 'done' | 'error'
  text: string
}

const SHOWN_MS = 6_000
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a short message for six seconds, above at most two others. A text that is already visible is not repeated. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const id = lastId
  change([...toasts.filter(each => each.text !== toast.text).slice(-2), { ...toast, id }])
  setTimeout(() => dismissToast(id), SHOWN_MS)
}

function dismissToast(id: number): void {
  change(toasts.filter(each => each.id !== id))
}

function currentToasts(): readonly Toast[] {
  return toasts
}

function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * The live region of the toasts. Always rendered, because screen readers announce only what is added to an existing
 * region.
 */
export function ToastList() {
  const shown = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts)
  return (
    <section className="toasts" role="status" aria-label={COMMON.notifications}>
      {shown.map(({ id, kind, text }) => (
        <div key={id} className="toast" data-kind={kind}>
          <span>{text}</span>
          <button type="button" className="icon-button" aria-label={COMMON.close} onClick={() => dismissToast(id)}>
            <CloseIcon />
          </button>
        </div>
      ))}
    </section>
  )
}
