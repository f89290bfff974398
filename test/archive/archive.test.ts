import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type ArchiveDeps,
  deleteWithObjects,
  listArchive,
  showEntry,
  versionOf,
} from '../../lambdas/archive/entries.ts'
import { downloadSubtitle, previewCues } from '../../lambdas/archive/finished-subtitle.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { cuesKey, subtitleKey, videoKey, workKey } from '../../lambdas/contract/media-objects.ts'
import { entryView } from '../../lambdas/contract/views.ts'
import { moveEntry } from '../../lambdas/records/archive.ts'
import { deliver, refund } from '../../lambdas/records/ledger/index.ts'
import { readUser, setSuspended } from '../../lambdas/records/users.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, NOW, newUser } from '../support/users.ts'

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])
let deps: ArchiveDeps
let uid: string

beforeAll(async () => {
  deps = { tables: tables.tables, media: media.media, now: () => NOW, newId: () => 'name' }
})
beforeEach(async () => {
  uid = (await newUser(tables.tables)).uid
})

async function finished(name = '인터뷰 (1)’s.mp4'): Promise<ArchiveEntry> {
  const entry = await heldEntry(tables.tables, uid, { name })
  await media.put(subtitleKey(uid, entry.title), '1\n00:00:00,000 --> 00:00:01,000\n안녕\n')
  await deliver(tables.tables, entry, delivery(entry))
  return entry
}

describe('the archive', () => {
  it('shows a page of entries, even to a suspended user', async () => {
    const entry = await finished()
    await setSuspended(tables.tables, uid, '사유')
    const shown = await listArchive(deps, { uid, page: 1 })
    expect(shown).toMatchObject({ page: 1, pages: 1, total: 1, entries: [{ key: entry.key, status: 'done' }] })
    for (const view of shown.entries) expect(entryView.strict().parse(view)).toEqual(view)
  })

  it('has the same version while only the seconds left of an estimate pass, and another when the estimate changes', async () => {
    const [entry] = (await listArchive(deps, { uid: (await finished()).uid, page: 1 })).entries
    if (!entry) throw new Error('no entry')
    const page = (from: number) => ({ entries: [{ ...entry, left: { from, to: 90 } }], page: 1, pages: 1, total: 1 })
    const aged = { ...page(50), entries: [{ ...entry, left: { from: 50, to: 80 } }] }
    expect(versionOf(aged, NOW + 10_000)).toBe(versionOf(page(60), NOW))
    expect(versionOf(page(50), NOW)).not.toBe(versionOf(page(60), NOW))
  })

  it('is refused to an unknown user', async () => {
    await expect(listArchive(deps, { uid: 'nobody', page: 1 })).rejects.toMatchObject({ code: 'NO_USER' })
  })

  it('shows an entry to its owner only', async () => {
    const entry = await heldEntry(tables.tables, uid)
    expect(await showEntry(deps, entry)).toMatchObject({ status: 'uploading' })
    const other = (await newUser(tables.tables)).uid
    for (const ref of [
      { uid: other, key: entry.key },
      { uid, key: 'no key at all' },
    ])
      await expect(showEntry(deps, ref)).rejects.toMatchObject({ code: 'NO_VIDEO' })
  })
})

