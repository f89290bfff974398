import { useEffect, useRef } from 'react'

interface Actions {
  toggle(): void
  previous(): void
  next(): void
}

const OWN_KEYS = 'input, textarea, select, button, a, label, dialog, [role=menu]'

/** Space plays, arrows step, wherever the focus is not on something with keys of its own. */
export function useKeys(actions: Actions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return
      const action = {
        ' ': latest.current.toggle,
        ArrowLeft: latest.current.previous,
        ArrowRight: latest.current.next,
      }[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
