import { useSyncExternalStore } from 'react'
import { isMarked, subscribeToMarker } from './marker.ts'

/** Whether somebody is signed in on this browser. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribeToMarker, isMarked)
}
