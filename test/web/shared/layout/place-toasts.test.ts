import { describe, expect, it } from 'vitest'
import { choosePlace } from '../../../../web/shared/layout/place-toasts.ts'

const WINDOW = { width: 360, height: 740 }
const TOAST = { width: 328, height: 56 }
const button = (top: number, left = 20) => ({ top, left, width: 120, height: 44 })

describe('a toast', () => {
  it('appears at the lower edge if nothing is there', () => {
    expect(choosePlace(TOAST, WINDOW, [])).toBe(668)
  })

  it('appears above a button at the lower edge', () => {
    const top = choosePlace(TOAST, WINDOW, [button(680)])
    expect(top + TOAST.height).toBeLessThanOrEqual(680)
  })

  it('appears in the lowest gap between buttons that is high enough', () => {
    const top = choosePlace(TOAST, WINDOW, [button(680), button(620), button(560), button(440)])
    expect(top).toBeGreaterThanOrEqual(440 + 44)
    expect(top + TOAST.height).toBeLessThanOrEqual(560)
  })

  it('stays where it is while nothing comes under it', () => {
    expect(choosePlace(TOAST, WINDOW, [button(680)], 300)).toBe(300)
    expect(choosePlace(TOAST, WINDOW, [button(310)], 300)).toBe(668)
  })

  it('ignores controls beside it', () => {
    expect(choosePlace(TOAST, { width: 1280, height: 740 }, [button(680, 1000)])).toBe(668)
  })

  it('appears at the lower edge if controls fill the window', () => {
    const filled = Array.from({ length: 20 }, (_, i) => button(i * 40))
    expect(choosePlace(TOAST, WINDOW, filled)).toBe(668)
  })
})
