const listeners = new Set<(key: string) => void>()

/** Calls `listener` with the key of each entry that the user gives up on this page; returns how to stop listening. */
export function onEntryCanceled(listener: (key: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells this page that an entry was given up, so that an upload of it stops too. */
export function tellEntryCanceled(key: string): void {
  for (const listener of listeners) listener(key)
}
