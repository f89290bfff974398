import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ROUTES, type RouteName } from '../../lambdas/contract/routes.ts'
import { paymentApi } from '../../lambdas/payment/payment-api.ts'
import { setUpPayments } from './open-deps.ts'

const open = await setUpPayments()

/** A request in API Gateway's format. */
async function post(route: RouteName, uid: string, body: string) {
  const { method, path } = ROUTES[route]
  const claims = { sub: uid, username: `google_${uid}` }
  const answer = await paymentApi(open.deps)({
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: '',
    headers: { authorization: 'Bearer token', 'idempotency-key': randomUUID() },
    requestContext: { requestId: 'r', authorizer: { jwt: { claims } } },
    isBase64Encoded: false,
    body,
  })
  const { code }: { code?: string } = JSON.parse(answer.body ?? '{}')
  return { status: answer.statusCode, code }
}

/** Everything of value: orders, movements, balances. */
async function values() {
  const [orders, movements, users] = await Promise.all([
    open.test.rows('payments'),
    open.test.rows('ledger'),
    open.test.rows('users'),
  ])
  return { orders, movements, users: users.filter(row => row.customer_key) }
}

const refusals = async () => (await open.test.rows('logs')).filter(row => row.action === 'payment_refused')

/** The request is refused with the code, changes nothing of value and leaves one row in the log. */
async function expectRefusal(route: RouteName, uid: string, body: string, expected: { status: number; code: string }) {
  const before = await values()
  const rows = await refusals()
  expect(await post(route, uid, body)).toEqual(expected)
  expect(await values()).toEqual(before)
  const added = (await refusals()).filter(row => !rows.some(({ uid, at }) => uid === row.uid && at === row.at))
  expect(added).toMatchObject([{ uid, details: { code: expected.code, route: `POST ${ROUTES[route].path}` } }])
}

describe('a confirmation is refused and credits nothing if it', () => {
  it('states another amount than the order', async () => {
    const { uid, ...request } = await open.ordered(await open.person())
    const body = JSON.stringify({ ...request, amount: 100 })
    await expectRefusal('confirmPayment', uid, body, { status: 400, code: 'AMOUNT_MISMATCH' })
  })

  it('names another user’s order', async () => {
    const { uid: _owner, ...request } = await open.ordered(await open.person())
    const body = JSON.stringify(request)
    await expectRefusal('confirmPayment', await open.person(), body, { status: 404, code: 'NO_ORDER' })
  })

  it('names an order that does not exist', async () => {
    const { uid, ...request } = await open.ordered(await open.person())
    const body = JSON.stringify({ ...request, orderId: '' })
    await expectRefusal('confirmPayment', uid, body, { status: 404, code: 'NO_ORDER' })
  })

  it('replays the payment of an order that is already paid', async () => {
    const uid = await open.person()
    const { paymentKey } = await open.paid(uid)
    const { orderId, amount } = await open.ordered(uid)
    const body = JSON.stringify({ paymentKey, orderId, amount })
    await expectRefusal('confirmPayment', uid, body, { status: 402, code: 'PAYMENT_REJECTED' })
  })

  it('replays another user’s payment', async () => {
    const { paymentKey } = await open.paid(await open.person())
    const { uid, orderId, amount } = await open.ordered(await open.person())
    const body = JSON.stringify({ paymentKey, orderId, amount })
    await expectRefusal('confirmPayment', uid, body, { status: 402, code: 'PAYMENT_REJECTED' })
  })

  it('names a payment that does not exist', async () => {
    const { uid, orderId, amount } = await open.ordered(await open.person())
    const body = JSON.stringify({ paymentKey: 'tlocal_made_up', orderId, amount })
    await expectRefusal('confirmPayment', uid, body, { status: 402, code: 'PAYMENT_REJECTED' })
  })

  it.each([
    ['a negative figure', '-20000', { status: 400, code: 'AMOUNT_MISMATCH' }],
    ['a huge figure', '9007199254740991', { status: 400, code: 'AMOUNT_MISMATCH' }],
    ['a figure past every bound', '1e400', { status: 400, code: 'BAD_REQUEST' }],
    ['NaN', 'NaN', { status: 400, code: 'BAD_REQUEST' }],
    ['null', 'null', { status: 400, code: 'BAD_REQUEST' }],
    ['a text', '"20000"', { status: 400, code: 'BAD_REQUEST' }],
    ['a fraction', '20000.5', { status: 400, code: 'BAD_REQUEST' }],
  ])('states %s as the amount', async (_name, amount, expected) => {
    const { uid, orderId, paymentKey } = await open.ordered(await open.person())
    const body = `{"paymentKey":"${paymentKey}","orderId":"${orderId}","amount":${amount}}`
    await expectRefusal('confirmPayment', uid, body, expected)
  })
})

describe('an order that is tampered with', () => {
  it.each([
    ['a package that does not exist', '{"package":"tokens-1000000"}'],
    ['no package', '{}'],
    ['a price of its own beside an unknown package', '{"package":"free","amount":0,"tokens":99999}'],
  ])('names %s', async (_name, body) => {
    await expectRefusal('createPayment', await open.person(), body, { status: 400, code: 'BAD_REQUEST' })
  })

  it('costs the server’s price, whatever else the body says', async () => {
    const uid = await open.person()
    const before = (await open.test.rows('payments')).length
    const { status } = await post('createPayment', uid, '{"package":"tokens-20","amount":1,"tokens":99999}')
    expect(status).toBe(200)
    const orders = (await open.test.rows('payments')).filter(row => row.uid === uid)
    expect(orders).toMatchObject([{ tokens: 20, amount: 1000, status: 'ready' }])
    expect((await open.test.rows('payments')).length).toBe(before + 1)
  })

  it('by a caller without an account is refused', async () => {
    await expectRefusal('createPayment', 'nobody', '{"package":"tokens-20"}', { status: 404, code: 'NO_USER' })
  })
})

describe('a reported failure', () => {
  it('does not end another user’s order', async () => {
    const { orderId } = await open.ordered(await open.person())
    const body = JSON.stringify({ orderId, code: 'PAY_PROCESS_CANCELED' })
    await expectRefusal('failPayment', await open.person(), body, { status: 404, code: 'NO_ORDER' })
  })
})
