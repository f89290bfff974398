import { describe, expect, it } from 'vitest'
import { leftText } from '../../../../web/shared/entry/time-left.ts'

describe('the time left of a video', () => {
  it.each([
    [{ from: 180, to: 300 }, '약 3~5분 남았어요'],
    [{ from: 190, to: 290 }, '약 3~5분 남았어요'],
    [{ from: 240, to: 240 }, '약 4분 남았어요'],
    [{ from: 10, to: 170 }, '3분 안에 끝나요'],
    [{ from: 0, to: 0 }, '1분 안에 끝나요'],
    [{ from: 20, to: 55 }, '1분 안에 끝나요'],
    [{ from: 60, to: 61 }, '약 1~2분 남았어요'],
    [{ from: 4_000, to: 7_300 }, '약 66~122분 남았어요'],
  ])('of %j seconds is told as %s', (left, text) => expect(leftText(left)).toBe(text))
})
