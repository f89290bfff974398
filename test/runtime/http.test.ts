import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import * as z from 'zod'
import { JamakError, limitReached } from '../../lambdas/contract/errors.ts'
import { SUBMISSION_ROUTES } from '../../lambdas/contract/routes/submission-routes.ts'
import { V1_SUBMISSION_ROUTES } from '../../lambdas/contract/routes/v1-routes.ts'
import { apiHandler, type Call, type Caller } from '../../lambdas/runtime/http.ts'

const KEY = '20260313090000'
const UUID = '6f0f7b52-7c9f-4a58-9c5b-1d0f6c7a2e11'
const asked: unknown[] = []
const answerWith = async (call: object): Promise<never> => {
  asked.push(call)
  throw new TypeError('a defect')
}
const routes = {
  submitVideo: answerWith,
  storeScript: answerWith,
  v1StoreScript: answerWith,
  submitSubtitle: answerWith,
  signParts: answerWith,
  completeUpload: answerWith,
  reportHeartbeat: answerWith,
  closeGroup: answerWith,
  cancelEntry: answerWith,
  quoteYoutube: answerWith,
  priceYoutube: answerWith,
  submitYoutube: answerWith,
  retryEntry: answerWith,
  v1Key: answerWith,
  v1Quote: answerWith,
  v1Submit: answerWith,
  v1SignParts: answerWith,
  v1CompleteUpload: answerWith,
  v1Heartbeat: answerWith,
  v1Cancel: answerWith,
}
const declared = { ...SUBMISSION_ROUTES, ...V1_SUBMISSION_ROUTES }
const handler = apiHandler('submission', declared, routes)
const event = {
  version: '2.0',
  routeKey: 'POST /api/archive/{key}/retry',
  rawPath: `/api/archive/${KEY}/retry`,
  rawQueryString: '',
  headers: { authorization: 'Bearer the-token', 'idempotency-key': UUID },
  pathParameters: { key: KEY },
  isBase64Encoded: false,
  requestContext: { requestId: 'r', authorizer: { jwt: { claims: { sub: 'uid', username: 'Google_1' } } } },
}
type SubmissionEvent = Parameters<typeof handler>[0]

async function codeOf(changes: Partial<SubmissionEvent>): Promise<string> {
  const { body = '{}' } = await handler({ ...event, ...changes })
  return JSON.parse(body).code
}

