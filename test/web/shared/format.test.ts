import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytes, count, percent, pieces, spoken, won } from '../../../web/shared/format.ts'

describe('figures', () => {
  it.each([
    [won(1_000), '1,000원'],
    [pieces(430), '430개'],
    [count(-187), '-187'],
    [bytes(0), '0B'],
    [bytes(812 * 1024), '812KB'],
    [bytes(68 * 1024 ** 2), '68MB'],
    [bytes(2.1 * 1024 ** 3), '2.1GB'],
    [spoken(40), '40초'],
    [spoken(125), '2분 5초'],
    [spoken(1_200), '20분'],
    [spoken(12_000), '3시간 20분'],
    [percent(0.994), '99.4%'],
    [percent(1), '100%'],
  ])('are formatted as Korean readers expect: %s', (shown, expected) => expect(shown).toBe(expected))

  it('are grouped and rounded as Intl.NumberFormat does', () => {
    const prescribed = new Intl.NumberFormat('ko-KR')
    const safe = 2 ** 49
    fc.assert(
      fc.property(fc.integer({ min: -safe, max: safe }), value => {
        expect(count(value)).toBe(prescribed.format(value))
      }),
    )
  })

  it('show 100% only for the whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 100_000 }), cues => {
        expect(percent((cues - 1) / cues)).not.toBe('100%')
      }),
    )
  })

  it('never show 1,024 of a unit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 - 1 }), size => {
        expect(bytes(size)).not.toMatch(/^1,024 /)
      }),
    )
  })
})
