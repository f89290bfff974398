import { describe, expect, it } from 'vitest'
import { type EntryStatus, WORK_PAID } from '../../../../lambdas/contract/archive-entry.ts'
import { type ProcessingTime, timeLeft } from '../../../../lambdas/records/processing-times.ts'
import { aged, refreshDelay } from '../../../../web/shared/entry/refresh.ts'
import { sampleEntry } from '../../../support/sample-data.ts'

/** Seconds in each status. */
type Way = [EntryStatus, number][]
const way = (transcription: number, rest: number): Way => [
  ['queued', 8],
  ['listening', transcription],
  ['translating', rest],
  ['writing', 3],
  ['done', 0],
]

interface Watched {
  requests: number
  lateSeconds: number
}

/** Requests the archive like the page, from the end of the upload until the video is done. */
function watch(duration_seconds: number, steps: Way, samples: ProcessingTime[]): Watched {
  const end = steps.reduce((sum, [, seconds]) => sum + seconds, 0)
  const queued = steps[0]?.[1] ?? 0
  const statusAt = (second: number) => {
    let until = 0
    for (const [status, seconds] of steps) {
      until += seconds
      if (second < until) return status
    }
    return 'done'
  }
  const entryAt = (second: number) => {
    const status = statusAt(second)
    const left = WORK_PAID.has(status) ? timeLeft(samples, duration_seconds, second - queued) : undefined
    return { ...sampleEntry('20260314140926', { status, duration_seconds }), ...(left && { left }) }
  }
  let now = 0
  let receivedAt = 0
  let shown = entryAt(0)
  for (let requests = 0; ; requests += 1) {
    const delay = refreshDelay([aged(shown, now - receivedAt)], (now - receivedAt) * 1000)
    if (delay === undefined) return { requests, lateSeconds: now - end }
    now += delay / 1000
    const entry = entryAt(now)
    const isNews = entry.status !== shown.status || (entry.left === undefined) !== (shown.left === undefined)
    if (isNews) [shown, receivedAt] = [entry, now]
  }
}

const alike = (length: number, took: number): ProcessingTime[] =>
  Array.from({ length: 40 }, (_, n) => ({ length, took: took * (0.8 + n / 100) }))

describe('requests for the progress of a ten-minute video', () => {
  // A transcription of one to four minutes, and a translation of half a minute to three.
  const ways = [60, 90, 120, 180, 240].flatMap(transcription =>
    [30, 60, 120, 180].map(rest => ({ transcription, rest, took: transcription + rest + 3 })),
  )

  it.each(ways)('are at most 20 with an estimate: $transcription s and $rest s', ({ transcription, rest, took }) => {
    for (const usual of [0.7, 1, 1.4]) {
      const { requests, lateSeconds } = watch(600, way(transcription, rest), alike(600, took * usual))
      expect(requests).toBeLessThanOrEqual(20)
      expect(lateSeconds).toBeLessThanOrEqual(60)
    }
  })

  it.each(ways)('are at most 20 without an estimate: $transcription s and $rest s', ({ transcription, rest }) => {
    const { requests, lateSeconds } = watch(600, way(transcription, rest), [])
    expect(requests).toBeLessThanOrEqual(20)
    expect(lateSeconds).toBeLessThanOrEqual(60)
  })

  it('are at most 60 if the video waits an hour for others', () => {
    expect(watch(600, [['queued', 3600], ...way(180, 60).slice(1)], []).requests).toBeLessThanOrEqual(60)
  })
})

it('a short video is shown within ten seconds of its end', () => {
  for (const samples of [[], alike(60, 60)]) expect(watch(60, way(40, 12), samples).lateSeconds).toBeLessThanOrEqual(10)
})

it('nothing is requested without a video in progress', () => {
  expect(refreshDelay([sampleEntry('20260314140926')], 0)).toBeUndefined()
})

it('the video that may end first decides', () => {
  const open = (from: number) => ({
    ...sampleEntry('20260314140926', { status: 'listening', duration_seconds: 600 }),
    left: { from, to: from },
  })
  expect(refreshDelay([open(200), open(20)], 0)).toBe(10_000)
})
