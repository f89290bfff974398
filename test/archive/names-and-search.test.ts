import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ArchiveDeps, deleteWithObjects, listArchive, rename, showEntry } from '../../lambdas/archive/entries.ts'
import { downloadSubtitle } from '../../lambdas/archive/finished-subtitle.ts'
import { SEARCHED_ENTRIES } from '../../lambdas/contract/limits.ts'
import { subtitleKey } from '../../lambdas/contract/media-objects.ts'
import { nameOf } from '../../lambdas/contract/title.ts'
import { buildEntryMessage } from '../../lambdas/email/entry-message.ts'
import { moveEntry, readEntry } from '../../lambdas/records/archive.ts'
import { searchPage } from '../../lambdas/records/archive-pages.ts'
import { deliver, refund } from '../../lambdas/records/ledger/index.ts'
import { addProcessingTime } from '../../lambdas/records/processing-times.ts'
import { put, write } from '../../lambdas/records/transaction.ts'
import { readUser } from '../../lambdas/records/users.ts'
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

async function closed(name: string) {
  const entry = await heldEntry(tables.tables, uid, { name })
  await refund(tables.tables, entry, { failure: 'ENGINE_ERROR', at: AT })
  return entry
}
const names = async (search: string, page = 1) =>
  (await listArchive(deps, { uid, page, search })).entries.map(
    ({ title, display_name }) => display_name ?? title.slice(15),
  )

