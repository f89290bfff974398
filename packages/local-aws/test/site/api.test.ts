import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FunctionError, ThrottledError } from '../../src/lambda/errors.ts'
import { createApiGateway } from '../../src/site/api/index.ts'
import { type HttpApi, readApis } from '../../src/site/api/routes.ts'
import { createResolver } from '../../src/template/resolve.ts'
import { type Listening, listen } from '../support/listen.ts'
import { loadWritten } from '../support/written-assembly.ts'

const KEYS = await generateKeyPair('RS256')
const OTHER_KEYS = await generateKeyPair('RS256')
const DEPLOYED_ISSUER = 'https://cognito-idp.ap-northeast-2.amazonaws.com/pool'
const invoke = vi.fn<(arn: string, event: unknown) => unknown>()

let issuer: Listening
let server: Listening | undefined
let now = Date.now()
let toRemove = ''
/** What a function waits for before it starts. */
let waiting: Promise<void> | undefined

beforeEach(async () => {
  now = Date.now()
  invoke.mockReset()
  waiting = undefined
  invoke.mockReturnValue({ statusCode: 200, body: 'ok' })
  issuer = await listen(async (_, res) => {
    res.end(JSON.stringify({ keys: [{ ...(await exportJWK(KEYS.publicKey)), alg: 'RS256', kid: 'k' }] }))
  })
})
afterEach(async () => {
  await server?.close()
  await issuer.close()
  server = undefined
  await rm(toRemove, { recursive: true, force: true })
})

interface Opening {
  keys?: string[]
  scopes?: string[]
  more?: Record<string, unknown>
  timeout?: number
}

async function open({ keys = ['GET /api/x/{id}'], scopes, more, timeout }: Opening = {}): Promise<void> {
  const api = { Ref: 'Api' }
  const of = (Type: string, Properties: Record<string, unknown>) => ({ Type: `AWS::ApiGatewayV2::${Type}`, Properties })
  const integration = { IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0', TimeoutInMillis: timeout }
  const routes = keys.map((RouteKey, index) => [
    [`I${index}`, of('Integration', { ApiId: api, ...integration, IntegrationUri: `arn:of ${RouteKey}` })],
    [
      `R${index}`,
      of('Route', {
        ApiId: api,
        RouteKey,
        Target: { 'Fn::Join': ['/', ['integrations', { Ref: `I${index}` }]] },
        ...(scopes && { AuthorizationType: 'JWT', AuthorizerId: { Ref: 'Users' }, AuthorizationScopes: scopes }),
      }),
    ],
  ])
  const Resources = {
    Api: of('Api', { ProtocolType: 'HTTP', ...more }),
    Users: of('Authorizer', {
      AuthorizerType: 'JWT',
      JwtConfiguration: { Audience: ['client'], Issuer: DEPLOYED_ISSUER },
    }),
    ...Object.fromEntries(routes.flat()),
  }
  const assembly = await loadWritten({ App: { Resources } })
  toRemove = assembly.folder
  const [read]: HttpApi[] = readApis(assembly, createResolver(assembly))
  if (!read) throw new Error('no api')
  const answer = createApiGateway({
    throttled: false,
    now: () => now,
    invoke: async (arn, event, onBegin) => {
      await waiting
      onBegin()
      return invoke(arn, event)
    },
    issuer: url => (url === DEPLOYED_ISSUER ? issuer.url : url),
  })
  server = await listen((req, res) => answer(read, req, res))
}

/** A token as the user pool would issue it, with changed claims. */
function token(claims: JWTPayload = {}, key = KEYS.privateKey): Promise<string> {
  const usual = { iss: issuer.url, client_id: 'client', scope: 'openid email', exp: Math.floor(now / 1000) + 60 }
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key)
}
const get = async (path: string, authorization?: string) =>
  fetch(`${server?.url}${path}`, { headers: authorization ? { authorization } : {} })
const event = () => invoke.mock.calls[0]?.[1]

it('a function gets the request in payload format 2.0', async () => {
  await open({ keys: ['POST /api/x/{id}'] })
  await fetch(`${server?.url}/api/x/a%20b?q=1&q=2&z=`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: 'a=1; b=2', 'X-Own': 'yes' },
    body: '{"n":1}',
  })
  expect(invoke.mock.calls[0]?.[0]).toBe('arn:of POST /api/x/{id}')
  expect(event()).toMatchObject({
    version: '2.0',
    routeKey: 'POST /api/x/{id}',
    rawQueryString: 'q=1&q=2&z=',
    queryStringParameters: { q: '1,2', z: '' },
    pathParameters: { id: 'a b' },
    cookies: ['a=1', 'b=2'],
    headers: { 'x-own': 'yes' },
    body: '{"n":1}',
    isBase64Encoded: false,
    requestContext: { http: { method: 'POST', sourceIp: '127.0.0.1' }, stage: '$default', timeEpoch: now },
  })
  expect(event()).not.toHaveProperty('headers.cookie')
})

it('a binary body is passed in Base64', async () => {
  await open({ keys: ['POST /b'] })
  const body = Buffer.from([0, 255, 1])
  await fetch(`${server?.url}/b`, { method: 'POST', body, headers: { 'content-type': 'video/mp4' } })
  expect(event()).toMatchObject({ body: body.toString('base64'), isBase64Encoded: true })
})

it("a function's status, headers, cookies and Base64 body are sent", async () => {
  await open()
  invoke.mockReturnValue({
    statusCode: 201,
    headers: { 'X-One': 1, 'Content-Type': 'image/png' },
    cookies: ['a=1; Secure', 'b=2'],
    body: Buffer.from([0, 255]).toString('base64'),
    isBase64Encoded: true,
  })
  const answer = await get('/api/x/1')
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-one')).toBe('1')
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.getSetCookie()).toEqual(['a=1; Secure', 'b=2'])
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from([0, 255]))
})

