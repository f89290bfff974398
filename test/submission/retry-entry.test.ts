import { CopyObjectCommand } from '@aws-sdk/client-s3'
import { expect, it } from 'vitest'
import { type ArchiveEntry, FAILURE_TEXT } from '../../lambdas/contract/archive-entry.ts'
import { videoKey, workKey } from '../../lambdas/contract/media-objects.ts'
import { moveEntry, readEntry } from '../../lambdas/records/archive.ts'
import { refund, settle } from '../../lambdas/records/ledger/index.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { removePrefix } from '../../lambdas/runtime/media-bucket.ts'
import { retryEntry } from '../../lambdas/submission/retry-entry.ts'
import { AT, heldEntry, newUser } from '../support/users.ts'
import { setUpSubmissions, submitterOf } from './deps.ts'

const test = await setUpSubmissions()
const { media, tables } = test

async function failed(changes = {}): Promise<ArchiveEntry> {
  const entry = await heldEntry(tables.tables, test.uid, { name: '강의 +1 (a&b).mp4', ...changes })
  await settle(tables.tables, entry, { durationSeconds: 120, at: AT })
  await refund(tables.tables, entry, { failure: 'ENGINE_ERROR', at: AT })
  return entry
}
const retry = (key: string, submitter = submitterOf(test.uid)) => retryEntry(test.deps, submitter, key)
const contentOf = async (key: string) => {
  const chunks: Buffer[] = []
  for await (const chunk of media.cloud.s3.read('media', key)?.stream() ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

it('a failed upload is retried as a new entry with its own hold, from the copy that was transcribed', async () => {
  const old = await failed()
  await media.put(videoKey(test.uid, old.title), 'written over since')
  await media.put(workKey(test.uid, old.key, 'source.mp4'), 'as heard')
  const { entry } = await retry(old.key)
  expect(entry).toMatchObject({ status: 'uploading', used_token: 20, duration_seconds: 120, size: 8, number: 2 })
  expect(entry.title).toBe(`${entry.key}_강의 +1 (a&b).mp4`)
  expect(await contentOf(videoKey(test.uid, entry.title))).toBe('as heard')
  expect(media.cloud.created.at(-1)?.key).toBe(videoKey(test.uid, entry.title))
  expect((await readUser(tables.tables, test.uid))?.token).toBe(180)
  expect((await readEntry(tables.tables, old))?.status).toBe('failed')
})

it('a retry keeps register, profile and glossary choice of the failed entry', async () => {
  const old = await failed({ register: 'banmal', profile: 'shorts', glossary: false })
  await media.put(videoKey(test.uid, old.title), 'the upload')
  expect((await retry(old.key)).entry).toMatchObject({ register: 'banmal', profile: 'shorts', glossary: false })
})

it('a retry uses the upload if there is no copy', async () => {
  const old = await failed()
  await media.put(videoKey(test.uid, old.title), 'the upload')
  const { entry } = await retry(old.key)
  expect(await contentOf(videoKey(test.uid, entry.title))).toBe('the upload')
})

it('repeating the retry request creates nothing new', async () => {
  const old = await failed()
  await media.put(videoKey(test.uid, old.title))
  const submitter = submitterOf(test.uid)
  const first = await retry(old.key, submitter)
  expect(await retry(old.key, submitter)).toEqual(first)
  expect(await readUser(tables.tables, test.uid)).toMatchObject({ token: 180, open_submissions: 1 })
})

it('repeating the retry request repairs a failed copy', async () => {
  const old = await failed()
  await media.put(videoKey(test.uid, old.title))
  const submitter = submitterOf(test.uid)
  const { deps } = test
  const real = await deps.media.client()
  const broken = Object.assign(Object.create(real), {
    send: async (command: { constructor: { name: string } }) => {
      if (command.constructor.name === 'CopyObjectCommand') throw new Error('SlowDown')
      return real.send(Object.assign(command))
    },
  })
  const cut = retryEntry({ ...deps, media: { ...deps.media, client: async () => broken } }, submitter, old.key)
  await expect(cut).rejects.toThrow('SlowDown')
  const { entry } = await retry(old.key, submitter)
  expect(await media.has(videoKey(test.uid, entry.title))).toBe(true)
  expect(await readUser(tables.tables, test.uid)).toMatchObject({ token: 180, open_submissions: 1 })
})

it('a failed YouTube video is fetched again and held at its current length', async () => {
  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  const old = await failed({ type: 'youtube', url })
  test.videos.set('dQw4w9WgXcQ', { title: 'New title', durationSeconds: 66 })
  const { entry } = await retry(old.key)
  expect(entry).toMatchObject({ type: 'youtube', url, status: 'queued', used_token: 11 })
  expect(test.machines.started).toHaveLength(1)
})

it('a retry is refused for an entry that has not failed, is somebody else’s, or is no longer kept', async () => {
  const open = await heldEntry(tables.tables, test.uid)
  await expect(retry(open.key)).rejects.toMatchObject({ code: 'NOT_FAILED' })
  const old = await failed()
  await expect(retry(old.key)).rejects.toMatchObject({ code: 'VIDEO_GONE' })
  const stranger = (await newUser(tables.tables)).uid
  await expect(retry(old.key, submitterOf(stranger))).rejects.toMatchObject({ code: 'NO_VIDEO' })
  expect(await readUser(tables.tables, test.uid)).toMatchObject({ open_submissions: 1 })
})

it.each([
  'NOT_ENGLISH',
  'NO_SPEECH',
  'NO_AUDIO',
  'NOT_A_VIDEO',
  'DAMAGED_VIDEO',
  'UNSUPPORTED_AUDIO',
  'TOO_LONG',
] as const)('is refused with the reason where the video itself is the cause: %s', async failure => {
  const old = await heldEntry(tables.tables, test.uid)
  await refund(tables.tables, old, { failure, at: AT })
  await media.put(videoKey(test.uid, old.title))
  await expect(retry(old.key)).rejects.toMatchObject({
    code: 'RETRY_USELESS',
    status: 409,
    message: `${FAILURE_TEXT[failure]} 다시 만들어도 결과가 같아요.`,
  })
  expect(await readUser(tables.tables, test.uid)).toMatchObject({ token: 200, open_submissions: 0, day_submissions: 1 })
})

it('retries of a video that keeps failing after transcription stop at the daily budget, far below thirty', async () => {
  let last = await failed()
  await media.put(videoKey(test.uid, last.title))
  let accepted = 0
  const again = async () => {
    for (; accepted < 30; accepted++) {
      const { entry } = await retry(last.key)
      last = { ...last, ...entry }
      await settle(tables.tables, last, { durationSeconds: 300, at: AT })
      await moveEntry(tables.tables, last, { from: ['uploading'], to: 'listening', at: AT })
      await refund(tables.tables, last, { failure: 'ENGINE_ERROR', at: AT })
    }
  }
  await expect(again()).rejects.toMatchObject({ code: 'TOO_MUCH_REFUNDED', retryAfter: 35_434 })
  expect(accepted).toBe(12)
  expect((await readUser(tables.tables, test.uid))?.token).toBe(200)
})

it('a retry whose video is deleted while it is copied is refused, and its tokens are returned', async () => {
  const old = await failed()
  await media.put(workKey(test.uid, old.key, 'source.mp4'), 'as heard')
  const client = await media.media.client()
  const deleting = Object.create(client)
  deleting.send = async (command: object) => {
    if (command instanceof CopyObjectCommand) await removePrefix(media.media, `work/${test.uid}/`)
    return Reflect.apply(client.send, client, [command])
  }
  const racing = { ...test.deps, media: { ...media.media, client: async () => deleting } }
  await expect(retryEntry(racing, submitterOf(test.uid), old.key)).rejects.toMatchObject({ code: 'VIDEO_GONE' })
  expect((await readUser(tables.tables, test.uid))?.token).toBe(200)
})
