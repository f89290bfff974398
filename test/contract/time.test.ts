import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clockTime,
  dateAndTime,
  epochOfTimestamp14,
  koreanMoment,
  nextKoreanMidnight,
  timestamp14,
} from '../../lambdas/contract/time.ts'

const moment = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('9999-12-30') })

describe('the timestamp of a key', () => {
  it.each([
    ['2024-09-19T03:04:05.678Z', '20240919120405'],
    ['2024-12-31T15:00:00.000Z', '20250101000000'],
    ['2024-02-28T15:00:00.000Z', '20240229000000'],
  ])('is Korean time: %s is %s', (iso, timestamp) => {
    expect(timestamp14(Date.parse(iso))).toBe(timestamp)
  })

  it('names its second, and later seconds sort later', () => {
    fc.assert(
      fc.property(moment, ms => {
        expect(epochOfTimestamp14(timestamp14(ms))).toBe(Math.floor(ms / 1000) * 1000)
        expect(timestamp14(ms + 1000) > timestamp14(ms)).toBe(true)
      }),
    )
  })

  it.each(['', '2024', '2024091912345', '202409191234567', '2024091912345x'])('refuses %j', timestamp => {
    expect(() => epochOfTimestamp14(timestamp)).toThrow(RangeError)
  })
})

it('the archive prints Korean date and time', () => {
  expect(dateAndTime('2024-09-18T15:04:05.000Z')).toEqual({ date: '2024.09.19', time: '00:04:05' })
})

describe('a duration on screen', () => {
  it.each([
    [0, '00:00'],
    [5.9, '00:05'],
    [65, '01:05'],
    [3599.99, '59:59'],
    [3600, '01:00:00'],
    [4 * 3600 + 61, '04:01:01'],
    [100 * 3600, '100:00:00'],
    [-1, '00:00'],
  ])('of %d seconds is %s', (seconds, text) => {
    expect(clockTime(seconds)).toBe(text)
  })
})

describe('the time at which a limit resets', () => {
  const now = Date.parse('2026-12-31T05:09:26.000Z')

  it.each([
    ['2026-12-31T05:09:27.000Z', '오늘 14:10'],
    ['2026-12-31T15:00:00.000Z', '내일 00:00'],
    ['2026-12-31T14:59:59.500Z', '내일 00:00'],
    ['2027-01-01T14:59:00.000Z', '내일 23:59'],
    ['2027-01-01T15:00:00.000Z', '1월 2일 00:00'],
  ])('%s reads %s in Korea', (moment, text) => {
    expect(koreanMoment(Date.parse(moment), now)).toBe(text)
  })

  it('is the next midnight in Korea for a daily limit', () => {
    expect(new Date(nextKoreanMidnight(now)).toISOString()).toBe('2026-12-31T15:00:00.000Z')
    expect(nextKoreanMidnight(nextKoreanMidnight(now)) - nextKoreanMidnight(now)).toBe(24 * 60 * 60 * 1000)
  })
})
