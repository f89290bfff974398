import { describe, expect, it } from 'vitest'
import { encodeStrictly, type SignedRequest, verifySignature } from '../../src/aws/signature.ts'
import { parseCredential, readRegion, statedSignature } from '../../src/aws/stated-signature.ts'

/** The worked examples of "Signature calculations for the Authorization header" and "Authenticating requests: using query
 *  parameters" in the Amazon S3 API reference. */
const KEY = 'AKIAIOSFODNN7EXAMPLE'
const secretOf = (id: string) => (id === KEY ? 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' : undefined)
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const SIGNED_AT = Date.UTC(2013, 4, 24)

const headerRequest = (headers: Record<string, string> = {}): SignedRequest => ({
  method: 'GET',
  rawPath: '/test.txt',
  query: [],
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization:
      `AWS4-HMAC-SHA256 Credential=${KEY}/20130524/us-east-1/s3/aws4_request,` +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ...headers,
  },
})
const queryRequest = (expires = '86400'): SignedRequest => ({
  method: 'GET',
  rawPath: '/test.txt',
  query: [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${KEY}/20130524/us-east-1/s3/aws4_request`],
    ['X-Amz-Date', '20130524T000000Z'],
    ['X-Amz-Expires', expires],
    ['X-Amz-SignedHeaders', 'host'],
    ['X-Amz-Signature', 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'],
  ],
  headers: { host: 'examplebucket.s3.amazonaws.com' },
})
const verify = (request: SignedRequest, hash: string, now: number): void => {
  const stated = statedSignature(request.headers, request.query)
  if (!stated) throw new Error('It is not signed.')
  verifySignature(request, stated, hash, secretOf, now)
}

describe('the examples in the S3 documentation', () => {
  it('verify, in the header and in the query', () => {
    verify(headerRequest(), EMPTY, SIGNED_AT)
    verify(queryRequest(), 'UNSIGNED-PAYLOAD', SIGNED_AT)
  })

  it('fail if any signed part differs', () => {
    expect(() => verify(headerRequest({ range: 'bytes=0-10' }), EMPTY, SIGNED_AT)).toThrow('does not match')
    expect(() => verify({ ...headerRequest(), method: 'PUT' }, EMPTY, SIGNED_AT)).toThrow('does not match')
    expect(() => verify({ ...headerRequest(), rawPath: '/test.txt/' }, EMPTY, SIGNED_AT)).toThrow('does not match')
    expect(() => verify(headerRequest(), EMPTY.replace('e', 'f'), SIGNED_AT)).toThrow('does not match')
    expect(() => verify(queryRequest('86399'), 'UNSIGNED-PAYLOAD', SIGNED_AT)).toThrow('does not match')
  })

  it('expire', () => {
    const minute = 60_000
    verify(headerRequest(), EMPTY, SIGNED_AT + 15 * minute)
    for (const now of [SIGNED_AT + 16 * minute, SIGNED_AT - 16 * minute])
      expect(() => verify(headerRequest(), EMPTY, now)).toThrow('too large')
    verify(queryRequest(), 'UNSIGNED-PAYLOAD', SIGNED_AT + 86_399_999)
    expect(() => verify(queryRequest(), 'UNSIGNED-PAYLOAD', SIGNED_AT + 86_400_000)).toThrow('Request has expired')
    expect(() => verify(queryRequest(), 'UNSIGNED-PAYLOAD', SIGNED_AT - 16 * minute)).toThrow('not valid yet')
    expect(() => verify(queryRequest('604801'), 'UNSIGNED-PAYLOAD', SIGNED_AT)).toThrow('between 1 and 604800')
  })
})

describe('a signature', () => {
  it.each([
    ['no signature value', `AWS4-HMAC-SHA256 Credential=${KEY}/20130524/us-east-1/s3/aws4_request,SignedHeaders=host`],
    ['half a credential', `AWS4-HMAC-SHA256 Credential=${KEY}/20130524,SignedHeaders=host,Signature=00`],
    [
      'the date of another day',
      `AWS4-HMAC-SHA256 Credential=${KEY}/20130525/us-east-1/s3/aws4_request,SignedHeaders=host,Signature=00`,
    ],
  ])('with %s is refused as incomplete', (_, authorization) => {
    expect(() => statedSignature({ authorization, 'x-amz-date': '20130524T000000Z' }, [])).toThrow()
  })

  it('is refused if it does not cover the host', () => {
    const authorization = headerRequest().headers.authorization?.replace('host;', '') ?? ''
    expect(() => verify(headerRequest({ authorization }), EMPTY, SIGNED_AT)).toThrow("'Host' must be a signed header")
  })

  it('is undefined for an unsigned request', () => {
    expect(statedSignature({}, [])).toBeUndefined()
    expect(statedSignature({ authorization: 'Bearer token' }, [])).toBeUndefined()
  })

  it('contains access key, region and service', () => {
    expect(parseCredential('EmailFunction/20240919/ap-northeast-2/ses/aws4_request')).toEqual({
      accessKeyId: 'EmailFunction',
      date: '20240919',
      region: 'ap-northeast-2',
      service: 'ses',
    })
    expect(readRegion(headerRequest().headers)).toBe('us-east-1')
    expect(readRegion({})).toBe('')
  })
})

it('every character except the unreserved ones of RFC 3986 is percent-encoded', () => {
  expect(encodeStrictly("a-Z_0.~ !'()*/가")).toBe('a-Z_0.~%20%21%27%28%29%2A%2F%EA%B0%80')
})
