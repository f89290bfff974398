import { describe, expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES, mostUploadBytes } from '../../lambdas/contract/limits.ts'
import { videoKey } from '../../lambdas/contract/media-objects.ts'
import { entryView, videoSubmission } from '../../lambdas/contract/views.ts'
import { moveEntry, readEntry } from '../../lambdas/records/archive.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { submitVideo } from '../../lambdas/submission/submit-video.ts'
import { AT } from '../support/users.ts'
import { setUpSubmissions, submitterOf } from './deps.ts'

const test = await setUpSubmissions()
const { media, tables } = test

const file = (changes: object = {}) =>
  videoSubmission.parse({ filename: 'talk.mp4', size: 10, type: 'video/mp4', durationSeconds: 65, ...changes })
const submit = (changes: object = {}, submitter = submitterOf(test.uid)) =>
  submitVideo(test.deps, submitter, file(changes))

/** Sends the form as a browser does. */
async function send(
  post: { url: string; fields: Record<string, string> } | undefined,
  body: string,
  changes: Record<string, string> = {},
) {
  if (!post) throw new Error('no form')
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...post.fields, ...changes })) form.append(name, value)
  form.append('file', new Blob([body], { type: 'video/mp4' }), 'another name.mp4')
  return fetch(post.url, { method: 'POST', body: form })
}

describe('a submitted file', () => {
  it('holds tokens and returns a form that uploads to the entry’s key', async () => {
    const { entry, post, multipart } = await submit({ filename: '강의 \u0024{filename} 1/2.mp4' })
    expect(entryView.strict().parse(entry)).toMatchObject({ status: 'uploading', used_token: 10, type: 'video' })
    expect(multipart).toBeUndefined()
    expect((await readUser(tables.tables, test.uid))?.token).toBe(190)
    expect((await send(post, '0123456789')).status).toBeLessThan(300)
    const object = media.cloud.s3.read('media', videoKey(test.uid, entry.title))
    expect(object?.size).toBe(10)
    expect(object?.headers['content-type']).toBe('video/mp4')
  })

  it.each<[string, string, Record<string, string>]>([
    ['larger than announced', '0123456789x', {}],
    ['empty', '', {}],
    ['of another type', '0123456789', { 'Content-Type': 'text/html' }],
    ['under another key', '0123456789', { key: 'videos/somebody/20240101000000_x.mp4' }],
  ])('that comes %s is refused by the bucket', async (_how, body, changes) => {
    const { entry, post } = await submit()
    expect((await send(post, body, changes)).status).toBeGreaterThanOrEqual(400)
    expect(await media.has(videoKey(test.uid, entry.title))).toBe(false)
  })

  it('stores the subtitle profile, standard by default', async () => {
    expect((await submit()).entry.profile).toBe('standard')
    const { entry } = await submit({ profile: 'sdh-children' })
    expect((await readEntry(tables.tables, entry))?.profile).toBe('sdh-children')
  })

  it('can be uploaded for an hour', async () => {
    const { post } = await submit()
    media.cloud.clock.now += 61 * 60 * 1000
    expect((await send(post, '0123456789')).status).toBe(403)
    media.cloud.clock.now -= 61 * 60 * 1000
  })

  it('submitted twice with one idempotency key returns the same entry with a working form', async () => {
    const submitter = submitterOf(test.uid)
    const first = await submit({}, submitter)
    const again = await submit({}, submitter)
    expect(again.entry).toEqual(first.entry)
    expect((await send(again.post, '0123456789')).status).toBeLessThan(300)
    expect((await readUser(tables.tables, test.uid))?.open_submissions).toBe(1)
    await expect(submit({ size: 11 }, submitter)).rejects.toMatchObject({ code: 'KEY_REUSED' })
  })

  it('that has arrived gets no new form', async () => {
    const submitter = submitterOf(test.uid)
    const { entry } = await submit({}, submitter)
    await moveEntry(tables.tables, entry, { from: ['uploading'], to: 'queued', at: AT })
    const again = await submit({}, submitter)
    expect(again).toMatchObject({ entry: { key: entry.key, status: 'queued' } })
    expect(again.post ?? again.multipart).toBeUndefined()
  })
})

describe('a file is refused, and nothing is held,', () => {
  it.each([
    ['NOT_MP4', { type: 'video/webm' }],
    ['NOT_MP4', { type: '' }],
    ['TOO_LARGE', { size: MAX_UPLOAD_BYTES + 1 }],
    ['TOO_LARGE', { size: mostUploadBytes(5) + 1, durationSeconds: 5 }],
    ['TOO_LONG', { durationSeconds: 4 * 3600 + 1 }],
    ['BAD_REQUEST', { register: 'hapnida' }],
    ['INSUFFICIENT_TOKENS', { durationSeconds: 4 * 3600 }],
  ])('%s: %j', async (code, changes) => {
    await expect(submit(changes)).rejects.toMatchObject({ code })
    expect(await readUser(tables.tables, test.uid)).toMatchObject({ token: 200, open_submissions: 0 })
  })

  it.each([
    ['size', -1],
    ['size', 0],
    ['size', 1.5],
    ['durationSeconds', Number.NaN],
    ['durationSeconds', Number.POSITIVE_INFINITY],
    ['durationSeconds', -60],
    ['filename', ''],
    ['register', 'rude'],
    ['profile', 'cinema'],
  ])('by its shape: %s %s', (field, value) => {
    expect(() => file({ [field]: value })).toThrow()
  })
})
