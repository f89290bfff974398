import { useSyncExternalStore } from 'react'

const KEY = 'jamak.signed-in'
const listeners = new Set<() => void>()

/**
 * Whether somebody signed in on this browser: known at once, before the sign-in library is loaded.
 * The tokens decide in the end; a marker without tokens is taken down on the first refused call.
 */
export function isMarked(): boolean {
  return localStorage.getItem(KEY) !== null
}

export function mark(): void {
  localStorage.setItem(KEY, '1')
  tell()
}

export function unmark(): void {
  localStorage.removeItem(KEY)
  tell()
}

/** Tells of changes, those of other tabs included. */
export function subscribeToMarker(listener: () => void): () => void {
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

function tell(): void {
  for (const listener of listeners) listener()
}

/** Whether somebody is signed in on this browser. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribeToMarker, isMarked)
}
