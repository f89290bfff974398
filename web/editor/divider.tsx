import type { KeyboardEvent, PointerEvent } from 'react'

interface DividerProps {
  name: string
  orientation: 'vertical' | 'horizontal'
  value: number
  min: number
  max: number
  step: number
  /** Value at the pointer's position. */
  valueAt(event: PointerEvent): number
  onValue(value: number): void
}

/** A border that can be dragged or moved with the arrow keys. */
export function Divider({ name, orientation, value, min, max, step, valueAt, onValue }: DividerProps) {
  const set = (next: number) => onValue(Math.min(max, Math.max(min, next)))
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (direction === undefined) return
    event.preventDefault()
    event.stopPropagation()
    set(value + direction * step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved.
    <div
      className={`divider divider-${orientation}`}
      role="separator"
      tabIndex={0}
      aria-label={name}
      aria-orientation={orientation}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      onKeyDown={onKeyDown}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={event => event.currentTarget.hasPointerCapture(event.pointerId) && set(valueAt(event))}
    />
  )
}