describe('a renamed video', () => {
  it('has its new name in the archive, in emails and as a file, and keeps every stored key', async () => {
    const entry = await heldEntry(tables.tables, uid, { name: 'VID_2034.mp4' })
    await media.put(subtitleKey(uid, entry.title), '1\n00:00:00,000 --> 00:00:01,000\n안녕\n')
    await deliver(tables.tables, entry, delivery(entry))
    const shown = await rename(deps, entry, ' 면접 1차 ')
    expect(shown).toMatchObject({ display_name: '면접 1차', title: entry.title, srt_title: `${entry.title}.srt` })
    const { filename, url } = await downloadSubtitle(deps, { uid, key: entry.key, format: 'srt' })
    expect(filename).toBe('면접 1차.srt')
    expect(await (await fetch(url)).text()).toContain('안녕')
    const stored = await readEntry(tables.tables, entry)
    expect(stored && buildEntryMessage('done', stored, 'https://jamak').subject).toContain('면접 1차')
    const logged = (await tables.rows('logs')).filter(row => row.uid === uid && row.action === 'rename_video')
    expect(logged).toMatchObject([{ details: { key: entry.key }, before: 'VID_2034.mp4', after: '면접 1차' }])
  })

  it.each([
    ['a/b\\c', 'a b c'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['\u0024{filename}', '{filename}'],
    ['줄\n바꿈', '줄 바꿈'],
    ['가'.repeat(200), '가'.repeat(150)],
  ])('is called safely: %j', async (name, safe) => {
    const entry = await closed('talk.mp4')
    expect(await rename(deps, entry, name)).toMatchObject({ display_name: safe })
  })

  it('cannot be another user’s', async () => {
    const entry = await closed('talk.mp4')
    const other = (await newUser(tables.tables)).uid
    await expect(rename(deps, { uid: other, key: entry.key }, '남의 것')).rejects.toMatchObject({ code: 'NO_VIDEO' })
    expect(await showEntry(deps, entry)).not.toHaveProperty('display_name')
  })
})

describe('a search in the archive', () => {
  it('finds names by any part, in any case and Unicode form, newest first, five per page', async () => {
    for (const name of ['Lecture 1.mp4', '인터뷰.mp4', 'LECTURE 2.mp4', 'Team ＬＥＣＴＵＲＥ.mp4']) await closed(name)
    expect(await names('lecture')).toEqual(['Team ＬＥＣＴＵＲＥ.mp4', 'LECTURE 2.mp4', 'Lecture 1.mp4'])
    expect(await names('인터뷰'.normalize('NFD'))).toEqual(['인터뷰.mp4'])
    expect(await names('nothing')).toEqual([])
    for (let i = 3; i <= 5; i += 1) await closed(`lecture ${i}.mp4`)
    expect(await names('lecture', 1)).toHaveLength(5)
    expect(await names('lecture', 2)).toEqual(['Lecture 1.mp4'])
    expect(await listArchive(deps, { uid, page: 9, search: 'lecture' })).toMatchObject({ page: 2, pages: 2, total: 6 })
  })

  it('can be sorted by name, with 9 before 10, or by what needs checking', async () => {
    for (const name of ['lecture 10.mp4', 'lecture 9.mp4', '강의.mp4']) {
      const row = await readEntry(tables.tables, await closed(name))
      const certificate = { cues: 9, kept: 9, flags: {}, source: 'recognition', rehearsal: false }
      const doubts = name === 'lecture 9.mp4' ? 3 : 0
      await write(tables.tables, put(tables.tables.archive, { ...row, certificate: { ...certificate, doubts } }))
    }
    const ordered = async (order: 'name' | 'doubts', search?: string) =>
      (await listArchive(deps, { uid, page: 1, rows: 30, order, search })).entries.map(entry => nameOf(entry))
    expect(await ordered('name')).toEqual(['강의.mp4', 'lecture 9.mp4', 'lecture 10.mp4'])
    expect(await ordered('name', 'lecture')).toEqual(['lecture 9.mp4', 'lecture 10.mp4'])
    expect(await ordered('doubts')).toEqual(['lecture 9.mp4', '강의.mp4', 'lecture 10.mp4'])
  })

  it('uses the name that the owner gave, and does not find deleted videos', async () => {
    const entry = await closed('VID_2034.mp4')
    await rename(deps, entry, '졸업식')
    expect(await names('졸업')).toEqual(['졸업식'])
    expect(await names('VID')).toEqual([])
    await deleteWithObjects(deps, entry)
    expect(await names('졸업')).toEqual([])
  })

  it('finds no other users’ videos', async () => {
    await closed('mine.mp4')
    uid = (await newUser(tables.tables)).uid
    expect(await names('mine')).toEqual([])
  })

  it('examines the newest thousand entries and says so', async () => {
    const first = await closed('needle.mp4')
    const sample = await readEntry(tables.tables, first)
    const rows = Array.from({ length: SEARCHED_ENTRIES }, (_, i) => {
      const key = String(30_000_000_000_000 + i)
      return put(tables.tables.archive, { ...sample, key, title: `${key}_talk.mp4`, number: i + 2 })
    })
    for (const row of rows) await write(tables.tables, row)
    const user = await readUser(tables.tables, uid)
    if (!user) throw new Error('no user')
    const search = (text: string) =>
      searchPage(
        tables.tables,
        { ...user, archive_count: rows.length + 1, archive_deleted: 0 },
        { text, page: 1, rows: 5, order: 'newest' },
      )
    expect(await search('needle')).toMatchObject({ total: 0, searched: SEARCHED_ENTRIES })
    expect(await search('talk')).toMatchObject({ total: SEARCHED_ENTRIES, pages: 200 })
  })

  it('is allowed a limited number of times per hour', async () => {
    const later = { ...deps, now: () => NOW + 7_200_000 }
    const person = await newUser(tables.tables)
    const window = Math.floor(later.now() / 1000 / 3600)
    const id = `allowance#search#${person.uid}#${window}`
    await write(tables.tables, put(tables.tables.service, { id, uses: 600 }))
    const asked = listArchive(later, { uid: person.uid, page: 1, search: 'x' })
    await expect(asked).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await listArchive(later, { uid: person.uid, page: 1 })).toMatchObject({ total: 0 })
  })
})

describe('a video that is being transcribed', () => {
  it('shows the estimated time left once enough other videos are done', async () => {
    const entry = await heldEntry(tables.tables, uid, { durationSeconds: 600 })
    const started = new Date(NOW - 60_000).toISOString()
    const set = { heard_at: started }
    await moveEntry(tables.tables, entry, { from: ['uploading'], to: 'listening', at: started, set })
    expect(await showEntry(deps, entry)).not.toHaveProperty('left')
    for (const took of [240, 300, 360]) await addProcessingTime(tables.tables, { length: 600, took })
    const { left } = await showEntry(deps, entry)
    expect(left?.from).toBeCloseTo(204)
    expect(left?.to).toBeCloseTo(276)
    expect((await listArchive(deps, { uid, page: 1 })).entries[0]?.left).toEqual(left)
    expect(await showEntry(deps, entry)).not.toHaveProperty('heard_at')
  })
})
