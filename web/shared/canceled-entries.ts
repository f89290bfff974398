const listeners = new Set<(key: string) => void>()

/** Calls `listener` with the key of each entry canceled on this page. Returns the function that unsubscribes. */
export function onEntryCanceled(listener: (key: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notifies this page that an entry was canceled, so that its upload stops too. */
export function tellEntryCanceled(key: string): void {
  for (const listener of listeners) listener(key)
}
