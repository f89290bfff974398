import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { corsHeaders, corsRules } from '../../../src/storage/s3/cors.ts'
import { computeExpiry, lifecycleRules } from '../../../src/storage/s3/lifecycle.ts'
import { checkPolicy } from '../../../src/storage/s3/post-policy.ts'
import { parseRange } from '../../../src/storage/s3/read-object.ts'
import { startCloud } from '../../support/endpoint.ts'

const DAY = 24 * 60 * 60 * 1000

describe('a range', () => {
  it("lies within the object and has the requested length, or less at the object's end", () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(120), fc.integer({ min: 1, max: 200 }), (first, more, size) => {
        fc.pre(first < size)
        expect(parseRange(`bytes=${first}-${first + more}`, size)).toEqual({
          start: first,
          end: Math.min(first + more, size - 1),
        })
        expect(parseRange(`bytes=${first}-`, size)).toEqual({ start: first, end: size - 1 })
        expect(parseRange(`bytes=-${more + 1}`, size)).toEqual({ start: Math.max(size - more - 1, 0), end: size - 1 })
      }),
    )
  })

  it.each([undefined, 'bytes=', 'bytes=5-2', 'lines=0-1', 'bytes=0-1,3-4'])('is ignored in the header %s', header => {
    expect(parseRange(header, 10)).toBeUndefined()
  })
})

describe('lifecycle rules', () => {
  it('keep an object for its days and less than one more, until midnight', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 400 }), (since, days) => {
        const expiry = computeExpiry(since, days)
        expect(expiry % DAY).toBe(0)
        expect(expiry - since).toBeGreaterThanOrEqual(days * DAY)
        expect(expiry - since).toBeLessThan((days + 1) * DAY)
      }),
    )
  })

  it('are refused if they are not supported', () => {
    const rule = { Status: 'Enabled', Transitions: [{ StorageClass: 'GLACIER', TransitionInDays: 1 }] }
    expect(() => lifecycleRules({ Rules: [rule] })).toThrow('Transitions')
    expect(lifecycleRules(undefined)).toEqual([])
  })
})

describe('a policy', () => {
  const policy = (conditions: unknown[]): string =>
    Buffer.from(JSON.stringify({ expiration: '2099-01-01T00:00:00Z', conditions })).toString('base64')
  const fields = (more: Record<string, string> = {}) =>
    new Map(Object.entries({ key: 'videos/a', bucket: 'b', ...more }))
  const KEY = ['eq', '$key', 'videos/a']

  it('applies the narrowest of several size ranges', () => {
    const encoded = policy([KEY, ['content-length-range', 1, 50], ['content-length-range', 10, 100]])
    expect(checkPolicy(encoded, fields(), 0)).toEqual({ min: 10, max: 50 })
  })

  const startsWith = policy([KEY, ['starts-with', '$Content-Type', 'video/']])
  it.each(['', 'e30=', startsWith, Buffer.from('{"expiration":"soon","conditions":[]}').toString('base64')])(
    'is not read from %j',
    encoded => {
      expect(() => checkPolicy(encoded, fields(), 0)).toThrow('Invalid Policy')
    },
  )
})

describe('CORS headers', () => {
  const rules = corsRules({
    CorsRules: [
      { AllowedMethods: ['GET'], AllowedOrigins: ['https://*.example.com'] },
      { AllowedMethods: ['PUT'], AllowedOrigins: ['https://shop.example'], ExposedHeaders: ['ETag'] },
    ],
  })

  it('name the origin that a rule allows', () => {
    expect(corsHeaders(rules, 'GET', 'https://www.example.com')).toMatchObject({
      'access-control-allow-origin': 'https://www.example.com',
      'access-control-allow-credentials': 'true',
    })
    expect(corsHeaders(rules, 'PUT', 'https://shop.example')['access-control-expose-headers']).toBe('ETag')
  })

  it.each([
    ['GET', 'https://example.com'],
    ['GET', 'https://shop.example'],
    ['PUT', 'https://www.example.com'],
    ['GET', undefined],
  ])('are not sent for %s from %s', (method, origin) => {
    expect(corsHeaders(rules, method, origin)).toEqual({})
  })
})

it('a listing has every key under a prefix once, in byte order, for every page size', async () => {
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
