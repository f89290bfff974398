import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_OPEN_SUBMISSIONS } from '../../lambdas/contract/limits.ts'
import { deleteEntry, readEntry } from '../../lambdas/records/archive.ts'
import { deliver, grant, hold, refund } from '../../lambdas/records/ledger/index.ts'
import { setSwitch } from '../../lambdas/records/service-rows.ts'
import { readUser, setSuspended } from '../../lambdas/records/users.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, leavePlaces, newUser, requestOf, submission } from '../support/users.ts'

const test = await setUpTables()
let uid: string

beforeEach(async () => {
  uid = (await newUser(test.tables)).uid
})

const balance = async () => (await readUser(test.tables, uid))?.token

describe('a hold', () => {
  it('creates the entry, the movement, the counts and the log row together', async () => {
    const entry = await heldEntry(test.tables, uid, { durationSeconds: 65, name: '강의/1.mp4' })
    expect(entry).toMatchObject({
      key: '20260314140926',
      title: '20260314140926_강의 1.mp4',
      number: 1,
      status: 'uploading',
      used_token: 10,
      is_srt: false,
      srt_title: 'none',
      srt_upload_time: 'none',
      url: 'none',
      message: 'message',
    })
    expect(await readEntry(test.tables, entry)).toEqual(entry)
    expect(await readUser(test.tables, uid)).toMatchObject({ token: 190, open_submissions: 1, archive_count: 1 })
    expect(await test.movements(uid)).toMatchObject([
      { movement: 'hold#20260314140926', amount: -10, balance: 190, note: entry.title },
      { movement: 'signup', amount: 200, balance: 200 },
    ])
    const logged = (await test.rows('logs')).filter(row => row.uid === uid && row.action === 'upload_video')
    expect(logged).toMatchObject([
      { details: { key: entry.key, type: 'video' }, before: 200, after: 190, timestamp: AT },
    ])
  })

  it('for a clip under six seconds costs nothing and is a movement all the same', async () => {
    const entry = await heldEntry(test.tables, uid, { durationSeconds: 5.9 })
    expect(await test.movements(uid)).toMatchObject([{ movement: `hold#${entry.key}`, amount: 0 }, { amount: 200 }])
  })

  it('within the second of another takes the next second as its key', async () => {
    const keys = [await heldEntry(test.tables, uid), await heldEntry(test.tables, uid)].map(({ key }) => key)
    expect(keys).toEqual(['20260314140926', '20260314140927'])
  })

  it('at the same moment as another gets its own key and number', async () => {
    const entries = await Promise.all([1, 2, 3].map(() => heldEntry(test.tables, uid)))
    expect(entries.map(({ key }) => key).sort()).toEqual(['20260314140926', '20260314140927', '20260314140928'])
    expect(entries.map(({ number }) => number).sort()).toEqual([1, 2, 3])
  })

  it('for a YouTube video queues it at once with its link', async () => {
    const entry = await heldEntry(test.tables, uid, { type: 'youtube', url: 'https://www.youtube.com/watch?v=x' })
    expect(entry).toMatchObject({ status: 'queued', url: 'https://www.youtube.com/watch?v=x' })
  })
})

describe('a hold is refused and changes nothing', () => {
  const refused = async (code: string, changes = {}) => {
    const before = [await readUser(test.tables, uid), await test.movements(uid)]
    await expect(heldEntry(test.tables, uid, changes)).rejects.toMatchObject({ code })
    expect([await readUser(test.tables, uid), await test.movements(uid)]).toEqual(before)
  }

  it('when the balance does not cover it', () => refused('INSUFFICIENT_TOKENS', { durationSeconds: 201 * 6 }))

  it('when as many submissions are open as a user may have', async () => {
    await leavePlaces(test.tables, uid, 1)
    await heldEntry(test.tables, uid, { durationSeconds: 1 })
    await refused('TOO_MANY_OPEN', { durationSeconds: 1 })
  })

  it('when the user is suspended, and gives the reason', async () => {
    await setSuspended(test.tables, uid, '저작권 침해')
    await refused('SUSPENDED')
    await expect(heldEntry(test.tables, uid)).rejects.toThrow('저작권 침해')
    await setSuspended(test.tables, uid, undefined)
    await heldEntry(test.tables, uid)
  })

  it('when the operator has stopped the service, and gives the reason', async () => {
    await setSwitch(test.tables, 'stopped', '점검 중이에요.')
    await refused('STOPPED')
    await expect(heldEntry(test.tables, uid)).rejects.toThrow('점검 중이에요.')
    await setSwitch(test.tables, 'stopped', undefined)
    await setSwitch(test.tables, 'youtubeStopped', '')
    await refused('YOUTUBE_OFF', { type: 'youtube' })
    await heldEntry(test.tables, uid)
    await setSwitch(test.tables, 'youtubeStopped', undefined)
  })

  it('when the user does not exist', async () => {
    await expect(heldEntry(test.tables, 'nobody')).rejects.toMatchObject({ code: 'NO_USER' })
  })
})

