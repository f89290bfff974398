import { describe, expect, it, vi } from 'vitest'
import { type ApiDeps, createApi } from '../../../web/shared/api.ts'
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
  const deps: ApiDeps = {
    fetch,
    takePrefetched: vi.fn<ApiDeps['takePrefetched']>(() => undefined),
    accessToken: vi.fn(async options => (options?.renewed ? 'renewed' : 'token')),
    wait: vi.fn(async () => {}),
    now: Date.now,
    onSignedOut: vi.fn(),
  }
  return { fetch, deps, api: createApi(deps) }
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

  it('derives the code from the status if the gateway responds without one', async () => {
    const { api } = answering(json(503, { message: 'Service Unavailable' }), json(429, {}))
    expect(await failureOf(api('me', {}))).toMatchObject({ code: 'INTERNAL' })
    expect(await failureOf(api('me', {}))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it.each([502, 503, 504])(
    'tells in Korean what to do when the gateway answers %i with no word of its own',
    async status => {
      const { api } = answering(json(status, { message: 'Service Unavailable' }), new Response('<html>', { status }))
      const message = '문제가 생겼어요. 잠시 후 다시 시도해 주세요.'
      expect(await failureOf(api('me', {}))).toMatchObject({ status, message })
      expect(await failureOf(api('me', {}))).toMatchObject({ status, message })
    },
  )

  it('rejects with OFFLINE if there is no response', async () => {
    const { api } = answering(new TypeError('Failed to fetch'))
    expect(await failureOf(api('me', {}))).toMatchObject({
      code: 'OFFLINE',
      message: expect.stringContaining('인터넷'),
    })
  })

  it('rejects with OFFLINE if the connection breaks during the response', async () => {
    const broken = new ReadableStream({ start: controller => controller.error(new TypeError('network error')) })
    const { api } = answering(new Response(broken))
    expect(await failureOf(api('me', {}))).toMatchObject({ code: 'OFFLINE', status: 0 })
  })

  it('rejects with STRANGE_ANSWER if the response violates the contract', async () => {
    const { api } = answering(json(200, { uid: 'u' }))
    expect(await failureOf(api('me', {}))).toMatchObject({ code: 'STRANGE_ANSWER' })
  })
})

describe('a prefetched response', () => {
  it('is used without a token and without another request', async () => {
    const { api, fetch, deps } = answering()
    vi.mocked(deps.takePrefetched).mockResolvedValueOnce(json(200, sampleMe))
    expect(await api('me', {})).toEqual(sampleMe)
    expect(deps.takePrefetched).toHaveBeenCalledWith('/api/me')
    expect(deps.accessToken).not.toHaveBeenCalled()
    expect(fetch).not.toHaveBeenCalled()
  })

  it('is requested again with a renewed token if it was refused', async () => {
    const { api, fetch, deps } = answering(json(200, sampleMe))
    vi.mocked(deps.takePrefetched).mockResolvedValueOnce(json(401, {}))
    expect(await api('me', {})).toEqual(sampleMe)
    expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer renewed')
  })

  it('is requested again if the network failed', async () => {
    const { api, deps } = answering(json(200, sampleMe))
    vi.mocked(deps.takePrefetched).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await api('me', {})).toEqual(sampleMe)
  })

  it('is never used for a request that changes something', async () => {
    const { api, deps } = answering(json(204, undefined))
    await failureOf(api('leave', {}))
    expect(deps.takePrefetched).not.toHaveBeenCalled()
  })
})

describe('a creating request that failed at the gateway', () => {
  const create = { body: { package: 'tokens-20' }, idempotencyKey: 'once' } as const
  const order = { orderId: 'o', amount: 1000, orderName: '토큰 20개', tokens: 20, customerKey: 'c' }

  it('is sent again with the same id', async () => {
    const { api, fetch, deps } = answering(
      json(503, { message: 'Service Unavailable' }),
      new Response('<html>', { status: 504 }),
      json(200, order),
    )
    expect(await api('createPayment', create)).toMatchObject({ orderId: 'o' })
    const ids = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
    expect(ids).toEqual(['once', 'once', 'once'])
    expect(deps.wait).toHaveBeenCalledTimes(2)
  })

  it('fails after three times', async () => {
    const gone = () => json(503, { message: 'Service Unavailable' })
    const { api, fetch } = answering(gone(), gone(), gone())
    expect(await failureOf(api('createPayment', create))).toMatchObject({ code: 'INTERNAL' })
    expect(fetch).toHaveBeenCalledTimes(3)
  })

  it('is not repeated if the service itself stated the reason', async () => {
    const { api, fetch } = answering(json(503, { code: 'STOPPED', message: '지금은 새 영상과 자막을 받지 않아요.' }))
    expect(await failureOf(api('createPayment', create))).toMatchObject({ code: 'STOPPED' })
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('is not repeated if it has no idempotency key', async () => {
    const { api, fetch } = answering(json(503, {}))
    expect(await failureOf(api('deleteEntry', { parameters: { key: KEY } }))).toMatchObject({ code: 'INTERNAL' })
    expect(fetch).toHaveBeenCalledOnce()
  })
})

describe('an expired access token', () => {
  it('is renewed once, and the call is repeated with the new one', async () => {
    const { api, fetch, deps } = answering(json(401, {}), json(200, sampleMe))
    expect(await api('me', {})).toEqual(sampleMe)
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(new Headers(fetch.mock.calls[1]?.[1]?.headers).get('authorization')).toBe('Bearer renewed')
    expect(deps.onSignedOut).not.toHaveBeenCalled()
  })

  it('ends the session when it cannot be renewed', async () => {
    const { api, deps } = answering(json(401, {}), json(401, {}))
    expect(await failureOf(api('me', {}))).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(deps.onSignedOut).toHaveBeenCalledOnce()
  })
})

describe('a response with an entity tag', () => {
  const page = { entries: [sampleEntry(KEY)], page: 1, pages: 1, total: 1 }
  const tagged = () => new Response(JSON.stringify(page), { status: 200, headers: { etag: '"a"' } })
  const ask = { query: { page: 1 } }

  it('is used again if the server has no newer one, with the time at which it was received', async () => {
    const { api, fetch, deps } = answering(tagged(), new Response(null, { status: 304 }))
    const received: number[] = []
    const onReceived = (at: number) => void received.push(at)
    deps.now = () => 1000
    const first = await api('listArchive', { ...ask, onReceived })
    deps.now = () => 9000
    expect(await api('listArchive', { ...ask, onReceived })).toEqual(first)
    expect(received).toEqual([1000, 1000])
    const sent = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('if-none-match'))
    expect(sent).toEqual([null, '"a"'])
  })

  it('is used for its own address only', async () => {
    const { api, fetch } = answering(tagged(), tagged())
    await api('listArchive', ask)
    await api('listArchive', { query: { page: 2 } })
    expect(new Headers(fetch.mock.calls[1]?.[1]?.headers).get('if-none-match')).toBeNull()
  })
})
