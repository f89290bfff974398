import { beforeAll, describe, expect, it } from 'vitest'
import { ROUTES, type Route, type RouteName } from '../../lambdas/contract/routes.ts'
import { setSuspended } from '../../lambdas/records/users.ts'
import { closed, media, submit } from '../support/journey.ts'
import { expectNoPersonalData } from '../support/log-privacy.ts'
import { shareStory } from '../support/running.ts'
import { tablesOf } from '../support/stored-rows.ts'
import { validBody } from '../support/valid-bodies.ts'
import { rawCall, type Visitor, visitor } from '../support/visitor.ts'

const story = await shareStory()
let owner: Visitor
let stranger: Visitor
let hello: Buffer
let done: string
let failed: string

beforeAll(async () => {
  owner = await visitor(story.cloud, 'owner-of-access')
  stranger = await visitor(story.cloud, 'stranger-to-access')
  hello = await media('../../../local/sample/hello.mp4')
  const entries = [await submit(owner.api, hello), await submit(owner.api, Buffer.from('no video'))]
  ;[done = '', failed = ''] = entries.map(({ key }) => key)
  await Promise.all(entries.map(({ key }) => closed(owner.api, key)))
})

const ofEntries = Object.entries(ROUTES)
  // test/delivery/webhooks.test.ts tries the deliveries of a stranger's key.
  .filter(([, { path }]) => path.includes('{key}') && !path.startsWith(ROUTES.listKeys.path))
  .map(([name]) => name as RouteName)

describe('another user’s video', () => {
  it.each(ofEntries)('gets the same response from %s as a video that does not exist', async name => {
    for (const key of [done, failed]) {
      const answer = await stranger.call(name, { parameters: { key, id: 'x' }, body: validBody(name, '', '') })
      expect([name, answer]).toMatchObject([name, { status: 404, body: { code: 'NO_VIDEO' } }])
    }
  })

  it('remains unchanged and cannot be read', async () => {
    const about = await stranger.call('inquire', { body: { text: '이 영상 주세요', key: done } })
    expect(about).toMatchObject({ status: 404, body: { code: 'NO_VIDEO' } })
    expect((await owner.api('listArchive')).entries).toMatchObject([
      { key: failed, status: 'failed' },
      { key: done, status: 'done' },
    ])
    expect((await stranger.api('me')).token).toBe(200)
    expect((await stranger.api('listArchive')).total).toBe(0)
  })

  it('and order cannot be read, confirmed or failed', async () => {
    const { orderId, amount } = await owner.api('createPayment', { body: { package: 'tokens-20' } })
    for (const answer of [
      await stranger.call('readPayment', { parameters: { orderId } }),
      await stranger.call('confirmPayment', { body: { orderId, amount, paymentKey: 'payment-1' } }),
      await stranger.call('failPayment', { body: { orderId, code: 'PAY_PROCESS_CANCELED' } }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'NO_ORDER' } })
    expect((await owner.api('readPayment', { parameters: { orderId } })).order.status).toBe('ready')
  })

  it('does not appear on any page of movements, whatever the cursor', async () => {
    const cursor = Buffer.from(JSON.stringify({ uid: owner.uid, movement: 'signup', at: '9' })).toString('base64url')
    const { body } = await stranger.call('movements', { query: { cursor } })
    expect(JSON.stringify(body)).not.toContain(owner.uid)
    expect(await stranger.call('movements', { query: { cursor: 'e30' } })).toMatchObject({ status: 400 })
  })
})

describe('an address of something that does not exist', () => {
  it('returns 404, whatever it contains', async () => {
    const names = ['20260101000000', 'x', '../me', '%00', '가'.repeat(20), "' OR 1=1 --"]
    for (const key of names)
      for (const name of ofEntries) {
        const answer = await stranger.call(name, { parameters: { key, id: 'x' }, body: validBody(name, '', '') })
        expect([name, key, answer]).toMatchObject([name, key, { status: 404, body: { code: 'NO_VIDEO' } }])
      }
    expect(await stranger.call('readPayment', { parameters: { orderId: 'x' } })).toMatchObject({
      status: 404,
      body: { code: 'NO_ORDER' },
    })
  })

  it('is refused before any read if it is longer than any valid key', async () => {
    const refused = { status: 400, body: { code: 'BAD_REQUEST' } }
    for (const name of ofEntries)
      expect(
        await stranger.call(name, { parameters: { key: 'a'.repeat(1500), id: 'x' }, body: validBody(name, '', '') }),
        name,
      ).toMatchObject(refused)
    expect(await stranger.call('readPayment', { parameters: { orderId: 'a'.repeat(3000) } })).toMatchObject(refused)
  })
})

