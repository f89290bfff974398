import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { captionTrack, workKey } from '../../lambdas/contract/media-objects.ts'
import { moveEntry, readEntry } from '../../lambdas/records/archive.ts'
import { FETCH_LIMITS, type FetchDeps, fetchSource } from '../../lambdas/source/fetch-source.ts'
import { settleSource } from '../../lambdas/source/settle.ts'
import { youtubeAccess, ytDlp } from '../../lambdas/source/yt-dlp.ts'
import { setUpBucket } from '../support/bucket.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, NOW, newUser } from '../support/users.ts'

const STAND_IN = join(import.meta.dirname, 'stand-in')
const PATH = [STAND_IN, dirname(process.execPath), '/usr/bin', '/bin'].join(':')

const [test, bucket] = await Promise.all([setUpTables(), setUpBucket()])
let deps: FetchDeps
/** A temporary folder for this file, because other tests fetch, too. */
let disk: string

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'disk-'))
  vi.stubEnv('TMPDIR', disk)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(disk, { recursive: true, force: true })
})
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  deps = {
    tables: test.tables,
    media: bucket.media,
    allowed: true,
    source: vi.fn(async () => ytDlp({ program: 'yt-dlp', path: PATH })),
    limits: { ...FETCH_LIMITS, bytes: 5_000_000 },
    now: () => NOW,
  }
})

async function entryOf(id: string, captions = true): Promise<ArchiveEntry> {
  const { uid } = await newUser(test.tables)
  const url = `https://www.youtube.com/watch?v=${id}`
  const entry = await heldEntry(test.tables, uid, { type: 'youtube', url, captions, durationSeconds: 84 })
  await moveEntry(test.tables, entry, { from: ['uploading'], to: 'queued', at: AT })
  return entry
}

const source = ({ uid, key }: ArchiveEntry) => workKey(uid, key, 'source.mp4')
const captions = ({ uid, key }: ArchiveEntry) => workKey(uid, key, 'captions.json')
const leftovers = async () => (await readdir(disk)).filter(name => name.startsWith('fetch-'))

describe('fetching a YouTube video', () => {
  it('stores its sound where an upload’s copy would be, with human captions beside it', async () => {
    const entry = await entryOf('captions___')
    await fetchSource(deps, entry)
    expect(await bucket.keys()).toEqual(expect.arrayContaining([source(entry), captions(entry)]))
    expect(await bucket.typeOf(source(entry))).toBe('audio/mp4')
    expect(captionTrack.parse(await bucket.json(captions(entry))).transcript.words).toHaveLength(2)
    expect(await readEntry(test.tables, entry)).toMatchObject({ status: 'fetching' })
  })

  it('stores something that is settled like an upload', async () => {
    const entry = await entryOf('plain______')
    await fetchSource(deps, entry)
    await settleSource({ ...deps, division: { fromSeconds: 0, mostParts: 12 } }, entry)
    expect(await readEntry(test.tables, entry)).toMatchObject({ status: 'listening', duration_seconds: 84 })
  })

  it('fetches nothing a second time', async () => {
    const entry = await entryOf('plain______')
    await fetchSource(deps, entry)
    await fetchSource(deps, entry)
    expect(deps.source).toHaveBeenCalledTimes(1)
  })

  it('does not look for captions if the user prefers transcription', async () => {
    const entry = await entryOf('captions___', false)
    await fetchSource(deps, entry)
    expect(await bucket.keys()).not.toContain(captions(entry))
  })

  it('leaves nothing on the disk, whether it succeeds or not', async () => {
    const before = await leftovers()
    await fetchSource(deps, await entryOf('plain______'))
    await expect(fetchSource(deps, await entryOf('robot______'))).rejects.toMatchObject({ name: 'YOUTUBE_BLOCKED' })
    expect(await leftovers()).toEqual(before)
  })

  it('stores nothing of a failed fetch', async () => {
    const entry = await entryOf('status_403_')
    await expect(fetchSource(deps, entry)).rejects.toMatchObject({ name: 'YOUTUBE_BLOCKED' })
    expect((await bucket.keys()).filter(key => key.includes(entry.uid))).toEqual([])
  })

  it('is refused before YouTube is called if the operator does not allow it', async () => {
    const entry = await entryOf('plain______')
    await expect(fetchSource({ ...deps, allowed: false }, entry)).rejects.toMatchObject({ name: 'YOUTUBE_OFF' })
    expect(deps.source).not.toHaveBeenCalled()
  })
})

it('uses the secret’s proxy and cookies and ignores its other keys', () => {
  expect(youtubeAccess('{"note":"x","proxy":"http://p","cookies":"c"}')).toEqual({ proxy: 'http://p', cookies: 'c' })
  expect(youtubeAccess('{"note":"x"}')).toEqual({ proxy: undefined, cookies: undefined })
})

it('names a malformed secret without quoting it', () => {
  for (const broken of ['sekret', '["sekret"]', '{"cookies":5,"proxy":"sekret"}'])
    expect(() => youtubeAccess(broken)).toThrow(/^(?!.*sekret).*JSON/)
})
