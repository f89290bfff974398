import { useState } from 'react'

/** The user's layout of the editor: the video's share of the width, and the timeline's height in px. */
export interface Layout {
  picture: number
  timeline: number
  /** Absent until the user chooses. */
  isDense?: boolean | undefined
}

const KEY = 'jamak.editor-layout'
/** A low window keeps its space for the list. */
const FIRST: Layout = { picture: 0.42, timeline: innerHeight < 900 ? 152 : 176 }

/** This browser's layout. It depends on the screen, not on the user, so it is kept after sign-out. */
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
    const isDense: unknown = Reflect.get(stored, 'isDense')
    const numberOr = (value: unknown, other: number, low: number, high: number) =>
      typeof value === 'number' && value >= low && value <= high ? value : other
    return {
      picture: numberOr(Reflect.get(stored, 'picture'), FIRST.picture, 0.2, 0.7),
      timeline: numberOr(Reflect.get(stored, 'timeline'), FIRST.timeline, 120, 400),
      ...(typeof isDense === 'boolean' && { isDense }),
    }
  } catch {
    return FIRST
  }
}
