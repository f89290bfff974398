import { describe, expect, it } from 'vitest'
import { loopAround } from '../../../web/editor/picture/playback.ts'
import { parseShift, parseTime } from '../../../web/editor/times.ts'

describe('a typed time', () => {
  it.each([
    ['1:02.5', 62_500],
    ['00:00:03,456', 3456],
    ['3', 3000],
  ])('%s is read', (text, ms) => expect(parseTime(text)).toBe(ms))

  it.each(['', 'abc', '1:2:3:4', '-3', '1.2345'])('%j is not read', text => expect(parseTime(text)).toBeUndefined())
})

describe('a typed shift', () => {
  it.each([
    ['240', 240],
    ['+0.24', 240],
    ['-1.5', -1500],
    ['−1,5초', -1500],
    ['2초', 2000],
    ['80 ms', 80],
  ])('%s is read: whole figures as milliseconds, fractions as seconds', (text, ms) => expect(parseShift(text)).toBe(ms))
})

describe('a loop', () => {
  it('ends before the media, where playback would stop', () => {
    expect(loopAround(5000, 8000, 60_000)).toEqual({ fromMs: 4200, toMs: 8300 })
    expect(loopAround(57_000, 59_990, 60_000).toMs).toBeLessThan(60_000)
    expect(loopAround(300, 900, 0)).toEqual({ fromMs: 0, toMs: 1200 })
  })
})
