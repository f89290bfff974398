import { isVisible } from './visible.ts'

export interface Box {
  top: number
  left: number
  width: number
  height: number
}

const STEP = 8
const MARGIN = 16

/**
 * Top of a box of this size, centered in the window, so that it covers none of `controls`: where it is now, else the
 * lowest such place, or the lowest place of all if there is none.
 */
export function choosePlace(
  { width, height }: Pick<Box, 'width' | 'height'>,
  window: Pick<Box, 'width' | 'height'>,
  controls: readonly Box[],
  now?: number,
): number {
  const left = (window.width - width) / 2
  const lowest = Math.max(0, window.height - height - MARGIN)
  const inTheWay = controls.filter(each => each.left < left + width && each.left + each.width > left)
  const isFree = (top: number) => inTheWay.every(each => each.top >= top + height || each.top + each.height <= top)
  if (now !== undefined && now <= lowest && isFree(now)) return now
  for (let top = lowest; top >= MARGIN; top -= STEP) if (isFree(top)) return top
  return lowest
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, label, [role=slider], [tabindex="0"]'

/** Boxes of everything that can be clicked and is in view, except within `beside`. */
export function visibleControls(beside: Element): Box[] {
  return [...document.querySelectorAll(CONTROLS)]
    .filter(each => !beside.contains(each) && isVisible(each))
    .map(each => each.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight)
}
