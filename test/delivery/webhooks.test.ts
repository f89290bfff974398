import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listDeliveries, sendWebhookAgain } from '../../lambdas/account/deliveries.ts'
import { newKey } from '../../lambdas/contract/api-key.ts'
import { WEBHOOK_PAUSES_MS } from '../../lambdas/contract/webhook.ts'
import { sendAllWebhooks } from '../../lambdas/delivery/send-webhooks.ts'
import { postWebhook, resolveHost, type WebhookDeps } from '../../lambdas/delivery/webhook-request.ts'
import { createKey, revokeKey } from '../../lambdas/records/api-keys.ts'
import { readEntry } from '../../lambdas/records/archive.ts'
import { refund } from '../../lambdas/records/ledger/index.ts'
import { requireUser } from '../../lambdas/records/users.ts'
import { listen } from '../../packages/local-aws/test/support/endpoint.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, NOW, newUser } from '../support/users.ts'

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const webhook = (url: string) => ({ id: '1-done', url, secret: SECRET, body: '{"type":"submission.done"}' })
const strict: WebhookDeps = { resolve: resolveHost, isLocal: false, now: () => NOW }

/** Requests that the receiver on this machine got. */
const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
let answer: () => { status: number; headers?: Record<string, string> }
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', piece => (body += piece))
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body })
    const { status, headers } = answer()
    response.writeHead(status, headers).end('x'.repeat(100_000))
  })
})
let origin = ''

beforeAll(async () => {
  origin = await listen(receiver)
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(() => {
  received.length = 0
  answer = () => ({ status: 200 })
})

describe('a webhook', () => {
  it.each([
    ...['127.0.0.1', '127.1', '0x7f000001', '2130706433', '0177.0.0.1', 'localhost', '0.0.0.0', '0'],
    ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '169.254.169.254', '169.254.170.2'],
    ...['192.0.0.192', '198.18.0.1', '203.0.113.7', '224.0.0.1', '255.255.255.255'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]', '[2002:7f00:1::]'],
    ...['[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]', '[2001::1]', '[100::1]'],
  ])('is not sent to https://%s', async host => {
    const connect = postWebhook(strict, webhook(`https://${host}/hook`))
    await expect(connect).rejects.toMatchObject({ name: 'ForbiddenAddress' })
  })

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a public and a private address', ['93.184.216.34', '169.254.169.254']],
    ['no address', []],
  ])('is not sent to a name with %s', async (_what, addresses) => {
    const resolve = async () => addresses.map(address => ({ address, family: 4 }))
    const connect = postWebhook({ ...strict, resolve }, webhook('https://hook.example/'))
    await expect(connect).rejects.toMatchObject({ name: 'ForbiddenAddress' })
  })

  it('is not sent without TLS, nor to this machine unless the service runs here', async () => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }]
    for (const isLocal of [false, true])
      await expect(postWebhook({ ...strict, resolve, isLocal }, webhook('http://hook.example/'))).rejects.toMatchObject(
        { name: 'ForbiddenAddress' },
      )
    await expect(postWebhook(strict, webhook(origin))).rejects.toMatchObject({ name: 'ForbiddenAddress' })
    expect(await postWebhook({ ...strict, isLocal: true }, webhook(origin))).toBe(200)
  })

  it('goes to the IP address that was checked, even if its host name resolves differently a moment later', async () => {
    const resolve = vi.fn(async () => [{ address: '127.0.0.1', family: 4 }])
    const url = origin.replace('127.0.0.1', 'hook.example')
    expect(await postWebhook({ ...strict, resolve, isLocal: true }, webhook(`${url}/here?a=1`))).toBe(200)
    expect(resolve).toHaveBeenCalledTimes(1)
    expect(received).toMatchObject([{ path: '/here?a=1', headers: { host: new URL(url).host } }])
  })

  it('follows no redirect', async () => {
    answer = () => ({ status: 302, headers: { location: `${origin}/elsewhere` } })
    expect(await postWebhook({ ...strict, isLocal: true }, webhook(`${origin}/hook`))).toBe(302)
    expect(received.map(({ path }) => path)).toEqual(['/hook'])
  })

  it('is verified by an independent library, which rejects altered and replayed requests', async () => {
    await postWebhook({ ...strict, isLocal: true, now: Date.now }, webhook(origin))
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    const verifier = new Verifier(SECRET)
    expect(verifier.verify(body, sent)).toEqual({ type: 'submission.done' })
    expect(() => verifier.verify(body.replace('done', 'gone'), sent)).toThrow()
    expect(() => verifier.verify(body, { ...sent, 'webhook-id': '2-done' })).toThrow()
    await postWebhook({ ...strict, isLocal: true, now: () => Date.now() - 6 * 60_000 }, webhook(origin))
    const old = Object.fromEntries(
      Object.entries(received[1]?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    expect(() => verifier.verify(body, old)).toThrow(/too old/)
  })
})

