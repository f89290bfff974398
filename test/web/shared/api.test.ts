import { describe, expect, it, vi } from 'vitest'
import { type ApiRoom, createApi } from '../../../web/shared/api.ts'
import { RequestFailed } from '../../../web/shared/request-failed.ts'
import { sampleEntry, sampleMe } from '../../support/sample-data.ts'

const KEY = '20260314140926'

function answering(...answers: (Response | Error)[]) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const answer = answers.shift()
    if (!answer) throw new Error('asked once too often')
    if (answer instanceof Error) throw answer
    return answer
  })
  const room: ApiRoom = {
    fetch,
    accessToken: vi.fn(async options => (options?.renewed ? 'renewed' : 'token')),
    onSignedOut: vi.fn(),
  }
  return { fetch, room, api: createApi(room) }
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('an API call', () => {
  it('puts its parameters into the path and the query, and the token into a header', async () => {
    const { api, fetch } = answering(json(200, { url: 'https://store/x', filename: 'x.srt' }))
    await api('downloadSubtitle', { parameters: { key: KEY }, query: { format: 'vtt' } })
    const [address, init] = fetch.mock.calls[0] ?? []
    expect(address).toBe(`/api/archive/${KEY}/subtitle?format=vtt`)
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer token')
  })

  it('sends the idempotency key as a header', async () => {
    const { api, fetch } = answering(json(200, { entry: sampleEntry(KEY) }))
    await api('retryEntry', { parameters: { key: KEY }, idempotencyKey: 'once' })
    expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).get('idempotency-key')).toBe('once')
  })

  it('omits query values that are undefined', async () => {
    const { api, fetch } = answering(json(200, { movements: [] }))
    await api('movements', { query: { cursor: undefined } })
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/tokens')
  })

  it('escapes its path parameters', async () => {
    const { api, fetch } = answering(json(404, { code: 'NO_ORDER', message: '' }))
    await failureOf(api('readPayment', { parameters: { orderId: '../me' } }))
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/payments/..%2Fme')
  })
})

describe('a failed API call', () => {
  it('rejects with the stable code and the Korean message of the refusal', async () => {
    const { api } = answering(json(409, { code: 'INSUFFICIENT_TOKENS', message: '토큰이 부족해요.' }))
    const error = await failureOf(api('me', {}))
    expect(error).toBeInstanceOf(RequestFailed)
    expect(error).toMatchObject({ code: 'INSUFFICIENT_TOKENS', message: '토큰이 부족해요.', status: 409 })
  })

  it('derives the code from the status when the gateway answers without one', async () => {
    const { api } = answering(json(503, { message: 'Service Unavailable' }), json(429, {}))
    expect(await failureOf(api('me', {}))).toMatchObject({ code: 'INTERNAL' })
    expect(await failureOf(api('me', {}))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it('rejects with OFFLINE when nothing answers', async () => {
    const { api } = answering(new TypeError('Failed to fetch'))
    expect(await failureOf(api('me', {}))).toMatchObject({
      code: 'OFFLINE',
      message: expect.stringContaining('인터넷'),
    })
  })

  it('rejects with STRANGE_ANSWER when the answer breaks the contract', async () => {
    const { api } = answering(json(200, { uid: 'u' }))
    expect(await failureOf(api('me', {}))).toMatchObject({ code: 'STRANGE_ANSWER' })
  })
})

describe('an expired access token', () => {
  it('is renewed once, and the call is repeated with the new one', async () => {
    const { api, fetch, room } = answering(json(401, {}), json(200, sampleMe))
    expect(await api('me', {})).toEqual(sampleMe)
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(new Headers(fetch.mock.calls[1]?.[1]?.headers).get('authorization')).toBe('Bearer renewed')
    expect(room.onSignedOut).not.toHaveBeenCalled()
  })

  it('ends the session when it cannot be renewed', async () => {
    const { api, room } = answering(json(401, {}), json(401, {}))
    expect(await failureOf(api('me', {}))).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(room.onSignedOut).toHaveBeenCalledOnce()
  })
})
