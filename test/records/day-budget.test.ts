import { beforeEach, describe, expect, it } from 'vitest'
import type { FailureCode } from '../../lambdas/contract/archive-entry.ts'
import { DAY_BUDGETS } from '../../lambdas/contract/limits.ts'
import { moveEntry } from '../../lambdas/records/archive.ts'
import { grant, refund, settle } from '../../lambdas/records/ledger/index.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, iso, NOW, newUser } from '../support/users.ts'

const DAY_MS = 24 * 60 * 60_000

const test = await setUpTables()
let uid: string

beforeEach(async () => {
  uid = (await newUser(test.tables)).uid
})

/** A submission that fails, either after its transcription or before. */
async function failedVideo(
  minutes: number,
  {
    isTranscribed = true,
    at = AT,
    failure = 'NO_SPEECH',
  }: { isTranscribed?: boolean; at?: string; failure?: FailureCode } = {},
) {
  const entry = await heldEntry(test.tables, uid, { durationSeconds: minutes * 60, at })
  if (isTranscribed) {
    await settle(test.tables, entry, { durationSeconds: minutes * 60, at })
    await moveEntry(test.tables, entry, { from: ['uploading'], to: 'listening', at })
  }
  await refund(test.tables, entry, { failure, at })
}

/** Number of failing videos in a row that are accepted, up to `most`, and the refusal of the next one. */
async function untilRefused(most: number, once: () => Promise<void>): Promise<{ accepted: number; refusal?: unknown }> {
  for (let accepted = 0; accepted < most; accepted++)
    try {
      await once()
    } catch (refusal) {
      return { accepted, refusal }
    }
  return { accepted: most }
}

describe('a user without a purchase', () => {
  it('whose failing videos use up transcription is stopped after 20 minutes on the first day, with the time of the reset', async () => {
    const { accepted, refusal } = await untilRefused(30, () => failedVideo(10))
    expect(accepted).toBe(2)
    expect(refusal).toMatchObject({
      code: 'TOO_MUCH_REFUNDED',
      status: 429,
      message: '오늘은 만들지 못하고 토큰을 돌려 드린 영상이 너무 많았어요. 내일 00:00부터 다시 할 수 있어요.',
      // 14:09:26 in Korea: the day ends 9 hours, 50 minutes and 34 seconds later.
      retryAfter: 9 * 3600 + 50 * 60 + 34,
    })
    expect((await readUser(test.tables, uid))?.token).toBe(200)
  })

  it('is stopped after 40 minutes on a later day', async () => {
    const at = iso(NOW + 3 * DAY_MS)
    expect((await untilRefused(30, () => failedVideo(10, { at }))).accepted).toBe(4)
  })

  it('can continue on the next day, which begins at midnight in Korea', async () => {
    await untilRefused(30, () => failedVideo(10))
    const midnight = Date.parse('2026-03-14T15:00:00.000Z')
    await expect(failedVideo(10, { at: iso(midnight - 1) })).rejects.toMatchObject({ code: 'TOO_MUCH_REFUNDED' })
    await failedVideo(10, { at: iso(midnight) })
    expect(await readUser(test.tables, uid)).toMatchObject({
      day: '20260315',
      day_submissions: 1,
      day_refunded_seconds: 600,
    })
  })

  it('can submit 30 videos on the first day, including deleted ones', async () => {
    const { accepted, refusal } = await untilRefused(40, () =>
      failedVideo(0.05, { isTranscribed: false, failure: 'DELETED' }),
    )
    expect(accepted).toBe(DAY_BUDGETS.new.submissions)
    expect(refusal).toMatchObject({
      code: 'TOO_MANY_TODAY',
      message: '하루에 영상과 자막을 합쳐 30개까지 맡길 수 있어요. 내일 00:00부터 다시 할 수 있어요.',
    })
  })

  it('spends no minutes on videos that failed before transcription', async () => {
    expect((await untilRefused(10, () => failedVideo(20, { isTranscribed: false }))).accepted).toBe(10)
    expect((await readUser(test.tables, uid))?.day_refunded_seconds).toBe(0)
  })
})

describe('a user with a purchase', () => {
  beforeEach(async () => {
    await grant(test.tables, { uid, id: 'trust', amount: 2400, reason: 'test', at: AT })
  })

  it('has eight hours of refunded transcription, even on the first day', async () => {
    const { accepted, refusal } = await untilRefused(30, () => failedVideo(240))
    expect(accepted).toBe(2)
    expect(refusal).toMatchObject({ code: 'TOO_MUCH_REFUNDED' })
  })

  it('returns to the smaller budget once the operator has reversed the grant', async () => {
    await grant(test.tables, { uid, id: 'no trust', amount: -2400, reason: 'test', at: AT })
    expect((await untilRefused(30, () => failedVideo(10))).accepted).toBe(2)
  })
})

it('is never exceeded by racing submissions', async () => {
  await untilRefused(DAY_BUDGETS.new.submissions - 1, () => failedVideo(0.05, { isTranscribed: false }))
  const racing = await Promise.allSettled(
    Array.from({ length: 6 }, () => heldEntry(test.tables, uid, { durationSeconds: 3 })),
  )
  expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await readUser(test.tables, uid))?.day_submissions).toBe(DAY_BUDGETS.new.submissions)
})
