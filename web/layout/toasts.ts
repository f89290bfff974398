export interface Toast {
  id: number
  kind: 'done' | 'error'
  text: string
}

const SHOWN_MS = 6_000
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Tells for a moment what was done, or what went wrong. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const id = lastId
  change([...toasts.filter(each => each.text !== toast.text).slice(-2), { ...toast, id }])
  setTimeout(() => dismissToast(id), SHOWN_MS)
}

export function dismissToast(id: number): void {
  change(toasts.filter(each => each.id !== id))
}

export function currentToasts(): readonly Toast[] {
  return toasts
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
