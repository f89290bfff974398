import { GetObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { MediaBucket } from '../../lambdas/runtime/media-bucket.ts'
import { presignPost, presignUrl } from '../../lambdas/runtime/presign.ts'

const region = 'ap-northeast-2'
const KEYS = ['videos/u1/20260314140926_강의 (최종)!.mp4', "srts/u-1/a+b&c=d%20~'*'.srt", 'work/u1/k/sound.mp4']
const NOW = Date.parse('2026-03-14T05:09:26Z')
const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token/with+signs=' }
const parametersOf = (url: string) => {
  const { origin, pathname, searchParams } = new URL(url)
  // The SDK adds the operation's name for its own statistics.
  return { origin, pathname, parameters: [...searchParams].filter(([name]) => name !== 'x-id').sort() }
}

afterEach(() => {
  vi.useRealTimers()
})

describe.each([
  ['on AWS', 'https://media.s3.ap-northeast-2.amazonaws.com', credentials, undefined],
  ['on a laptop', 'http://127.0.0.1:4281/media', { ...credentials, sessionToken: undefined }, 'http://127.0.0.1:4281'],
])('what is signed for the bucket %s', (_where, url, { sessionToken, ...keys }, endpoint) => {
  const own = { ...keys, ...(sessionToken !== undefined && { sessionToken }) }
  const client = new S3Client({
    ...{ region, credentials: own, endpoint, forcePathStyle: endpoint !== undefined },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const bucket: MediaBucket = { name: 'media', url, region, credentials: async () => own, client: async () => client }
  const signingDate = new Date(NOW)

  it.each(KEYS)('is the SDK’s URL of a download of %s, except for what the SDK adds about itself', async key => {
    const [type, disposition] = ['text/vtt; charset=utf-8', `attachment; filename="a.srt"; filename*=UTF-8''%EA%B0%80`]
    const query = { 'response-content-type': type, 'response-content-disposition': disposition }
    const ours = parametersOf(await presignUrl(bucket, 'GET', key, { query, expiresIn: 300, signingDate }))
    const command = new GetObjectCommand({
      ...{ Bucket: 'media', Key: key, ResponseContentType: type, ResponseContentDisposition: disposition },
    })
    const theirs = parametersOf(await getSignedUrl(client, command, { expiresIn: 300, signingDate }))
    const unsigned = ({ parameters, ...rest }: typeof ours) => ({
      ...rest,
      parameters: parameters.filter(([name]) => name !== 'X-Amz-Signature'),
    })
    expect(unsigned(ours)).toEqual(unsigned(theirs))
  })

  it('equals the SDK’s URL for a part of exact length', async () => {
    const life = { expiresIn: 3600, signingDate }
    const ours = await presignUrl(bucket, 'PUT', 'videos/u/k_a.mp4', {
      ...{ query: { partNumber: '3', uploadId: 'an/id' }, headers: { 'content-length': '16777216' } },
      ...life,
    })
    const part = { Bucket: 'media', Key: 'videos/u/k_a.mp4', UploadId: 'an/id', PartNumber: 3 }
    const theirs = await getSignedUrl(client, new UploadPartCommand({ ...part, ContentLength: 16_777_216 }), life)
    expect(new URL(ours).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host')
    expect(new URL(theirs).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host')
  })

  it.each(KEYS)('is the SDK’s form for an upload of %s, with the same policy', async key => {
    vi.useFakeTimers({ now: NOW })
    const ours = await presignPost(bucket, { key, type: 'video/mp4', mostBytes: 1000, expiresIn: 3600 })
    const theirs = await createPresignedPost(client, {
      ...{ Bucket: 'media', Key: key, Fields: { 'Content-Type': 'video/mp4' }, Expires: 3600 },
      Conditions: [['content-length-range', 1, 1000]],
    })
    const policyOf = (fields: Record<string, string>) => {
      const { Policy = '', 'X-Amz-Signature': _, ...rest } = fields
      const { expiration, conditions } = JSON.parse(Buffer.from(Policy, 'base64').toString())
      return {
        ...rest,
        until: Date.parse(expiration),
        conditions: new Set(conditions.map((each: unknown) => JSON.stringify(each))),
      }
    }
    expect(policyOf(ours.fields)).toEqual(policyOf(theirs.fields))
    expect(ours.url).toBe(theirs.url.replace(/\/$/, ''))
  })
})