describe('a repeated hold request', () => {
  it('returns the same entry and holds nothing twice', async () => {
    const request = requestOf(uid)
    const first = await hold(test.tables, submission(uid), request)
    expect(await hold(test.tables, submission(uid), request)).toEqual(first)
    expect(await balance()).toBe(190)
  })

  it('sent twice at once creates one entry', async () => {
    const request = requestOf(uid)
    const made = await Promise.all([1, 2, 3, 4].map(() => hold(test.tables, submission(uid), request)))
    expect(new Set(made.map(({ key }) => key)).size).toBe(1)
    expect(await readUser(test.tables, uid)).toMatchObject({ token: 190, open_submissions: 1 })
  })

  it('gets its earlier response even if the balance or a limit would refuse it now', async () => {
    const request = requestOf(uid)
    const first = await hold(test.tables, submission(uid, { durationSeconds: 150 * 6 }), request)
    expect(await hold(test.tables, submission(uid, { durationSeconds: 150 * 6 }), request)).toEqual(first)
  })

  it('with another body is refused', async () => {
    const request = requestOf(uid)
    await hold(test.tables, submission(uid), request)
    const other = { ...request, body: { filename: 'other.mp4' } }
    await expect(hold(test.tables, submission(uid), other)).rejects.toMatchObject({ code: 'KEY_REUSED' })
    expect(await balance()).toBe(190)
  })

  it('reports that the video is gone if its entry was deleted', async () => {
    const request = requestOf(uid)
    const entry = await hold(test.tables, submission(uid), request)
    await refund(test.tables, entry, { failure: 'ABORTED', at: AT })
    await deleteEntry(test.tables, entry, AT)
    await expect(hold(test.tables, submission(uid), request)).rejects.toMatchObject({ code: 'NO_VIDEO' })
  })

  it('a day later creates a new entry', async () => {
    const request = requestOf(uid)
    await hold(test.tables, submission(uid), request)
    const later = '2026-03-15T05:09:27.000Z'
    const second = await hold(test.tables, submission(uid, { at: later }), { ...request, at: later })
    expect(second.number).toBe(2)
  })
})

it('of 40 parallel holds of one token on a balance of 10, exactly 10 succeed, at most 3 at a time if 3 more may be open', async () => {
  await grant(test.tables, { uid, id: 'less', amount: -190, reason: 'test', at: AT })
  await leavePlaces(test.tables, uid, 3)
  let most = 0
  let nextDelivery = Promise.withResolvers<void>()
  const submitOne = async (): Promise<'held' | 'refused'> => {
    for (;;) {
      const delivered = nextDelivery.promise
      try {
        const entry = await heldEntry(test.tables, uid, { durationSeconds: 6 })
        most = Math.max(most, (await readUser(test.tables, uid))?.open_submissions ?? 0)
        expect(await deliver(test.tables, entry, delivery(entry))).toBe(true)
        nextDelivery.resolve()
        nextDelivery = Promise.withResolvers()
        return 'held'
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : error
        if (code === 'INSUFFICIENT_TOKENS') return 'refused'
        if (code !== 'TOO_MANY_OPEN') throw error
        await delivered
      }
    }
  }
  const outcomes = await Promise.all(Array.from({ length: 40 }, submitOne))
  expect(outcomes.filter(outcome => outcome === 'held')).toHaveLength(10)
  expect(most).toBeLessThanOrEqual(MAX_OPEN_SUBMISSIONS)
  expect(await readUser(test.tables, uid)).toMatchObject({
    token: 0,
    open_submissions: MAX_OPEN_SUBMISSIONS - 3,
    archive_count: 10,
  })
})
