import { useDeferredValue, useSyncExternalStore } from 'react'
import type { Editor, EditorState } from './editor.ts'

/** The editor's state, which may lag a moment behind typed text. For everything that does not show the text itself. */
export function useDeferredState(editor: Editor): EditorState {
  return useDeferredValue(useSyncExternalStore(editor.subscribe, editor.snapshot))
}
