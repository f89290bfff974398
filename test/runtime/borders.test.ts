import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { ApiError } from '../../lambdas/contract/errors.ts'
import { EVERY_ROUTE } from '../../lambdas/contract/every-route.ts'
import { PAYMENT_ROUTES } from '../../lambdas/contract/routes/payment-routes.ts'
import type { Route } from '../../lambdas/contract/routes.ts'
import { movements } from '../../lambdas/records/ledger/index.ts'
import { apiHandler, MOST_BODY_BYTES } from '../../lambdas/runtime/http.ts'
import { openTables, type TestTables } from '../support/tables.ts'
import { newUser } from '../support/users.ts'

const asked: unknown[] = []
const answer = async ({ body }: { body: unknown }) => {
  asked.push(body)
  return {}
}
const refuse = async (): Promise<never> => {
  throw new ApiError('NOT_FOUND')
}
const handler = apiHandler('payment', PAYMENT_ROUTES, {
  createPayment: refuse,
  confirmPayment: refuse,
  failPayment: refuse,
  readPayment: refuse,
  requestTaxDocument: refuse,
  listPayments: refuse,
  paymentWebhook: answer,
})
const post = (body: string, isBase64Encoded = false) =>
  handler({
    version: '2.0',
    routeKey: 'POST /api/payments/webhook',
    rawPath: '/api/payments/webhook',
    rawQueryString: '',
    headers: {},
    body,
    isBase64Encoded,
    requestContext: { requestId: 'r' },
  })

beforeEach(() => {
  asked.length = 0
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

describe('a body', () => {
  it('of more than 64 KB is refused before it is parsed', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const long = JSON.stringify({ data: 'x'.repeat(MOST_BODY_BYTES) })
    for (const answered of [await post(long), await post(Buffer.from(long).toString('base64'), true)])
      expect(answered).toMatchObject({ statusCode: 413, body: expect.stringContaining('BODY_TOO_LARGE') })
    expect(parse.mock.calls.filter(([text]) => text.length > MOST_BODY_BYTES)).toEqual([])
    expect(asked).toEqual([])
  })

  it('is counted in bytes, not in characters', async () => {
    expect((await post(JSON.stringify('가'.repeat(MOST_BODY_BYTES / 2)))).statusCode).toBe(413)
  })

  it('with a lone surrogate is refused, because neither DynamoDB nor SES accepts one', async () => {
    for (const body of ['{"a":"\\ud800"}', '{"a":[{"b":"x\\udc00y"}]}'])
      expect((await post(body)).statusCode, body).toBe(400)
    expect((await post('{"a":"\\ud83d\\ude00"}')).statusCode).toBe(200)
  })
})

describe('every route', () => {
  const declared = Object.entries<Route>(EVERY_ROUTE).flatMap(([name, route]) =>
    (['body', 'query'] as const).flatMap(part =>
      route[part] ? [{ name: `${name}.${part}`, schema: route[part] }] : [],
    ),
  )

  it.each(declared)('bounds each string, list and number that it takes ($name)', ({ schema }) => {
    expect(unbounded(z.toJSONSchema(schema, { io: 'input' }))).toEqual([])
  })
})

const node = z.looseObject({
  type: z.string().optional(),
  enum: z.unknown().optional(),
  const: z.unknown().optional(),
  maxLength: z.number().optional(),
  pattern: z.string().optional(),
  maxItems: z.number().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
})

/** Paths of the strings, lists and numbers of a JSON schema that have no limit. */
function unbounded(schema: unknown, path = ''): string[] {
  const { type, properties, items, anyOf, oneOf, ...one } = node.parse(schema)
  const isFixed = one.enum !== undefined || one.const !== undefined
  const isExact = /^\^\\d\{\d+\}\$$/.test(one.pattern ?? '')
  const isOpen =
    !isFixed &&
    ((type === 'string' && one.maxLength === undefined && !isExact) ||
      (type === 'array' && one.maxItems === undefined) ||
      (type === 'number' && (one.minimum === undefined || one.maximum === undefined)))
  return [
    ...(isOpen ? [`${path} (${type})`] : []),
    ...Object.entries(properties).flatMap(([name, each]) => unbounded(each, `${path}.${name}`)),
    ...(items === undefined ? [] : unbounded(items, `${path}[]`)),
    ...[...anyOf, ...oneOf].flatMap(each => unbounded(each, path)),
  ]
}

describe('the cursor of the token history', () => {
  let test: TestTables

  beforeAll(async () => {
    test = await openTables()
  })
  afterAll(() => test.close())

  const seal = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')
  const at = '2026-03-14T05:09:26.000Z'

  it.each([
    ['is no JSON', 'x'],
    ['is null', seal(null)],
    ['is a list', seal([])],
    ['has an empty name', seal({ movement: '', at })],
    ['has a name longer than a key of DynamoDB', seal({ movement: 'x'.repeat(1025), at })],
    ['has an empty time', seal({ movement: 'signup', at: '' })],
    ['has a time that is none', seal({ movement: 'signup', at: 'x'.repeat(2000) })],
    ['has half a surrogate pair', seal({ movement: '\ud800', at })],
    ['has numbers for texts', seal({ movement: 1, at: 2 })],
  ])('is refused where it %s', async (_why, cursor) => {
    const { uid } = await newUser(test.tables)
    await expect(movements(test.tables, uid, { cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
