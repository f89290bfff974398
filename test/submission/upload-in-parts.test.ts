import { describe, expect, it } from 'vitest'
import { MULTIPART_FROM_BYTES, PART_BYTES } from '../../lambdas/contract/limits.ts'
import { videoKey } from '../../lambdas/contract/media-objects.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import { videoSubmission } from '../../lambdas/contract/views.ts'
import { moveEntry } from '../../lambdas/records/archive.ts'
import { refund } from '../../lambdas/records/ledger/index.ts'
import { submitVideo } from '../../lambdas/submission/submit-video.ts'
import { completeUpload, signParts } from '../../lambdas/submission/upload-in-parts.ts'
import { AT, newUser } from '../support/users.ts'
import { setUpSubmissions, submitterOf } from './deps.ts'

const LAST_BYTES = 1234
const SIZE = MULTIPART_FROM_BYTES + LAST_BYTES
const PART = Buffer.alloc(PART_BYTES, 1)
const LAST = Buffer.alloc(LAST_BYTES, 2)

const test = await setUpSubmissions()
const { media, tables } = test

const body = videoSubmission.parse({ filename: 'long.mp4', size: SIZE, type: 'video/mp4', durationSeconds: 60 })

async function begin(submitter = submitterOf(test.uid)): Promise<{ key: string; title: string; uploadId: string }> {
  const { entry, post, multipart } = await submitVideo(test.deps, submitter, body)
  expect(post).toBeUndefined()
  expect(multipart).toMatchObject({ partBytes: PART_BYTES, parts: 3 })
  return { key: entry.key, title: entry.title, uploadId: multipart?.uploadId ?? '' }
}
const sign = (key: string, uploadId: string, parts: number[]) =>
  signParts(test.deps, { uid: test.uid, key }, { uploadId, parts })
const complete = (key: string, uploadId: string) => completeUpload(test.deps, { uid: test.uid, key }, { uploadId })
const put = async (url: string | undefined, part: Buffer) =>
  fetch(url ?? '', { method: 'PUT', body: new Uint8Array(part) })
const urlOf = ({ urls }: RouteResponse<'signParts'>, part: number) => urls.find(one => one.part === part)?.url

describe('an upload in parts', () => {
  it('accepts parts of the signed length and is completed when all have arrived', async () => {
    const { key, title, uploadId } = await begin()
    const signed = await sign(key, uploadId, [1, 2, 3])
    expect(signed.received).toEqual([])
    for (const [part, bytes] of [
      [1, PART],
      [2, PART],
      [3, LAST],
    ] as const)
      expect((await put(urlOf(signed, part), bytes)).status).toBe(200)
    await complete(key, uploadId)
    const object = media.cloud.s3.read('media', videoKey(test.uid, title))
    expect(object?.size).toBe(SIZE)
    expect(object?.headers['content-type']).toBe('video/mp4')
  })

  it('refuses a part of another length than signed', async () => {
    const { key, uploadId } = await begin()
    const signed = await sign(key, uploadId, [1, 3])
    expect((await put(urlOf(signed, 3), Buffer.alloc(LAST_BYTES + 1))).status).toBe(403)
    expect((await put(urlOf(signed, 1), LAST)).status).toBe(403)
  })

  it('that was interrupted resumes with the missing parts', async () => {
    const { key, uploadId } = await begin()
    await put(urlOf(await sign(key, uploadId, [2]), 2), PART)
    await expect(complete(key, uploadId)).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' })
    const { received, ...signed } = await sign(key, uploadId, [1, 3])
    expect(received).toMatchObject([{ part: 2, size: PART_BYTES }])
    await put(urlOf({ ...signed, received }, 1), PART)
    await put(urlOf({ ...signed, received }, 3), LAST)
    await complete(key, uploadId)
  })

  it('is the same upload for the same request, even if it is sent twice at once', async () => {
    const submitter = submitterOf(test.uid)
    const begun = await Promise.all([begin(submitter), begin(submitter)])
    begun.push(await begin(submitter))
    expect(new Set(begun.map(({ uploadId }) => uploadId)).size).toBe(1)
  })

  it('can be completed again, even after processing has begun', async () => {
    const { key, uploadId } = await begin()
    const signed = await sign(key, uploadId, [1, 2, 3])
    await Promise.all([put(urlOf(signed, 1), PART), put(urlOf(signed, 2), PART), put(urlOf(signed, 3), LAST)])
    await complete(key, uploadId)
    expect(await complete(key, uploadId)).toEqual({})
    await moveEntry(tables.tables, { uid: test.uid, key }, { from: ['uploading'], to: 'queued', at: AT })
    expect(await complete(key, uploadId)).toEqual({})
    await expect(sign(key, uploadId, [1])).rejects.toMatchObject({ code: 'UPLOAD_CLOSED' })
  })
})

describe('an upload in parts is refused', () => {
  it('for parts that it does not have', async () => {
    const { key, uploadId } = await begin()
    await expect(sign(key, uploadId, [4])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('for another upload’s id and for another user', async () => {
    const { key, uploadId } = await begin()
    await expect(sign(key, 'another', [1])).rejects.toMatchObject({ code: 'UPLOAD_CLOSED' })
    const stranger = (await newUser(tables.tables)).uid
    const theirs = signParts(test.deps, { uid: stranger, key }, { uploadId, parts: [1] })
    await expect(theirs).rejects.toMatchObject({ code: 'NO_VIDEO' })
  })

  it('once its entry is closed', async () => {
    const { key, uploadId } = await begin()
    await refund(tables.tables, { uid: test.uid, key }, { failure: 'UPLOAD_NEVER_CAME', at: AT })
    await expect(sign(key, uploadId, [1])).rejects.toMatchObject({ code: 'UPLOAD_CLOSED' })
    await expect(complete(key, uploadId)).rejects.toMatchObject({ code: 'UPLOAD_CLOSED' })
  })
})
