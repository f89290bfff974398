import { describe, expect, it } from 'vitest'
import { addProcessingTime, readProcessingTimes, timeLeft } from '../../lambdas/records/processing-times.ts'
import { setUpTables } from '../support/tables.ts'

const tables = await setUpTables()

const MINUTE = 60
/** Videos of ten minutes that took 2, 3, 4, 5 and 6 minutes. */
const TENS = [2, 3, 4, 5, 6].map(minutes => ({ length: 10 * MINUTE, took: minutes * MINUTE }))

describe('the remaining time of a video', () => {
  it('is the range in which most videos of its length ended', () => {
    expect(timeLeft(TENS, 10 * MINUTE, 0)).toEqual({ from: 2.8 * MINUTE, to: 5.2 * MINUTE })
  })

  it('grows with the length', () => {
    expect(timeLeft(TENS, 20 * MINUTE, 0)).toEqual({ from: 5.6 * MINUTE, to: 10.4 * MINUTE })
  })

  it('considers only videos that took longer than this one has so far', () => {
    const left = timeLeft(TENS, 10 * MINUTE, 3.5 * MINUTE)
    expect(left?.from).toBeCloseTo(0.9 * MINUTE)
    expect(left?.to).toBeCloseTo(2.1 * MINUTE)
  })

  it.each([
    ['no video was made before', [], 10, 0],
    ['only two were', TENS.slice(0, 2), 10, 0],
    ['those before were far shorter', TENS, 41, 0],
    ['those before were far longer', TENS, 2.4, 0],
    ['it takes longer than nearly all before', TENS, 10, 4.5],
  ])('is not told where %s', (_, samples, minutes, elapsed) => {
    expect(timeLeft(samples, minutes * MINUTE, elapsed * MINUTE)).toBeUndefined()
  })

  it('is never below zero and its bounds never cross', () => {
    for (let elapsed = 0; elapsed < 7 * MINUTE; elapsed += 7) {
      const left = timeLeft(TENS, 10 * MINUTE, elapsed)
      if (left) expect([left.from >= 0, left.to >= left.from]).toEqual([true, true])
    }
  })
})

describe('the stored durations', () => {
  it('are those of the latest forty videos', async () => {
    expect(await readProcessingTimes(tables.tables)).toEqual([])
    for (let length = 1; length <= 42; length += 1) await addProcessingTime(tables.tables, { length, took: 1 })
    const lengths = (await readProcessingTimes(tables.tables)).map(each => each.length)
    expect(lengths).toEqual(Array.from({ length: 40 }, (_, i) => i + 3))
  })

  it('exclude videos without a length or a time', async () => {
    const before = await readProcessingTimes(tables.tables)
    await addProcessingTime(tables.tables, { length: 0, took: 5 })
    await addProcessingTime(tables.tables, { length: 5, took: 0 })
    expect(await readProcessingTimes(tables.tables)).toEqual(before)
  })
})
