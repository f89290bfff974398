import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ArchiveDeps, deleteWithObjects, listArchive } from '../../lambdas/archive/entries.ts'
import { storePicture } from '../../lambdas/archive/picture.ts'
import { MOST_PICTURE_BYTES } from '../../lambdas/contract/limits.ts'
import { pictureKey } from '../../lambdas/contract/media-objects.ts'
import { entryView } from '../../lambdas/contract/views.ts'
import { deliver } from '../../lambdas/records/ledger/index.ts'
import { setSuspended } from '../../lambdas/records/users.ts'
import { smallJpeg } from '../support/jpeg.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { delivery, heldEntry, NOW, newUser } from '../support/users.ts'

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])
const JPEG = smallJpeg(192, 108)
let now = NOW
let deps: ArchiveDeps
let uid: string

beforeAll(() => {
  deps = { tables: tables.tables, media: media.media, now: () => now, newId: () => 'name' }
})
beforeEach(async () => {
  now = NOW
  uid = (await newUser(tables.tables)).uid
})

const store = (entry: { uid: string; key: string }, bytes = JPEG) => storePicture(deps, entry, bytes.toString('base64'))

async function shownPicture(): Promise<string | undefined> {
  const { entries } = await listArchive(deps, { uid, page: 1 })
  for (const view of entries) expect(entryView.strict().parse(view)).toEqual(view)
  return entries[0]?.thumbnail
}

describe('a frame of an upload', () => {
  it('is shown in the archive by a link that returns the same image', async () => {
    const entry = await heldEntry(tables.tables, uid)
    expect(await shownPicture()).toBeUndefined()
    await store(entry)
    // The bucket checks the link's age against the real clock.
    now = Date.now()
    const answer = await fetch((await shownPicture()) ?? '')
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(JPEG)
  })

  it('keeps its link for an hour, so that a list requested every few seconds loads it once', async () => {
    const entry = await heldEntry(tables.tables, uid)
    await store(entry)
    now = Math.ceil(NOW / 3_600_000) * 3_600_000
    const first = await shownPicture()
    now += 3_599_000
    expect(await shownPicture()).toBe(first)
    now += 1_000
    expect(await shownPicture()).not.toBe(first)
  })

  it('is deleted with its entry', async () => {
    const entry = await heldEntry(tables.tables, uid)
    await store(entry)
    await deliver(tables.tables, entry, delivery(entry))
    await deleteWithObjects(deps, entry)
    expect(await media.has(pictureKey(uid, entry.title))).toBe(false)
    await expect(store(entry)).rejects.toMatchObject({ code: 'NO_VIDEO' })
    expect(await media.has(pictureKey(uid, entry.title))).toBe(false)
  })

  it.each([
    ['is no JPEG', Buffer.from('<html><script>alert(1)</script>')],
    ['has more pixels than the list shows', smallJpeg(1920, 1080)],
    ['has more bytes than a small picture', smallJpeg(192, 108, MOST_PICTURE_BYTES)],
  ])('is refused if it %s', async (_, bytes) => {
    const entry = await heldEntry(tables.tables, uid)
    await expect(store(entry, bytes)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await media.has(pictureKey(uid, entry.title))).toBe(false)
  })

  it('is refused from another user and from a suspended one', async () => {
    const entry = await heldEntry(tables.tables, uid)
    const other = await newUser(tables.tables)
    await expect(store({ uid: other.uid, key: entry.key })).rejects.toMatchObject({ code: 'NO_VIDEO' })
    await setSuspended(tables.tables, uid, '사유')
    await expect(store(entry)).rejects.toMatchObject({ code: 'SUSPENDED' })
    expect(media.keys().filter(key => key.endsWith('.jpg') && key.includes(uid))).toEqual([])
  })
})

describe('a YouTube video', () => {
  it('is shown with YouTube’s picture, and takes no other', async () => {
    const thumbnail = 'https://i.ytimg.com/vi/abcdefghijk/mqdefault.jpg'
    const entry = await heldEntry(tables.tables, uid, { type: 'youtube', thumbnail })
    expect(await shownPicture()).toBe(thumbnail)
    await expect(store(entry)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
