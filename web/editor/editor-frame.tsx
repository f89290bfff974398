import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** The area that the editor fills: the window, or on iOS the part above the keyboard, which covers the page. */
export function EditorFrame({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { visualViewport: visible } = window
    if (!visible) return
    const resize = () => {
      const { style } = box.current ?? {}
      if (!style) return
      const isCovered = visible.scale === 1 && window.innerHeight - visible.height > 1
      style.insetBlock = isCovered ? `${visible.offsetTop}px auto` : ''
      style.blockSize = isCovered ? `${visible.height}px` : ''
    }
    // Waits for the next frame: reading the visible height at once would force a layout before the first paint.
    requestAnimationFrame(resize)
    visible.addEventListener('resize', resize)
    visible.addEventListener('scroll', resize)
    return () => {
      visible.removeEventListener('resize', resize)
      visible.removeEventListener('scroll', resize)
    }
  }, [])
  return (
    <div ref={box} className="editor">
      {children}
    </div>
  )
}
