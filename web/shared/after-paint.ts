const HIDDEN_MS = 200

/**
 * Schedules `call` after the next paint or, in a hidden tab, which is not painted, after a moment. Returns a cancel
 * function.
 */
export function afterPaint(call: () => void): () => void {
  let timer = setTimeout(call, HIDDEN_MS)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(call)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * Schedules `call` one frame later than `afterPaint`, when the painted view is on the screen. With few processor cores,
 * work that begins earlier delays that view. Returns a cancel function.
 */
export function afterView(call: () => void): () => void {
  let cancel = afterPaint(() => {
    cancel = afterPaint(call)
  })
  return () => cancel()
}

/** Schedules `call` after `ms`; returns a cancel function. */
export function later(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}
