import { S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost, type PresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startCloud, type TestCloud } from '../../support/endpoint.ts'

const Bucket = 'media-bucket'
const Key = 'videos/kim/20240919093000_강의.mp4'
/** Placeholder in a key for the file name that the browser sends. */
const FILENAME = '$' + '{filename}'
let cloud: TestCloud
let s3: S3Client

beforeEach(async () => {
  cloud = await startCloud({
    s3: {
      corsOf: () => ({
        CorsRules: [{ AllowedMethods: ['POST', 'GET'], AllowedOrigins: ['*'], ExposedHeaders: ['ETag'], MaxAge: 300 }],
      }),
    },
  })
  s3 = new S3Client(cloud.client('SubmissionFunction'))
})
afterEach(() => cloud.close())

const sign = (more: Partial<PresignedPostOptions> = {}) =>
  createPresignedPost(s3, {
    Bucket,
    Key,
    Conditions: [
      ['content-length-range', 1, 100],
      ['eq', '$Content-Type', 'video/mp4'],
    ],
    Fields: { 'Content-Type': 'video/mp4' },
    Expires: 3600,
    ...more,
  })

const send = (
  post: PresignedPost,
  content: string | Uint8Array<ArrayBuffer>,
  changes: Record<string, string | undefined> = {},
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...post.fields, ...changes }))
    if (value !== undefined) form.append(name, value)
  form.append('file', new Blob([content], { type: 'text/plain' }), '강의.mp4')
  return fetch(post.url, { method: 'POST', body: form, headers: { origin: 'http://127.0.0.1:1' } })
}
const refusal = async (answer: Response) => {
  const xml = await answer.text()
  const of = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1]
  return { status: answer.status, code: of('Code'), message: of('Message') }
}

describe("a browser's form", () => {
  it('uploads a file that its policy allows', async () => {
    const answer = await send(await sign(), 'moving pictures')
    expect(answer.status).toBe(204)
    expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(cloud.s3.read(Bucket, Key)).toMatchObject({ size: 15, headers: { 'content-type': 'video/mp4' } })
    expect(cloud.created).toMatchObject([{ bucket: Bucket, key: Key, size: 15 }])
    expect(cloud.accesses).toEqual([
      { caller: 'SubmissionFunction', action: 's3:PutObject', resource: `arn:aws:s3:::${Bucket}/${Key}` },
    ])
  })

  it('is refused by name if it requests another response than 204', async () => {
    const post = await sign({ Fields: { 'Content-Type': 'video/mp4', success_action_status: '201' } })
    const answer = await send(post, 'x')
    expect(await refusal(answer)).toMatchObject({
      status: 501,
      code: 'NotImplemented',
      message: 'The local S3 does not support a form with the field success_action_status.',
    })
  })

  it.each([
    ['another key', { key: 'videos/lee/x.mp4' }, /Policy Condition failed/],
    ['another type', { 'Content-Type': 'text/html' }, /Policy Condition failed/],
    ['a missing type', { 'Content-Type': undefined }, /Policy Condition failed/],
    ['a field beyond the policy', { 'x-amz-meta-owner': 'lee' }, /Extra input fields: x-amz-meta-owner/],
    ['another bucket', { bucket: 'other-bucket' }, /another bucket/],
  ])('is refused with %s', async (_, changes, message) => {
    const answer = await refusal(await send(await sign(), 'x', changes))
    expect(answer).toMatchObject({ status: 403, code: 'AccessDenied', message: expect.stringMatching(message) })
    expect(cloud.created).toEqual([])
  })

  it('is refused in a bucket that its policy does not name', async () => {
    const post = await sign()
    const answer = await send({ ...post, url: post.url.replace(Bucket, 'other-bucket') }, 'x')
    expect(await refusal(answer)).toMatchObject({ code: 'AccessDenied' })
  })

  it('is refused if it is larger or smaller than allowed', async () => {
    const post = await sign()
    expect(await refusal(await send(post, 'x'.repeat(101)))).toMatchObject({ status: 400, code: 'EntityTooLarge' })
    expect(await refusal(await send(post, ''))).toMatchObject({ status: 400, code: 'EntityTooSmall' })
    expect((await send(post, 'x'.repeat(100))).status).toBe(204)
    expect(cloud.created).toHaveLength(1)
  })

  it('gets the reason for a refusal even with megabytes left to send', async () => {
    const answer = await send(await sign(), new Uint8Array(8 * 1024 ** 2))
    expect(await refusal(answer)).toMatchObject({ status: 400, code: 'EntityTooLarge' })
  })

  it('is refused after its policy has expired', async () => {
    const post = await sign()
    cloud.clock.now += 3601_000
    expect(await refusal(await send(post, 'x'))).toMatchObject({
      status: 403,
      message: 'Invalid according to Policy: Policy expired.',
    })
  })

  it('is refused with a forged policy or signature', async () => {
    const post = await sign()
    const forged = Buffer.from(JSON.stringify({ expiration: '2099-01-01T00:00:00Z', conditions: [] })).toString(
      'base64',
    )
    expect(await refusal(await send(post, 'x', { Policy: forged }))).toMatchObject({ code: 'SignatureDoesNotMatch' })
    expect(await refusal(await send(post, 'x', { Policy: undefined }))).toMatchObject({ code: 'AccessDenied' })
    expect(await refusal(await send(post, 'x', { 'X-Amz-Signature': '00' }))).toMatchObject({
      code: 'SignatureDoesNotMatch',
    })
  })

  it("is refused if its signer's role may not put the object", async () => {
    const strict = await startCloud({ isAllowed: () => false })
    const post = await createPresignedPost(new S3Client(strict.client('EmailFunction')), { Bucket, Key })
    expect(await refusal(await send(post, 'x'))).toMatchObject({ status: 403, code: 'AccessDenied' })
    expect(strict.denials).toHaveLength(1)
    await strict.close()
  })

  it('without a file is refused', async () => {
    const { url, fields } = await sign()
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const answer = await fetch(url, { method: 'POST', body: form })
    expect(await refusal(answer)).toMatchObject({ status: 400, code: 'InvalidArgument' })
  })

  it('is refused with a policy that leaves the file name open', async () => {
    const post = await sign({ Key: `videos/kim/${FILENAME}` })
    expect(await refusal(await send(post, 'x'))).toMatchObject({ status: 400, code: 'InvalidPolicyDocument' })
  })
})

describe('a cross-origin request', () => {
  const ask = (method: string, headers = {}) =>
    fetch(`${cloud.url}/${Bucket}/key`, {
      method: 'OPTIONS',
      headers: { origin: 'http://127.0.0.1:1', 'access-control-request-method': method, ...headers },
    })

  it("gets the response of the bucket's rules to its preflight", async () => {
    const answer = await ask('POST')
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, GET',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '300',
    })
  })

  it('is refused with a method or header that no rule allows', async () => {
    expect((await ask('DELETE')).status).toBe(403)
    expect((await ask('POST', { 'access-control-request-headers': 'x-other' })).status).toBe(403)
  })

  it('is refused by a bucket without rules', async () => {
    const strict = await startCloud()
    const answer = await fetch(`${strict.url}/${Bucket}/key`, {
      method: 'OPTIONS',
      headers: { origin: 'http://127.0.0.1:1', 'access-control-request-method': 'POST' },
    })
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('CORS is not enabled for this bucket')
    await strict.close()
  })

  it('may read the response even if it is an error', async () => {
    const answer = await fetch(`${cloud.url}/${Bucket}/key`, { headers: { origin: 'http://127.0.0.1:1' } })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })
})
