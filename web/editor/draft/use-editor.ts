import { useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'
import { afterPaint, later } from '../../shared/after-paint.ts'
import { Editor, type EditorDeps, type EditorState } from './editor.ts'

/** Creates the editor of a subtitle once. It saves while it is shown, when it is left, and when the network is back. */
export function useEditor(create: () => Omit<EditorDeps, 'now' | 'afterPaint' | 'later' | 'newId'>): Editor {
  const [editor] = useState(() => {
    const newId = () => `p${crypto.randomUUID().slice(0, 13)}`
    return new Editor({ ...create(), now: Date.now, afterPaint, later, newId })
  })
  useEffect(() => {
    const flush = () => void editor.flush()
    editor.open()
    window.addEventListener('online', flush)
    return () => {
      editor.close()
      window.removeEventListener('online', flush)
      flush()
    }
  }, [editor])
  return editor
}

/** The editor's state, which may lag a moment behind typed text. Use it for everything but the text itself. */
export function useDeferredState(editor: Editor): EditorState {
  return useDeferredValue(useSyncExternalStore(editor.subscribe, editor.snapshot))
}
