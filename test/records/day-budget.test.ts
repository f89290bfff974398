import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EntryType, FailureCode } from '../../lambdas/contract/archive-entry.ts'
import { DAY_SUBMISSIONS } from '../../lambdas/contract/limits.ts'
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
    type = 'video',
  }: { isTranscribed?: boolean; at?: string; failure?: FailureCode; type?: EntryType } = {},
) {
  const entry = await heldEntry(test.tables, uid, { durationSeconds: minutes * 60, at, type })
  if (isTranscribed) {
    await settle(test.tables, entry, { durationSeconds: minutes * 60, at })
    await moveEntry(test.tables, entry, { from: ['uploading', 'queued'], to: 'listening', at })
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
  it.each([
    ['video', 20, 'new'],
    ['video', 20, 'unpaid'],
    ['subtitle', 100, 'new'],
    ['subtitle', 100, 'unpaid'],
  ] as const)(
    'can try a %s of %i minutes, which costs all sign-up tokens, three times (%s)',
    async (type, minutes, standing) => {
      const at = standing === 'new' ? AT : iso(NOW + 3 * DAY_MS)
      const { accepted, refusal } = await untilRefused(5, () => failedVideo(minutes, { type, at }))
      expect(accepted).toBe(3)
      expect(refusal).toMatchObject({ code: 'TOO_MUCH_REFUNDED' })
    },
  )

  it('whose failing videos use up an hour of transcription is stopped with the time of the reset, which raises an alarm', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const { accepted, refusal } = await untilRefused(30, () => failedVideo(10))
    expect(accepted).toBe(6)
    expect(logged.mock.calls).toEqual([[expect.objectContaining({ topic: 'refund', uid })]])
    expect(refusal).toMatchObject({
      code: 'TOO_MUCH_REFUNDED',
      status: 429,
      message:
        '오늘은 자막을 만들지 못해 토큰을 돌려 드린 일이 많아서 더 맡길 수 없어요. 급하시면 문의해 주세요. 내일 00:00부터 다시 할 수 있어요.',
      // 14:09:26 in Korea: the day ends 9 hours, 50 minutes and 34 seconds later.
      retryAfter: 9 * 3600 + 50 * 60 + 34,
    })
    expect((await readUser(test.tables, uid))?.token).toBe(200)
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
    expect(accepted).toBe(DAY_SUBMISSIONS.new)
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

  it('can try the longest video three times, even on the first day', async () => {
    const { accepted, refusal } = await untilRefused(30, () => failedVideo(240))
    expect(accepted).toBe(3)
    expect(refusal).toMatchObject({ code: 'TOO_MUCH_REFUNDED' })
  })

  it('has a budget in proportion to the tokens that were bought', async () => {
    await grant(test.tables, { uid, id: 'less', amount: -2000, reason: 'test', at: AT })
    expect((await untilRefused(9, () => failedVideo(40))).accepted).toBe(3)
  })

  it('returns to the smaller budget once the operator has reversed the grant', async () => {
    await grant(test.tables, { uid, id: 'no trust', amount: -2400, reason: 'test', at: AT })
    expect((await untilRefused(30, () => failedVideo(10))).accepted).toBe(6)
  })
})

it('is never exceeded by racing submissions', async () => {
  await untilRefused(DAY_SUBMISSIONS.new - 1, () => failedVideo(0.05, { isTranscribed: false }))
  const racing = await Promise.allSettled(
    Array.from({ length: 6 }, () => heldEntry(test.tables, uid, { durationSeconds: 3 })),
  )
  expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await readUser(test.tables, uid))?.day_submissions).toBe(DAY_SUBMISSIONS.new)
})
