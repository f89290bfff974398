import { useState } from 'react'

/** Borders of the workplace as the user left them: the picture's share of the width, the timeline's height in px. */
export interface Layout {
  picture: number
  timeline: number
  isDense: boolean
}

const KEY = 'jamak.editor-layout'
/** A low window keeps its space for the list. */
const FIRST: Layout = { picture: 0.42, timeline: innerHeight < 900 ? 152 : 176, isDense: true }

/** The layout of this browser; it belongs to the screen, not to the user, so that signing out keeps it. */
export function useLayout(): [Layout, (more: Partial<Layout>) => void] {
  const [layout, setLayout] = useState(readLayout)
  const change = (more: Partial<Layout>) => {
    const next = { ...layout, ...more }
    localStorage.setItem(KEY, JSON.stringify(next))
    setLayout(next)
  }
  return [layout, change]
}

function readLayout(): Layout {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return FIRST
    const numberOr = (value: unknown, other: number, low: number, high: number) =>
      typeof value === 'number' && value >= low && value <= high ? value : other
    return {
      picture: numberOr(Reflect.get(stored, 'picture'), FIRST.picture, 0.2, 0.7),
      timeline: numberOr(Reflect.get(stored, 'timeline'), FIRST.timeline, 120, 400),
      isDense: Reflect.get(stored, 'isDense') !== false,
    }
  } catch {
    return FIRST
  }
}