describe('a download', () => {
  it('saves the subtitle under the specified name and is logged', async () => {
    const entry = await finished()
    const { url, filename } = await downloadSubtitle(deps, { uid, key: entry.key, format: 'srt' })
    expect(filename).toBe('인터뷰 (1)’s.srt')
    const answer = await fetch(url)
    expect(await answer.text()).toContain('안녕')
    const disposition = Buffer.from(answer.headers.get('content-disposition') ?? '', 'latin1').toString()
    expect(disposition).toBe(
      `attachment; filename="___ (1)_s.srt"; filename*=UTF-8''%EC%9D%B8%ED%84%B0%EB%B7%B0%20%281%29%E2%80%99s.srt`,
    )
    expect(answer.headers.get('content-type')).toBe('application/x-subrip; charset=utf-8')
    const logged = (await tables.rows('logs')).filter(row => row.uid === uid && row.action === 'down_srt')
    expect(logged).toMatchObject([
      { details: { key: entry.key, format: 'srt' }, before: null, after: null, timestamp: AT },
    ])
  })

  it('is valid for five minutes', async () => {
    const entry = await finished()
    const { url } = await downloadSubtitle(deps, { uid, key: entry.key, format: 'srt' })
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('300')
  })

  it('of an unfinished or missing subtitle is refused and not logged', async () => {
    const open = await heldEntry(tables.tables, uid)
    await media.put(subtitleKey(uid, open.title))
    const missing = { code: 'NO_SUBTITLE' }
    await expect(downloadSubtitle(deps, { uid, key: open.key, format: 'srt' })).rejects.toMatchObject(missing)
    const entry = await finished()
    await expect(downloadSubtitle(deps, { uid, key: entry.key, format: 'vtt' })).rejects.toMatchObject(missing)
    expect((await tables.rows('logs')).filter(row => row.uid === uid && row.action === 'down_srt')).toEqual([])
  })
})

describe('the preview', () => {
  it('shows the cues as they were delivered', async () => {
    const entry = await finished()
    const cues = [{ startMs: 0, endMs: 1000, lines: ['안녕'], english: 'Hi.', flags: ['speed'] }]
    await media.put(cuesKey(uid, entry.title), JSON.stringify(cues), 'application/json')
    expect(await previewCues(deps, entry)).toEqual({ cues })
  })

  it('of an unfinished subtitle is refused', async () => {
    const entry = await heldEntry(tables.tables, uid)
    await expect(previewCues(deps, entry)).rejects.toMatchObject({ code: 'NO_SUBTITLE' })
  })
})

describe('deleting', () => {
  it('removes the row, the video, the work files and the subtitles of the entry, and keeps the ledger', async () => {
    const entry = await finished()
    const neighbour = await finished()
    for (const one of [entry, neighbour]) {
      await media.put(videoKey(uid, one.title))
      await media.put(workKey(uid, one.key, 'source.mp4'))
      await media.put(cuesKey(uid, one.title))
    }
    const before = await tables.movements(uid)
    await deleteWithObjects(deps, entry)
    const left = media.keys().filter(key => key.includes(uid))
    expect(left).toHaveLength(4)
    expect(left.every(key => key.includes(neighbour.key))).toBe(true)
    await expect(showEntry(deps, entry)).rejects.toMatchObject({ code: 'NO_VIDEO' })
    expect(await listArchive(deps, { uid, page: 1 })).toMatchObject({ total: 1, entries: [{ key: neighbour.key }] })
    expect(await tables.movements(uid)).toEqual(before)
    await expect(deleteWithObjects(deps, entry)).rejects.toMatchObject({ code: 'NO_VIDEO' })
  })

  it('is refused for an open entry and works for a failed one', async () => {
    const entry = await heldEntry(tables.tables, uid)
    await media.put(videoKey(uid, entry.title))
    await moveEntry(tables.tables, entry, { from: ['uploading'], to: 'queued', at: AT })
    await expect(deleteWithObjects(deps, entry)).rejects.toMatchObject({ code: 'STILL_OPEN' })
    expect(await media.has(videoKey(uid, entry.title))).toBe(true)
    await refund(tables.tables, entry, { failure: 'NO_SPEECH', at: AT })
    await deleteWithObjects(deps, entry)
    expect(await media.has(videoKey(uid, entry.title))).toBe(false)
  })

  it('of an abandoned upload returns its tokens and frees its slot at once', async () => {
    const before = await readUser(tables.tables, uid)
    const entry = await heldEntry(tables.tables, uid)
    await deleteWithObjects(deps, entry)
    const { token, open_submissions } = (await readUser(tables.tables, uid)) ?? {}
    expect({ token, open_submissions }).toEqual({ token: before?.token, open_submissions: before?.open_submissions })
    await expect(showEntry(deps, entry)).rejects.toMatchObject({ code: 'NO_VIDEO' })
  })
})
