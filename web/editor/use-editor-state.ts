import { useDeferredValue, useSyncExternalStore } from 'react'
import type { Editor, ReviewState } from './editor.ts'

/** What the editor shows, a moment after typed text: for everything that does not show the text itself. */
export function useDeferredState(editor: Editor): ReviewState {
  return useDeferredValue(useSyncExternalStore(editor.subscribe, editor.snapshot))
}
