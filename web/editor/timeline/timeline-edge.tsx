import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { FRAME_MS } from '../commands/keys.ts'
import { exactTime } from '../times.ts'
import type { CueEdge } from './timeline-edges.ts'

interface EdgeProps {
  edge: CueEdge
  place(ms: number): number
  momentAt(clientX: number): number
  snap(ms: number): number
  range: readonly [number, number]
  /** Describes the result of a drag to this time. */
  describe(ms: number): string
  onMove(ms: number): void
}

const COARSE_STEP_MS = 100

/** A handle of the timeline: dragged to the nearest word, or moved by one frame or 100 ms with the arrow keys. */
export function TimelineEdge({ edge, place, momentAt, snap, range, describe, onMove }: EdgeProps) {
  const [dragged, setDragged] = useState<number>()
  const ms = dragged ?? edge.ms
  const within = (wanted: number) => Math.min(Math.max(wanted, edge.bounds[0]), edge.bounds[1])
  const onPointerMove = (event: PointerEvent) => {
    if (dragged === undefined) return
    const wanted = momentAt(event.clientX)
    setDragged(within(event.shiftKey ? wanted : snap(wanted)))
  }
  const drop = () => {
    if (dragged !== undefined && Math.abs(dragged - edge.ms) > 1) onMove(Math.round(dragged))
    setDragged(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (direction === undefined || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    const wanted = within(edge.ms + direction * (event.shiftKey ? COARSE_STEP_MS : FRAME_MS))
    if (wanted !== edge.ms) onMove(wanted)
  }
  return (
    <span
      className="timeline-edge"
      role="slider"
      tabIndex={0}
      aria-label={edge.name}
      aria-valuemin={Math.round(range[0])}
      aria-valuemax={Math.round(range[1])}
      aria-valuenow={Math.round(ms)}
      aria-valuetext={exactTime(ms)}
      style={{ insetInlineStart: `${place(ms)}px` }}
      onClick={event => event.stopPropagation()}
      onPointerDown={event => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(edge.ms)
      }}
      onPointerMove={onPointerMove}
      onPointerUp={drop}
      onPointerCancel={() => setDragged(undefined)}
      onKeyDown={onKeyDown}
    >
      {dragged !== undefined && <output className="timeline-live">{describe(ms)}</output>}
    </span>
  )
}