it('a result without a status becomes the body, and a malformed one becomes a 500', async () => {
  await open()
  invoke.mockReturnValue({ hello: 1 })
  const answer = await get('/api/x/1')
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(await answer.json()).toEqual({ hello: 1 })
  invoke.mockReturnValue({ statusCode: 'ok' })
  expect((await get('/api/x/1')).status).toBe(500)
})

it('the caller of a failing function sees only a 500', async () => {
  await open()
  invoke.mockImplementation(() => {
    throw new FunctionError({ errorType: 'Error', errorMessage: 'secret', trace: [] })
  })
  const answer = await get('/api/x/1')
  expect([answer.status, await answer.json()]).toEqual([500, { message: 'Internal Server Error' }])
})

it('a throttled function is a 503', async () => {
  await open()
  invoke.mockImplementation(() => {
    throw new ThrottledError()
  })
  expect((await get('/api/x/1')).status).toBe(503)
})

it('a function that exceeds the timeout of the integration is a 503', async () => {
  await open({ timeout: 50 })
  invoke.mockReturnValue(new Promise(() => {}))
  expect((await get('/api/x/1')).status).toBe(503)
})

it('a function that waits longer than that for a thread still responds', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting = promise
  await open({ timeout: 50 })
  const answer = get('/api/x/1')
  setTimeout(resolve, 120)
  expect((await answer).status).toBe(200)
})

it('a body of more than 10 MB is refused before the function is called', async () => {
  await open({ keys: ['POST /b'] })
  const status = await new Promise(resolve => {
    const req = request(`${server?.url}/b`, { method: 'POST' }, res => resolve(res.statusCode))
    req.on('error', () => {})
    req.end(Buffer.alloc(10 * 1024 * 1024 + 1))
  })
  expect(status).toBe(413)
  expect(invoke).not.toHaveBeenCalled()
})

it('the most specific route is chosen, and a path without a route is a 404', async () => {
  await open({ keys: ['GET /api/x/{id}', 'GET /api/x/mine', 'GET /api/x/{id}/part', 'PUT /api/y'] })
  for (const path of ['/api/x/mine', '/api/x/1', '/api/x/1/part']) await get(path)
  expect(invoke.mock.calls.map(([arn]) => arn)).toEqual([
    'arn:of GET /api/x/mine',
    'arn:of GET /api/x/{id}',
    'arn:of GET /api/x/{id}/part',
  ])
  for (const path of ['/elsewhere', '/api/x/1/other', '/api/y']) expect((await get(path)).status).toBe(404)
})

it.each(['ANY /api', 'GET /api/{proxy+}', '$default'])('the unsupported route %s is refused', async key => {
  await expect(open({ keys: [key] })).rejects.toThrow('RouteKey')
})

it('an API with a CORS configuration is refused, because it is not supported', async () => {
  await expect(open({ more: { CorsConfiguration: { AllowOrigins: ['*'] } } })).rejects.toThrow('CorsConfiguration')
})

it('a valid token with the scope is accepted, and its claims are passed as strings', async () => {
  await open({ scopes: ['openid'] })
  expect((await get('/api/x/1', `Bearer ${await token({ sub: 'u', groups: ['a', 'b'], level: 3 })}`)).status).toBe(200)
  expect(event()).toMatchObject({
    requestContext: {
      authorizer: { jwt: { claims: { sub: 'u', groups: '[a b]', level: '3' }, scopes: ['openid', 'email'] } },
    },
  })
})

it.each([
  ['no token', undefined, 401],
  ['a token that is not a JWT', async () => 'Bearer abc', 401],
  ['a token signed with another key', async () => token({}, OTHER_KEYS.privateKey), 401],
  ['a token of another issuer', async () => token({ iss: 'https://other.example' }), 401],
  ['a token for another client', async () => token({ client_id: 'other' }), 401],
  ['a token with another audience', async () => token({ aud: 'other' }), 401],
  ['an expired token', async () => token({ exp: Math.floor(Date.now() / 1000) - 1 }), 401],
  ['a token that is not valid yet', async () => token({ nbf: Math.floor(Date.now() / 1000) + 600 }), 401],
  ['a token that never expires', async () => token({ exp: undefined }), 401],
  ['a token issued in the future', async () => token({ iat: Math.floor(Date.now() / 1000) + 600 }), 401],
  ['a token without the scope', async () => token({ scope: 'email' }), 403],
])('a request with %s is refused with the status and message of AWS', async (_, make, status) => {
  await open({ scopes: ['openid'] })
  const answer = await get('/api/x/1', make && `Bearer ${(await make()).replace('Bearer ', '')}`)
  expect([answer.status, await answer.json()]).toEqual([
    status,
    { message: status === 401 ? 'Unauthorized' : 'Forbidden' },
  ])
  expect(invoke).not.toHaveBeenCalled()
})

it('an accepted token works until it expires, and its claims with another signature never work', async () => {
  await open({ scopes: ['openid'] })
  const good = await token()
  const [signature = ''] = (await token({}, OTHER_KEYS.privateKey)).split('.').slice(2)
  const forged = [...good.split('.').slice(0, 2), signature].join('.')
  const statusOf = async (shown: string) => (await get('/api/x/1', `Bearer ${shown}`)).status
  expect([await statusOf(good), await statusOf(good), await statusOf(forged)]).toEqual([200, 200, 401])
  now += 61_000
  expect(await statusOf(good)).toBe(401)
})
