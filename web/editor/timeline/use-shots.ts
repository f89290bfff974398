import { useEffect, useRef, useState } from 'react'
import { loadPart } from '../../shared/load-part.ts'

/** The decoder comes with the first video that the user opens. */
const loadFinder = loadPart(() => import('./shots.ts'))

const STRETCH_MS = 10_000
/** Zoomed out further, shot changes would be too close together to tell apart. */
const MOST_STRETCHES = 4
/** Pause after the view has moved. */
const REST_MS = 300

/**
 * The shot changes of the visible stretch of the user's own video, found as the stretch comes into view. Without a
 * source, those that are known.
 */
export function useShots(source: Blob | string | undefined, fromMs: number, toMs: number): readonly number[] {
  const [shots, setShots] = useState<readonly number[]>([])
  const known = useRef<{ source: Blob; stretches: Map<number, readonly number[]> }>(undefined)
  const [first, last] = [Math.floor(fromMs / STRETCH_MS), Math.floor(toMs / STRETCH_MS)]
  useEffect(() => {
    if (source instanceof Blob && known.current?.source !== source) known.current = { source, stretches: new Map() }
    if (!known.current || last - first >= MOST_STRETCHES) return setShots([])
    const { stretches } = known.current
    const show = () => setShots(range(first, last).flatMap(at => stretches.get(at) ?? []))
    show()
    if (!(source instanceof Blob)) return
    const abort = new AbortController()
    const find = async () => {
      const { findShots } = await loadFinder()
      for (const at of range(first, last)) {
        if (stretches.has(at) || abort.signal.aborted) continue
        // A frame of the stretch before shows whether this one begins with a cut.
        const from = Math.max(0, at * STRETCH_MS - 100)
        const found = await findShots(source, from, (at + 1) * STRETCH_MS, abort.signal)
        if (abort.signal.aborted) return
        stretches.set(at, found)
        show()
      }
    }
    const timer = setTimeout(() => find().catch((error: unknown) => console.warn(error)), REST_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [source, first, last])
  return shots
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}
