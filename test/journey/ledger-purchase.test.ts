import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../bin/demo/api-client.ts'
import type { Package } from '../../lambdas/contract/pricing.ts'
import { siteConfig } from '../../lambdas/contract/site-config.ts'
import { epochOfTimestamp14 } from '../../lambdas/contract/time.ts'
import { type Shopper, shopperAt } from '../local/toss/shopper.ts'
import { shareStory } from '../support/running.ts'

const story = await shareStory()
let shopper: Shopper

beforeAll(async () => {
  const config = siteConfig.parse(await (await fetch(new URL('/config.json', story.cloud.siteUrl))).json())
  shopper = shopperAt(`${story.cloud.awsUrl}/toss`, config.tossClientKey)
})

/** Chooses a package and goes through the payment window, up to the return address. */
async function checkOut(api: ApiClient, id: Package['id'], method?: string) {
  const { orderId, amount, orderName } = await api('createPayment', { body: { package: id } })
  const paymentKey = await shopper.begin({ orderId, amount, orderName, method })
  await shopper.choose(paymentKey, 'approve')
  return { orderId, amount, paymentKey }
}

const emailsTo = (name: string) =>
  story.cloud.emails().filter(email => email.to.some(address => address.includes(`${name}@`)))

describe('a purchase on the whole service', () => {
  it('of 430 tokens raises the balance and produces a receipt and an email', async () => {
    const api = await story.person('buyer')
    const request = await checkOut(api, 'tokens-430')
    expect(await api('confirmPayment', { body: request })).toMatchObject({ order: { status: 'paid' }, token: 630 })
    expect((await api('me')).token).toBe(630)
    expect((await api('listPayments')).orders).toMatchObject([
      { orderId: request.orderId, tokens: 430, amount: 20_000 },
    ])
    expect(emailsTo('buyer').map(email => email.subject)).toContain('토큰 430개를 충전했어요')
  })

  it('is credited by Toss’s webhook if the browser never returns', async () => {
    const api = await story.person('absent')
    const { orderId, amount, paymentKey } = await checkOut(api, 'tokens-100', '가상계좌')
    expect(await api('confirmPayment', { body: { orderId, amount, paymentKey } })).toMatchObject({
      order: { status: 'waiting', virtualAccount: { bank: '우리은행' } },
      token: 200,
    })
    await shopper.deposit(paymentKey)
    await expect.poll(async () => (await api('me')).token).toBe(300)
    expect((await api('readPayment', { parameters: { orderId } })).order.status).toBe('paid')
  })

  it('takes its tokens back when the operator cancels it', async () => {
    const api = await story.person('returner')
    const request = await checkOut(api, 'tokens-1200')
    await api('confirmPayment', { body: request })
    await shopper.cancelInConsole(request.paymentKey, 10_000)
    await expect.poll(async () => (await api('me')).token).toBe(200 + 1200 - 240)
    await shopper.cancelInConsole(request.paymentKey)
    await expect.poll(async () => (await api('me')).token).toBe(200)
    expect((await api('listPayments')).orders).toMatchObject([{ status: 'canceled', canceledAmount: 50_000 }])
  })

  it('is closed by the reconciler if it is never paid', async () => {
    const api = await story.person('undecided')
    const { orderId } = await api('createPayment', { body: { package: 'tokens-20' } })
    const status = async () => {
      const Key = { order_id: orderId }
      const TableName = story.cloud.physicalName('TablesPayments')
      return (await tables.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item?.status
    }
    const tables = DynamoDBDocumentClient.from(story.cloud.client(DynamoDBClient))
    await story.cloud.runRule('ApiEveryTenMinutes')
    expect(await status()).toBe('ready')
    const made = epochOfTimestamp14(orderId.slice(0, 14)) - 2 * 60 * 60 * 1000
    await tables.send(
      new UpdateCommand({
        TableName: story.cloud.physicalName('TablesPayments'),
        Key: { order_id: orderId },
        UpdateExpression: 'SET created_at = :then',
        ExpressionAttributeValues: { ':then': new Date(made).toISOString() },
      }),
    )
    await story.cloud.runRule('ApiEveryTenMinutes')
    expect(await status()).toBe('expired')
  })

  it('is refused and logged if the amount belongs to another package', async () => {
    const api = await story.person('tamperer')
    const { orderId, paymentKey } = await checkOut(api, 'tokens-2500')
    await expect(api('confirmPayment', { body: { orderId, paymentKey, amount: 1_000 } })).rejects.toThrow(
      'AMOUNT_MISMATCH',
    )
    expect((await api('me')).token).toBe(200)
  })
})
