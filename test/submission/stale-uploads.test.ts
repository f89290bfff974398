import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { MAX_OPEN_SUBMISSIONS, STALE_UPLOAD_MS } from '../../lambdas/contract/limits.ts'
import { videoKey } from '../../lambdas/contract/media-objects.ts'
import { deleteEntry, moveEntry, readEntry, recordHeartbeat } from '../../lambdas/records/archive.ts'
import { refund } from '../../lambdas/records/ledger/index.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { heartbeat } from '../../lambdas/submission/stale-uploads.ts'
import { submitVideo } from '../../lambdas/submission/submit-video.ts'
import { setUpMedia } from '../support/media.ts'
import { openTables, type TestTables } from '../support/tables.ts'
import { AT, heldEntry, iso, leavePlaces, NOW, newUser } from '../support/users.ts'
import { openDeps, submitterOf, type TestDeps } from './deps.ts'

const media = await setUpMedia()
let tables: TestTables
let test: TestDeps
let uid: string

beforeEach(async () => {
  tables = await openTables()
  test = openDeps(tables, media)
  uid = (await newUser(tables.tables)).uid
})
afterEach(() => tables.close())

const video = (durationSeconds = 60) => {
  return {
    filename: 'talk.mp4',
    size: 1000,
    type: 'video/mp4',
    durationSeconds,
    register: 'polite',
    profile: 'standard',
    glossary: true,
  } as const
}
const submit = (durationSeconds?: number) => submitVideo(test.deps, submitterOf(uid), video(durationSeconds))
const statusOf = async (entry: Pick<ArchiveEntry, 'uid' | 'key'>) => (await readEntry(tables.tables, entry))?.status

describe('stale uploads', () => {
  it('do not count against the limit of open submissions', async () => {
    await leavePlaces(tables.tables, uid, 3)
    const first = [await submit(), await submit(), await submit()]
    test.clock.now = NOW + STALE_UPLOAD_MS
    const { entry } = await submit()
    expect(await statusOf(entry)).toBe('uploading')
    for (const one of first) expect(await statusOf(one.entry)).toBe('failed')
    expect(await readUser(tables.tables, uid)).toMatchObject({ token: 190, open_submissions: MAX_OPEN_SUBMISSIONS - 2 })
  })

  it('are refunded if the next submission needs their tokens', async () => {
    await submit(1_200)
    test.clock.now = NOW + STALE_UPLOAD_MS
    await submit(1_200)
    expect(await readUser(tables.tables, uid)).toMatchObject({ token: 0, open_submissions: 1 })
  })

  it('stay open while there is a free place', async () => {
    const { entry } = await submit()
    test.clock.now = NOW + STALE_UPLOAD_MS
    await submit()
    expect(await statusOf(entry)).toBe('uploading')
  })

  it('stay open if the video has arrived and only its event is late', async () => {
    const { entry } = await submit(1_200)
    await media.put(videoKey(uid, entry.title))
    test.clock.now = NOW + STALE_UPLOAD_MS
    await expect(submit(60)).rejects.toMatchObject({ code: 'INSUFFICIENT_TOKENS' })
    expect(await statusOf(entry)).toBe('uploading')
  })
})

describe('uploads with a recent heartbeat', () => {
  it('count against the limit of open submissions', async () => {
    await leavePlaces(tables.tables, uid, 3)
    const first = [await submit(), await submit(), await submit()]
    test.clock.now = NOW + STALE_UPLOAD_MS
    for (const { entry } of first) await heartbeat(test.deps, entry)
    await expect(submit()).rejects.toMatchObject({ code: 'TOO_MANY_OPEN' })
  })

  it('include those whose submission was repeated', async () => {
    const submitter = submitterOf(uid)
    const { entry } = await submitVideo(test.deps, submitter, video())
    test.clock.now = NOW + STALE_UPLOAD_MS
    await submitVideo(test.deps, submitter, video())
    expect((await readEntry(tables.tables, entry))?.fed_at).toBe(iso(NOW + STALE_UPLOAD_MS))
  })
})

describe('the heartbeat of an upload', () => {
  let entry: ArchiveEntry
  beforeEach(async () => {
    entry = await heldEntry(tables.tables, uid)
  })

  it('is stored with the upload', async () => {
    test.clock.now = NOW + 1000
    expect(await heartbeat(test.deps, entry)).toEqual({})
    expect((await readEntry(tables.tables, entry))?.fed_at).toBe(iso(NOW + 1000))
  })

  it('is accepted without effect once the video has arrived', async () => {
    await moveEntry(tables.tables, entry, { from: ['uploading'], to: 'queued', at: AT })
    expect(await heartbeat(test.deps, entry)).toEqual({})
    expect(await recordHeartbeat(tables.tables, entry, AT)).toBe(false)
  })

  it('reports UPLOAD_CLOSED for an upload closed as stale, so that the page restarts it', async () => {
    await refund(tables.tables, entry, { failure: 'UPLOAD_NEVER_CAME', at: AT })
    await expect(heartbeat(test.deps, entry)).rejects.toMatchObject({ code: 'UPLOAD_CLOSED' })
  })

  it('reports NO_VIDEO for an upload canceled elsewhere, so that the page stops', async () => {
    await refund(tables.tables, entry, { failure: 'DELETED', at: AT })
    const closed = await readEntry(tables.tables, entry)
    if (closed) await deleteEntry(tables.tables, closed, AT)
    await expect(heartbeat(test.deps, entry)).rejects.toMatchObject({ code: 'NO_VIDEO' })
  })
})
