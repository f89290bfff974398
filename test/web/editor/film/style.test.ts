import { describe, expect, it } from 'vitest'
import { PROFILES } from '#subtitle-engine'
import { DEFAULT_STYLE, lookIn, parseStyle } from '../../../../web/editor/film/style.ts'

const WIDE = { width: 1920, height: 1080 }
const TALL = { width: 1080, height: 1920 }

describe('the captions of a film', () => {
  it.each([
    ['standard', WIDE, 16],
    ['standard', { width: 640, height: 480 }, 16],
    ['standard', TALL, 16],
    ['shorts', TALL, 12],
    ['shorts', WIDE, 12],
  ] as const)('of the profile %s have room for a full line in %o', (profile, picture, letters) => {
    for (const size of ['small', 'medium', 'large'] as const) {
      const { em, mostWidth } = lookIn(PROFILES[profile], { ...DEFAULT_STYLE, size }, picture)
      if (size !== 'large') expect(em * letters).toBeLessThanOrEqual(mostWidth)
      expect(em).toBeGreaterThan(picture.height * 0.015)
    }
  })

  it('are where the profile puts them, unless the user or the cue says otherwise', () => {
    const at = (place: 'profile' | 'bottom' | 'top', isTop = false) => {
      const { from, margin } = lookIn(PROFILES.shorts, { ...DEFAULT_STYLE, place, isSafe: false }, TALL, isTop)
      return [from, Math.round(margin)]
    }
    expect(at('profile')).toEqual(['top', 1344])
    expect(at('bottom')).toEqual(['bottom', 115])
    expect(at('top')).toEqual(['top', 115])
    expect(at('profile', true)).toEqual(['top', 115])
  })

  it('stay clear of apps’ buttons and texts on vertical films only', () => {
    const style = { ...DEFAULT_STYLE, place: 'bottom' } as const
    const [safe, free] = [style, { ...style, isSafe: false }].map(each => lookIn(PROFILES.standard, each, TALL))
    expect(safe?.margin).toBeCloseTo(0.25 * TALL.height)
    expect(safe?.mostWidth).toBeLessThan(0.75 * TALL.width)
    expect(free?.margin).toBeLessThan(0.1 * TALL.height)
    expect(lookIn(PROFILES.standard, style, WIDE)).toEqual(lookIn(PROFILES.standard, { ...style, isSafe: false }, WIDE))
  })

  it('keep the style of an unfinished film, and ignore anything that is not a style', () => {
    expect(parseStyle(JSON.stringify(DEFAULT_STYLE))).toEqual(DEFAULT_STYLE)
    for (const text of [undefined, '{}', '{"size":"huge"}', 'null']) expect(parseStyle(text)).toBeUndefined()
  })
})
