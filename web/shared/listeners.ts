/**
 * Calls functions when something changes. `subscribe` suits `useSyncExternalStore`; it returns a function that
 * unsubscribes.
 */
export function createListeners<Args extends readonly unknown[] = []>() {
  const all = new Set<(...args: Args) => void>()
  return {
    subscribe(listener: (...args: Args) => void): () => void {
      all.add(listener)
      return () => all.delete(listener)
    },
    notify(...args: Args): void {
      for (const listener of all) listener(...args)
    },
  }
}
