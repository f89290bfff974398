import { beforeEach, describe, expect, it } from 'vitest'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { entryView as viewSchema } from '../../lambdas/contract/views.ts'
import { type EntryRef, keepUploadId, listOpen, moveEntry, readEntry } from '../../lambdas/records/archive.ts'
import { entryView } from '../../lambdas/records/archive-pages.ts'
import { deliver, refund } from '../../lambdas/records/ledger/index.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, iso, NOW, newUser } from '../support/users.ts'

const test = await setUpTables()
let entry: ArchiveEntry

beforeEach(async () => {
  entry = await heldEntry(test.tables, (await newUser(test.tables)).uid)
})

const stored = () => readEntry(test.tables, entry)
const LATER = iso(NOW + 60_000)

async function listed(until: string): Promise<string[]> {
  const found: EntryRef[] = []
  for await (const ref of listOpen(test.tables, until)) if (ref.uid === entry.uid) found.push(ref)
  return found.map(({ key }) => key)
}

describe('a change of status', () => {
  it('happens once, and only from the statuses it allows', async () => {
    const move = { from: ['uploading'], to: 'queued', at: LATER } as const
    expect(await moveEntry(test.tables, entry, move)).toBe(true)
    expect(await stored()).toMatchObject({ status: 'queued', changed_at: LATER })
    expect(await moveEntry(test.tables, entry, move)).toBe(false)
  })

  it('writes other fields in the same write', async () => {
    const move = { from: ['uploading'], to: 'listening', at: AT, set: { duration_seconds: 12, size: 5 } } as const
    await moveEntry(test.tables, entry, move)
    expect(await stored()).toMatchObject({ status: 'listening', duration_seconds: 12, size: 5 })
  })

  it('of a closed or missing entry changes nothing', async () => {
    await refund(test.tables, entry, { failure: 'ABORTED', at: AT })
    const move = { from: ['uploading', 'queued', 'listening'], to: 'writing', at: AT } as const
    expect(await moveEntry(test.tables, entry, move)).toBe(false)
    expect(await moveEntry(test.tables, { uid: 'nobody', key: entry.key }, move)).toBe(false)
    expect((await stored())?.status).toBe('failed')
  })
})

describe('the list of open entries', () => {
  it('contains every entry that was opened up to a given time, and no closed one', async () => {
    expect(await listed(LATER)).toEqual([entry.key])
    expect(await listed(iso(NOW - 1))).toEqual([])
    await deliver(test.tables, entry, delivery(entry))
    expect(await listed(LATER)).toEqual([])
  })
})

it('the id of a multipart upload is stored once, and only while the upload is awaited', async () => {
  expect(await keepUploadId(test.tables, entry, 'upload-1')).toBe(true)
  expect(await keepUploadId(test.tables, entry, 'upload-2')).toBe(false)
  expect((await stored())?.upload_id).toBe('upload-1')
})

describe('an entry as the page sees it', () => {
  const DAY = 24 * 60 * 60 * 1000

  it('has no internal fields and explains a failure in words', () => {
    const view = entryView({ ...entry, status: 'failed', failure: 'NO_SPEECH', upload_id: 'secret' }, NOW)
    expect(view).toMatchObject({ failureText: '영어 음성을 찾지 못했어요.', videoKept: true })
    for (const hidden of ['open_since', 'changed_at', 'message', 'upload_id']) expect(view).not.toHaveProperty(hidden)
  })

  it('has only the fields of the contract', () => {
    const times = { fed_at: AT, heard_at: AT, started_at: AT, picture_at: AT, changed_at: AT }
    const edits = { edit_version: 1, edit_name: 'b', edit_before: 'a', asked_again: 1, youtube_texts: 1 }
    expect(viewSchema.strict().safeParse(entryView({ ...entry, ...times, ...edits }, NOW)).success).toBe(true)
  })

  it('reports its video as kept for three days, and never if the video is missing', () => {
    expect(entryView(entry, NOW + 3 * DAY - 1).videoKept).toBe(true)
    expect(entryView(entry, NOW + 3 * DAY).videoKept).toBe(false)
    expect(entryView({ ...entry, type: 'youtube' }, NOW + 30 * DAY).videoKept).toBe(true)
    expect(entryView({ ...entry, failure: 'UPLOAD_NEVER_CAME' }, NOW).videoKept).toBe(false)
  })
})