describe('a call without a valid token', () => {
  const parameters = { key: '20260101000000', id: 'abcdefghijk', orderId: 'order-1', group: 'group-1' }
  const protectedRoutes = Object.entries(ROUTES)
    .filter(([, { access }]) => access === 'user')
    .map(([name]) => name as RouteName)
  const tampered = (token: string): string => {
    const [head = '', payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const other = Buffer.from(JSON.stringify({ ...claims, sub: owner.uid })).toString('base64url')
    return `${head}.${other}.${signature}`
  }
  const unsigned = (token: string): string => {
    const [, payload = ''] = token.split('.')
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  }

  it('is refused on every route', async () => {
    for (const name of protectedRoutes) {
      const answer = await rawCall(story.cloud.siteUrl, name, { parameters })
      expect([name, answer.status]).toEqual([name, 401])
      expect(answer.body).toEqual({ message: 'Unauthorized' })
    }
  })

  it('is refused once the token has expired', async () => {
    story.passTime(2 * 60 * 60 * 1000)
    const answer = await stranger.call('me')
    story.passTime(0)
    expect(answer.status).toBe(401)
    expect((await stranger.call('me')).status).toBe(200)
  })

  it('is refused for garbage, altered, unsigned and wrong kinds of tokens and for other schemes', async () => {
    const { accessToken, idToken } = stranger
    const wrong = [
      'Bearer',
      'Bearer garbage',
      'Bearer a.b.c',
      `Bearer ${tampered(accessToken)}`,
      `Bearer ${unsigned(accessToken)}`,
      `Bearer ${accessToken.slice(0, -3)}`,
      `Basic ${accessToken}`,
      `Bearer ${accessToken}, Bearer ${accessToken}`,
    ]
    for (const authorization of wrong) {
      const answer = await rawCall(story.cloud.siteUrl, 'me', {}, { authorization })
      expect([authorization.slice(0, 20), answer.status]).toEqual([authorization.slice(0, 20), 401])
    }
    // An ID token is issued to the same client but carries no scope.
    expect((await rawCall(story.cloud.siteUrl, 'me', {}, { authorization: `Bearer ${idToken}` })).status).toBe(403)
  })
})

it('a suspended user can submit, pay, make a key and change the glossary no more', async () => {
  const suspended = await visitor(story.cloud, 'suspended-of-access')
  await setSuspended(tablesOf(story.cloud), suspended.uid, '부정 이용')
  for (const name of ['submitVideo', 'submitSubtitle', 'createPayment', 'createKey', 'changeGlossary'] as const)
    expect([name, (await suspended.call(name, { body: validBody(name, '', '') })).status]).toEqual([name, 403])
})

describe('a body that breaks the contract', () => {
  it('is refused and changes nothing', async () => {
    const data = { orderId: 'a'.repeat(3000), paymentKey: 'b'.repeat(3000) }
    const notice = JSON.stringify({ eventType: 'PAYMENT_STATUS_CHANGED', data })
    const bodies = [
      '비밀.mp4',
      '{"filename":"비밀.mp4"',
      '[]',
      'null',
      '"비밀.mp4"',
      '{"filename":{"$ne":1}}',
      '\u0000',
      notice,
    ]
    for (const [name, route] of Object.entries<Route>(ROUTES)) {
      if (!route.body) continue
      const path = route.path.replace('{key}', done).replace('{id}', 'abcdefghijk')
      for (const body of bodies) {
        const headers = {
          authorization: `Bearer ${stranger.accessToken}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        }
        const answer = await fetch(`${story.cloud.siteUrl}${path}`, { method: route.method, headers, body })
        expect([name, body, answer.status < 500]).toEqual([name, body, true])
        if (route.access === 'user') expect([name, answer.status]).toEqual([name, 400])
      }
    }
  })
})

it('the logs contain no personal data and nothing from the requests', () => {
  expectNoPersonalData(story.cloud, 'owner', 'stranger', '비밀', '이 영상', 'talk.mp4')
})
