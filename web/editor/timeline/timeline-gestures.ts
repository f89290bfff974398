import { type PointerEvent, useEffect, useRef } from 'react'

interface Gestures {
  pan(px: number): void
  /** Zooms by one step around a horizontal position in the window. */
  zoom(direction: 1 | -1, clientX: number): void
}

/**
 * Scrolls with the wheel and zooms with Ctrl and the wheel. Not React's listener, which cannot prevent the page's zoom.
 */
export function useWheel(box: { current: HTMLElement | null }, gestures: Gestures): void {
  const latest = useRef(gestures)
  useEffect(() => {
    latest.current = gestures
  })
  useEffect(() => {
    const { current } = box
    if (!current) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (event.ctrlKey || event.metaKey) latest.current.zoom(event.deltaY > 0 ? 1 : -1, event.clientX)
      else latest.current.pan(event.deltaX + event.deltaY)
    }
    current.addEventListener('wheel', onWheel, { passive: false })
    return () => current.removeEventListener('wheel', onWheel)
  }, [box])
}

/** Fingers may tremble by this much during a tap or a long press. */
const SLOP_PX = 8
/** Two neighbouring zoom levels differ by about this factor. */
const PINCH_STEP = 1.5

/** Handlers for touch: one finger pans, two zoom. `wasPan` is true for the click that a browser may send after a pan. */
export function useTouch({ pan, zoom }: Gestures) {
  const fingers = useRef(new Map<number, number>())
  const pinched = useRef(0)
  const moved = useRef(0)
  const lift = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
    pinched.current = spread(fingers.current)
  }
  return {
    wasPan: () => moved.current > SLOP_PX,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (fingers.current.size === 0) moved.current = 0
        if (event.pointerType !== 'touch') return
        fingers.current.set(event.pointerId, event.clientX)
        pinched.current = spread(fingers.current)
      },
      onPointerMove(event: PointerEvent) {
        const before = fingers.current.get(event.pointerId)
        if (before === undefined) return
        const [earlier, count] = [moved.current, fingers.current.size]
        fingers.current.set(event.pointerId, event.clientX)
        moved.current += Math.abs(event.clientX - before)
        if (moved.current <= SLOP_PX) return
        // The first pan includes the slop. Two fingers that move together pan by half of each, not by their sum.
        const px = earlier <= SLOP_PX ? Math.sign(before - event.clientX) * moved.current : before - event.clientX
        pan(px / count)
        const now = spread(fingers.current)
        if (count < 2 || pinched.current === 0 || now === 0) return
        const factor = now / pinched.current
        if (factor < PINCH_STEP && factor > 1 / PINCH_STEP) return
        zoom(factor > 1 ? -1 : 1, middle(fingers.current))
        pinched.current = now
      },
      onPointerUp: lift,
      onPointerCancel: lift,
    },
  }
}

function spread(fingers: ReadonlyMap<number, number>): number {
  const places = [...fingers.values()]
  return places.length < 2 ? 0 : Math.max(...places) - Math.min(...places)
}

function middle(fingers: ReadonlyMap<number, number>): number {
  const places = [...fingers.values()]
  return places.reduce((sum, x) => sum + x, 0) / places.length
}

/** Time that a finger must rest on a sentence before it moves the sentence; a shorter drag pans. */
const LONG_PRESS_MS = 400

/** Starts a drag: at once with a mouse or pen, after a long press with a finger. */
export function useDragStart(start: (event: { clientX: number }) => void) {
  const waiting = useRef<{ timer: number; clientX: number }>(undefined)
  const cancel = () => {
    window.clearTimeout(waiting.current?.timer)
    waiting.current = undefined
  }
  useEffect(() => () => window.clearTimeout(waiting.current?.timer), [])
  return {
    onPointerDown(event: PointerEvent) {
      const { currentTarget, pointerId, clientX } = event
      const begin = () => {
        waiting.current = undefined
        currentTarget.setPointerCapture(pointerId)
        start({ clientX })
      }
      if (event.pointerType !== 'touch') return begin()
      cancel()
      waiting.current = { timer: window.setTimeout(begin, LONG_PRESS_MS), clientX }
    },
    onPointerMove(event: PointerEvent) {
      if (waiting.current && Math.abs(event.clientX - waiting.current.clientX) > SLOP_PX) cancel()
    },
    cancel,
  }
}