beforeEach(() => {
  asked.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

describe('a response', () => {
  const long = { urls: [{ part: 1, url: 'x'.repeat(2000) }], received: [] }
  const signing = apiHandler('submission', declared, { ...routes, signParts: async () => long })
  const from = (encoding: string) =>
    signing({
      ...event,
      routeKey: 'POST /api/submissions/{key}/parts',
      body: '{"uploadId":"a","parts":[1]}',
      headers: { ...event.headers, 'accept-encoding': encoding },
    })

  it.each(['gzip', 'gzip, br', 'br;q=1.0, gzip;q=0.8'])(
    'is compressed for a caller that accepts %s',
    async encoding => {
      const { headers, body = '', isBase64Encoded } = await from(encoding)
      expect([headers?.['content-encoding'], isBase64Encoded]).toEqual(['gzip', true])
      expect(JSON.parse(gunzipSync(Buffer.from(body, 'base64')).toString())).toEqual(long)
    },
  )

  it.each(['', 'identity', 'br', 'gzip;q=0'])('is not compressed for a caller that accepts %j', async encoding => {
    expect(JSON.parse((await from(encoding)).body ?? '')).toEqual(long)
  })

  it('of a few bytes is not compressed', async () => {
    const { headers } = await handler({ ...event, headers: { ...event.headers, 'accept-encoding': 'gzip' } })
    expect(headers).not.toHaveProperty('content-encoding')
  })
})

describe('a refusal in the log', () => {
  const lineOf = async (changes: Partial<SubmissionEvent>): Promise<unknown> => {
    const warned = vi.mocked(console.warn)
    warned.mockClear()
    await handler({ ...event, ...changes })
    return warned.mock.calls[0]?.[0]
  }
  const as = (sub: string) => ({
    pathParameters: {},
    requestContext: { requestId: 'r', authorizer: { jwt: { claims: { sub, username: 'Google_1' } } } },
  })

  it('states the route, the code and a hash that groups a user’s requests, and identifies nobody', async () => {
    const [first, again, other] = [await lineOf(as('uid')), await lineOf(as('uid')), await lineOf(as('someone'))]
    expect(first).toMatchObject({
      topic: 'request',
      code: 'BAD_REQUEST',
      route: event.routeKey,
      who: expect.stringMatching(/^[\w-]{16}$/),
    })
    const whoIn = (line: unknown) => z.object({ who: z.string() }).parse(line).who
    expect(whoIn(again)).toBe(whoIn(first))
    expect(whoIn(other)).not.toBe(whoIn(first))
    expect(JSON.stringify(first)).not.toMatch(/uid|Google_1|the-token/)
  })
})

describe('a request that did not come through CloudFront', () => {
  it('is refused before its route and body are read, even if the secret is unreadable', async () => {
    const shut = apiHandler('submission', declared, routes, { guard: async () => false })
    const { statusCode, body = '{}' } = await shut({ ...event, body: 'x'.repeat(10) })
    expect([statusCode, JSON.parse(body).code]).toEqual([403, 'FORBIDDEN'])
    const broken = apiHandler('submission', declared, routes, {
      guard: () => Promise.reject(new Error('no secret')),
    })
    expect((await broken(event)).statusCode).toBe(500)
    expect(asked).toEqual([])
  })
})

describe('a request to the API', () => {
  it('reaches its route with the parameters, caller and idempotency key that the route declares', async () => {
    await handler(event)
    expect(asked).toEqual([
      {
        body: undefined,
        query: undefined,
        parameters: { key: KEY },
        caller: { uid: 'uid', username: 'Google_1', accessToken: 'the-token' },
        address: 'unknown',
        idempotencyKey: UUID,
      },
    ])
  })

  it('never reaches its route with an empty parameter, caller or idempotency key', async () => {
    expect(await codeOf({ pathParameters: {} })).toBe('BAD_REQUEST')
    expect(await codeOf({ pathParameters: { key: '' } })).toBe('BAD_REQUEST')
    expect(await codeOf({ headers: { authorization: 'Bearer the-token' } })).toBe('BAD_REQUEST')
    expect(await codeOf({ headers: { 'idempotency-key': UUID } })).toBe('UNAUTHORIZED')
    expect(await codeOf({ requestContext: { requestId: 'r' } })).toBe('INTERNAL')
    expect(asked).toEqual([])
  })

  it('refused by a limit states when the limit resets, in the body and in Retry-After', async () => {
    const now = Date.parse('2026-03-14T05:00:00.000Z')
    const limited = apiHandler('submission', declared, {
      ...routes,
      retryEntry: async () => {
        throw limitReached('TOO_MANY_TODAY', { until: now + 90_500, now })
      },
    })
    const { statusCode, headers, body = '{}' } = await limited(event)
    expect({ statusCode, retryAfter: headers?.['retry-after'] }).toEqual({ statusCode: 429, retryAfter: '91' })
    expect(JSON.parse(body)).toEqual({
      code: 'TOO_MANY_TODAY',
      message: '오늘 맡길 수 있는 영상과 자막을 모두 맡겼어요. 오늘 14:02부터 다시 할 수 있어요.',
      retryAfter: 91,
    })
    expect((await handler({ ...event, headers: {} })).headers).not.toHaveProperty('retry-after')
  })

  it('that matches no route gets a 404', async () => {
    expect(await codeOf({ routeKey: 'GET /api/elsewhere' })).toBe('NOT_FOUND')
  })

  it('that hits a defect gets a response that does not reveal it', async () => {
    const { statusCode, body } = await handler(event)
    expect(statusCode).toBe(500)
    expect(body).not.toContain('a defect')
  })

  it('is typed by its route: no caller on a public route, no key where nothing is created', () => {
    expectTypeOf<Call<'paymentWebhook'>['caller']>().toEqualTypeOf<undefined>()
    expectTypeOf<Call<'me'>['caller']>().toEqualTypeOf<Caller>()
    expectTypeOf<Call<'me'>['idempotencyKey']>().toEqualTypeOf<undefined>()
    expectTypeOf<Call<'createPayment'>['idempotencyKey']>().toEqualTypeOf<string>()
    expectTypeOf<Call<'readPayment'>['parameters']>().toEqualTypeOf<Record<'orderId', string>>()
  })
})

describe('a response about contention', () => {
  it('is a 409 that may be repeated, not a defect of the service', async () => {
    const contended = apiHandler('submission', declared, {
      ...routes,
      retryEntry: async () => {
        throw new JamakError('CONTENTION', 'other writers were first', { status: 503 })
      },
    })
    const answer = await contended(event)
    expect(answer).toMatchObject({ statusCode: 409, headers: { 'retry-after': '1' } })
    expect(JSON.parse(answer.body ?? '').code).toBe('CONTENTION')
  })
})

describe('the address of a client', () => {
  const addressOf = async (forwarded: string | undefined) => {
    asked.length = 0
    const http = { sourceIp: '198.51.100.7' }
    const headers = { ...event.headers, ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) }
    await handler({ ...event, headers, requestContext: { ...event.requestContext, http } })
    return asked[0]
  }

  it('is the one that CloudFront appended, not one that the client claims', async () => {
    expect(await addressOf('6.6.6.6, 203.0.113.5, 198.51.100.7')).toMatchObject({ address: '203.0.113.5' })
    expect(await addressOf('203.0.113.5')).toMatchObject({ address: '198.51.100.7' })
    expect(await addressOf(undefined)).toMatchObject({ address: '198.51.100.7' })
  })
})
