const HIDDEN_MS = 200

/** After the next paint; in a tab out of sight, which is not painted, after a moment. */
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

/** After `ms`; returns a cancel function. */
export function later(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}