describe('the webhook of a key', async () => {
  const { tables, rows } = await setUpTables()
  let uid: string
  let id: string
  let now = NOW
  const send = () => sendAllWebhooks({ tables, resolve: resolveHost, isLocal: true, now: () => now })

  beforeEach(async () => {
    now = NOW
    uid = (await newUser(tables)).uid
    const wish = newKey.parse({ name: 'a', scopes: ['submit'], webhookUrl: `${origin}/${uid}` })
    const { key, webhookSecret } = await createKey(tables, { uid, wish, at: AT })
    id = key.id
    expect(webhookSecret).toMatch(/^whsec_/)
    expect(JSON.stringify(key)).not.toContain(webhookSecret)
  })

  const ended = async () => {
    const entry = await heldEntry(tables, uid, { key: id })
    await refund(tables, entry, { failure: 'NO_SPEECH', at: AT })
    return entry
  }
  const own = () => received.filter(({ path }) => path === `/${uid}`)
  const deliveries = async () => (await listDeliveries(tables, uid, id)).deliveries

  it('is notified once when a submission ends, however many senders run', async () => {
    const { key } = await ended()
    await Promise.all([send(), send(), send()])
    expect(own()).toHaveLength(1)
    const told = JSON.parse(own()[0]?.body ?? '')
    expect(told).toMatchObject({ type: 'submission.failed', data: { id: key, failure: { code: 'NO_SPEECH' } } })
    expect(await deliveries()).toMatchObject([{ id: key, status: 'delivered', attempts: 1, httpStatus: 200 }])
    now += 24 * 60 * 60 * 1000
    await send()
    expect(own()).toHaveLength(1)
  })

  it('is retried with the same id after growing pauses, and given up after a day', async () => {
    answer = () => ({ status: 500 })
    await ended()
    await send()
    for (const pause of WEBHOOK_PAUSES_MS) {
      now += pause - 1
      await send()
      now += 1
      await send()
    }
    expect(own()).toHaveLength(1 + WEBHOOK_PAUSES_MS.length)
    expect(now - NOW).toBeLessThan(24 * 60 * 60 * 1000)
    expect(WEBHOOK_PAUSES_MS).toEqual(WEBHOOK_PAUSES_MS.toSorted((a, b) => a - b))
    expect(new Set(own().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: 9, httpStatus: 500 }])
    expect((await rows('outbox')).filter(row => String(row.id).startsWith(`webhook#${uid}`))).toEqual([])
  })

  it('is notified again at the request of the key’s owner, and of nobody else', async () => {
    answer = () => ({ status: 404 })
    const { key } = await ended()
    await send()
    const stranger = await newUser(tables)
    const clock = { tables, now: () => now }
    await expect(sendWebhookAgain(clock, stranger.uid, { id, key })).rejects.toMatchObject({ code: 'NO_VIDEO' })
    expect(await listDeliveries(tables, stranger.uid, id)).toEqual({ deliveries: [] })
    answer = () => ({ status: 204 })
    await sendWebhookAgain(clock, uid, { id, key })
    await send()
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 1, httpStatus: 204 }])
  })

  it('is not notified once the key is revoked, nor about submissions from the page', async () => {
    const entry = await ended()
    await revokeKey(tables, await requireUser(tables, uid), { id, at: AT })
    await refund(tables, await heldEntry(tables, uid), { failure: 'NO_SPEECH', at: AT })
    await send()
    expect(own()).toEqual([])
    expect((await readEntry(tables, entry))?.webhook).toBeUndefined()
  })
})
