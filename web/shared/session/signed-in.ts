import { useSyncExternalStore } from 'react'

const KEY = 'jamak.signed-in'
const listeners = new Set<() => void>()

/**
 * Whether this browser is marked as signed in. The mark is known at once, before the sign-in library has loaded; the tokens
 * have the last word, and the first call they are refused for removes the mark.
 */
export function isMarked(): boolean {
  return localStorage.getItem(KEY) !== null
}

export function mark(): void {
  localStorage.setItem(KEY, '1')
  notifyListeners()
}

export function unmark(): void {
  localStorage.removeItem(KEY)
  notifyListeners()
}

/** The mark as React state; follows sign-ins and sign-outs in other tabs too. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribeToMark, isMarked)
}

function subscribeToMark(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
