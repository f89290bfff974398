import { afterEach, expect, it } from 'vitest'
import type { Behavior, Distribution } from '../../src/site/distribution.ts'
import type { SiteFile } from '../../src/site/files.ts'
import { atItsAddress, createWebsite } from '../../src/site/website.ts'
import { type Listening, listen } from '../support/listen.ts'

let server: Listening
afterEach(() => server.close())

const file = (text: string, contentType = 'text/html'): SiteFile => ({
  body: Buffer.from(text),
  contentType,
  cacheControl: 'no-cache',
})
const FILES = new Map([
  ['index.html', file('home')],
  ['big.js', file('x'.repeat(5000), 'application/javascript')],
  ['picture.png', file('y'.repeat(5000), 'image/png')],
  ['under/index.html', file('under')],
])
const behavior: Behavior = {
  matches: () => true,
  originDomain: 'files',
  allowedMethods: ['GET', 'HEAD'],
  compress: true,
  headers: [],
  originHeaders: {},
  viewerRequest: undefined,
  viewerResponse: undefined,
}

let clock = 0
let apiStatus = 200
async function open(changes: Partial<Behavior> = {}, more: Partial<Distribution> = {}): Promise<void> {
  const distribution: Distribution = {
    defaultRootObject: 'index.html',
    behaviors: [{ ...behavior, ...changes }],
    errorTtls: new Map(),
    ...more,
  }
  const site = createWebsite({
    distribution,
    findOrigin: domain =>
      domain === 'files'
        ? { files: FILES }
        : {
            handle: async (req, res) =>
              void res
                .writeHead(apiStatus, { server: 'api', 'x-own': 'api', 'cache-control': 'no-store' })
                .end(`api ${req.url} ${req.headers.authorization}`),
          },
    now: () => clock,
  })
  server = await listen(atItsAddress(site))
}
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' })
const text = async (path: string) => (await get(path)).text()

it('the root serves the default root object, and any other path its file', async () => {
  await open()
  expect(await text('/')).toBe('home')
  expect(await text('/big.js')).toBe('x'.repeat(5000))
})

it('a player that seeks gets the requested range', async () => {
  await open()
  const part = await get('/picture.png', { range: 'bytes=10-13' })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 10-13/5000', 'yyyy'])
  const rest = await get('/picture.png', { range: 'bytes=4990-' })
  expect([rest.status, (await rest.text()).length]).toEqual([206, 10])
  expect((await get('/picture.png', { range: 'bytes=9-1' })).status).toBe(200)
})

it('a missing file is a 403, as in a private bucket', async () => {
  await open()
  const answer = await get('/gone.html')
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain('AccessDenied')
})

it('an unchanged file is not sent again', async () => {
  await open()
  const etag = (await get('/')).headers.get('etag') ?? ''
  expect((await get('/', { 'if-none-match': etag })).status).toBe(304)
  expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
})

it('texts are compressed if the behavior allows it, images never', async () => {
  await open()
  const zipped = await fetch(`${server.url}/big.js`, { headers: { 'accept-encoding': 'gzip' } })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(await zipped.text()).toBe('x'.repeat(5000))
  expect((await get('/big.js', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBe('br')
  expect((await get('/picture.png', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBeNull()
  expect((await get('/')).headers.get('content-encoding')).toBeNull()
})

it('a behavior without compression sends the file as it is', async () => {
  await open({ compress: false })
  const answer = await get('/big.js', { 'accept-encoding': 'gzip, br' })
  expect(answer.headers.get('content-encoding')).toBeNull()
})

it('HEAD sends the headers without the file', async () => {
  await open()
  const answer = await fetch(`${server.url}/big.js`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
  expect(answer.headers.get('content-length')).toBe('5000')
  expect(await answer.text()).toBe('')
})

it('a method that the behavior does not allow is refused', async () => {
  await open()
  expect((await fetch(`${server.url}/`, { method: 'POST' })).status).toBe(403)
})

it('the first matching behavior selects the origin', async () => {
  const api = {
    ...behavior,
    matches: (path: string) => path.startsWith('/api/'),
    originDomain: 'api',
  }
  await open({}, { behaviors: [api, behavior] })
  expect(await text('/api/me?x=1')).toBe('api /api/me?x=1 undefined')
  expect(await text('/')).toBe('home')
})

it.each([
  [500, undefined, true],
  [503, undefined, true],
  [503, 0, false],
  [404, undefined, false],
  [429, undefined, false],
])(
  'an error %i of the API, with a stated time of %s, reaches other users for ten seconds: %s',
  async (status, ttl, isKept) => {
    await open({ originDomain: 'api' }, { errorTtls: new Map(ttl === undefined ? [] : [[status, ttl]]) })
    apiStatus = status
    const first = await (await get('/api/me', { authorization: 'A' })).text()
    apiStatus = 200
    clock += 9_999
    const second = await get('/api/me?other', { authorization: 'B' })
    expect([second.status, (await second.text()) === first]).toEqual(isKept ? [status, true] : [200, false])
    clock += 1
    expect((await get('/api/me', { authorization: 'B' })).status).toBe(200)
  },
)

it("a policy header replaces the origin's only if it overrides", async () => {
  await open({
    originDomain: 'api',
    headers: [
      { name: 'x-own', value: 'policy', override: true },
      { name: 'x-frame-options', value: 'DENY', override: false },
      { name: 'server', value: 'policy', override: false },
    ],
  })
  const { headers } = await get('/')
  expect([headers.get('x-own'), headers.get('x-frame-options'), headers.get('server')]).toEqual([
    'policy',
    'DENY',
    'api',
  ])
})

it('a viewer function may change the request or respond to it', async () => {
  await open({
    viewerRequest: `async function handler(event) {
      var request = event.request
      if (request.headers.cookie) return { statusCode: 302, headers: { location: { value: '/x?' + request.querystring.a.value } } }
      request.uri = '/under/index.html'
      return request
    }`,
  })
  expect(await text('/anything')).toBe('under')
  const answer = await get('/?a=b', { cookie: 'c=1' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/x?b'])
})

it('a viewer function may change the status only of a file that was found', async () => {
  await open({
    viewerRequest: `function handler(event) {
      if (event.request.uri === '/unknown') event.request.uri = '/under/index.html'
      return event.request
    }`,
    viewerResponse: `function handler(event) {
      if (event.request.uri === '/under/index.html') event.response.statusCode = 404
      return event.response
    }`,
  })
  const unknown = await get('/unknown')
  expect([unknown.status, await unknown.text()]).toEqual([404, 'under'])
  expect((await get('/')).status).toBe(200)
  expect((await get('/gone.html')).status).toBe(403)
})

it('a viewer function cannot reach this process', async () => {
  await open({
    viewerRequest: `function handler(event) { return { statusCode: 200, body: typeof process + typeof require +
      event.constructor.constructor('return typeof process')() } }`,
  })
  expect(await text('/')).toBe('undefinedundefinedundefined')
})

it('localhost redirects to the address that the sign-in returns to', async () => {
  await open()
  const { port } = new URL(server.url)
  const moved = await fetch(`http://localhost:${port}/user?page=2`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([302, `http://127.0.0.1:${port}/user?page=2`])
  expect((await get('/')).status).toBe(200)
})
