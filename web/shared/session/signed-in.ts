import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'
import { forgetToken } from './kept-token.ts'
import { isMarked, MARK_KEY } from './mark.ts'

const ENDED_KEY = 'jamak.session-end'
const { subscribe, notify } = createListeners()

export function mark(): void {
  localStorage.setItem(MARK_KEY, '1')
  sessionStorage.removeItem(ENDED_KEY)
  notify()
}

export function unmark(): void {
  localStorage.removeItem(MARK_KEY)
  forgetToken()
  notify()
}

/** Why the user was signed out without asking for it: the session ended, or the account was deleted. */
export type SessionEnd = 'ended' | 'left'

/** Stores the reason in this tab during the redirect to the hosted sign-out and back. */
export function noteSessionEnd(reason: SessionEnd): void {
  sessionStorage.setItem(ENDED_KEY, reason)
}

export function readSessionEnd(): SessionEnd | undefined {
  const reason = sessionStorage.getItem(ENDED_KEY)
  return reason === 'ended' || reason === 'left' ? reason : undefined
}

export function forgetSessionEnd(): void {
  sessionStorage.removeItem(ENDED_KEY)
}

/** The sign-in mark as React state; follows sign-ins and sign-outs in other tabs. Always `false` while prerendering. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribeToMark, isMarked, () => false)
}

function subscribeToMark(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === MARK_KEY || event.key === null) listener()
  }
  const unsubscribe = subscribe(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onStorage)
  }
}
