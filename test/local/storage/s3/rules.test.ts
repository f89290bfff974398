import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeChunked } from '../../../../local/storage/s3/chunked.ts'
import { corsHeaders, corsRules } from '../../../../local/storage/s3/cors.ts'
import { expiryOf, lifecycleRules } from '../../../../local/storage/s3/lifecycle.ts'
import { checkPolicy } from '../../../../local/storage/s3/post-policy.ts'
import { rangeOf } from '../../../../local/storage/s3/read-object.ts'
import { startCloud } from '../../aws.ts'

const DAY = 24 * 60 * 60 * 1000

describe('aws-chunked bodies', () => {
  it('are decoded however they were cut on the way', async () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }))
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 1, max: 30 }), async (chunks, step) => {
        const framed = chunks.flatMap(chunk => [
          Buffer.from(`${chunk.length.toString(16)}\r\n`),
          Buffer.from(chunk),
          Buffer.from('\r\n'),
        ])
        const wire = Buffer.concat([...framed, Buffer.from('0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n')])
        const trailers = new Map<string, string>()
        const parts: Buffer[] = []
        for await (const part of decodeChunked(cut(wire, step), trailers)) parts.push(part)
        expect(Buffer.concat(parts)).toEqual(Buffer.concat(chunks))
        expect(trailers.get('x-amz-checksum-crc32')).toBe('AAAAAA==')
      }),
    )
  })

  it.each([
    ['that end early', '5\r\nabc'],
    ['without a size', 'xyz\r\nabc\r\n'],
    ['that run over', '2\r\nabc\r\n0\r\n\r\n'],
  ])('%s are refused', async (_, wire) => {
    await expect(text(decodeChunked(cut(Buffer.from(wire), 2), new Map()))).rejects.toMatchObject({ name: 'S3Error' })
  })
})

async function* cut(bytes: Buffer, step: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += step) yield bytes.subarray(start, start + step)
}

describe('ranges', () => {
  it('lie within the object and have the length they were asked for, or less at its end', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(120), fc.integer({ min: 1, max: 200 }), (first, more, size) => {
        fc.pre(first < size)
        expect(rangeOf(`bytes=${first}-${first + more}`, size)).toEqual({
          start: first,
          end: Math.min(first + more, size - 1),
        })
        expect(rangeOf(`bytes=${first}-`, size)).toEqual({ start: first, end: size - 1 })
        expect(rangeOf(`bytes=-${more + 1}`, size)).toEqual({ start: Math.max(size - more - 1, 0), end: size - 1 })
      }),
    )
  })

  it.each([undefined, 'bytes=', 'bytes=5-2', 'lines=0-1', 'bytes=0-1,3-4'])('%s is no range', header => {
    expect(rangeOf(header, 10)).toBeUndefined()
  })
})

describe('lifecycle rules', () => {
  it('an object lives at least its days and less than one more, to a midnight', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 400 }), (since, days) => {
        const expiry = expiryOf(since, days)
        expect(expiry % DAY).toBe(0)
        expect(expiry - since).toBeGreaterThanOrEqual(days * DAY)
        expect(expiry - since).toBeLessThan((days + 1) * DAY)
      }),
    )
  })

  it('that are not done here are refused', () => {
    const rule = { Status: 'Enabled', Transitions: [{ StorageClass: 'GLACIER', TransitionInDays: 1 }] }
    expect(() => lifecycleRules({ Rules: [rule] })).toThrow('Transitions')
    expect(lifecycleRules(undefined)).toEqual([])
  })
})

describe('policies', () => {
  const policy = (conditions: unknown[]): string =>
    Buffer.from(JSON.stringify({ expiration: '2099-01-01T00:00:00Z', conditions })).toString('base64')
  const fields = (more: Record<string, string> = {}) =>
    new Map(Object.entries({ key: 'videos/a', bucket: 'b', ...more }))
  const KEY = ['eq', '$key', 'videos/a']

  it('of several size ranges the narrowest holds', () => {
    const encoded = policy([KEY, ['content-length-range', 1, 50], ['content-length-range', 10, 100]])
    expect(checkPolicy(encoded, fields(), 0)).toEqual({ min: 10, max: 50 })
  })

  it('a beginning is enough where the policy says so', () => {
    const encoded = policy([KEY, ['starts-with', '$Content-Type', 'video/']])
    checkPolicy(encoded, fields({ 'content-type': 'video/mp4' }), 0)
    expect(() => checkPolicy(encoded, fields({ 'content-type': 'text/html' }), 0)).toThrow('Policy Condition failed')
    expect(() => checkPolicy(encoded, fields(), 0)).toThrow('Policy Condition failed')
  })

  it('fields that are to be ignored need no condition', () => {
    checkPolicy(policy([KEY]), fields({ 'x-ignore-page': '1', policy: 'x', 'x-amz-signature': 'y' }), 0)
  })

  it.each(['', 'e30=', Buffer.from('{"expiration":"soon","conditions":[]}').toString('base64')])(
    '%j is no policy',
    encoded => {
      expect(() => checkPolicy(encoded, fields(), 0)).toThrow('Invalid Policy')
    },
  )
})

describe('origins', () => {
  const rules = corsRules({
    CorsRules: [
      { AllowedMethods: ['GET'], AllowedOrigins: ['https://*.example.com'] },
      { AllowedMethods: ['PUT'], AllowedOrigins: ['https://jamak.kr'], ExposedHeaders: ['ETag'] },
    ],
  })

  it('a named origin is answered by name', () => {
    expect(corsHeaders(rules, 'GET', 'https://www.example.com')).toMatchObject({
      'access-control-allow-origin': 'https://www.example.com',
      'access-control-allow-credentials': 'true',
    })
    expect(corsHeaders(rules, 'PUT', 'https://jamak.kr')['access-control-expose-headers']).toBe('ETag')
  })

  it.each([
    ['GET', 'https://example.com'],
    ['GET', 'https://jamak.kr'],
    ['PUT', 'https://www.example.com'],
    ['GET', undefined],
  ])('%s from %s gets no header', (method, origin) => {
    expect(corsHeaders(rules, method, origin)).toEqual({})
  })
})

it('a listing shows every key under a prefix once, in the order of its bytes, whatever the size of its pages', async () => {
  const cloud = await startCloud()
  const { ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3')
  const s3 = new S3Client(cloud.client())
  const keys = ['a', 'a/', 'a/b', 'a/가', 'a/힣', 'a/😀', 'a0', 'b&<>', 'z']
  for (const key of keys) await cloud.s3.write('media-bucket', key, [])
  for (const Prefix of ['', 'a/', 'b&', 'none'])
    for (const MaxKeys of [1, 2, 1000]) {
      const seen: (string | undefined)[] = []
      let ContinuationToken: string | undefined
      do {
        const page = await s3.send(
          new ListObjectsV2Command({ Bucket: 'media-bucket', Prefix, MaxKeys, ContinuationToken }),
        )
        seen.push(...(page.Contents ?? []).map(object => object.Key))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
      const expected = keys
        .filter(key => key.startsWith(Prefix))
        .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      expect(seen).toEqual(expected)
    }
  await cloud.close()
})
