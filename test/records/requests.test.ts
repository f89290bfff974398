import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { answered, idempotent, requestRow } from '../../lambdas/records/requests.ts'
import { spendAllowance } from '../../lambdas/records/service-rows.ts'
import { put, write } from '../../lambdas/records/transaction.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, iso, NOW, requestOf } from '../support/users.ts'

const test = await setUpTables()

const schema = z.object({ order: z.string() })

describe('a repeated request', () => {
  it('does its work once and always gets the same response', async () => {
    const request = requestOf('buyer', { route: 'createPayment' })
    let made = 0
    const make = async () => {
      const order = `order-${made++}`
      return { made: { order }, writes: [put(test.tables.payments, { order_id: `${request.id}-${order}` })] }
    }
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => idempotent(test.tables, request, schema, make)))
    expect(new Set(answers.map(({ order }) => order)).size).toBe(1)
    expect((await test.rows('payments')).filter(row => `${row.order_id}`.startsWith(request.id))).toHaveLength(1)
  })

  it('with another body or for another route is refused', async () => {
    const request = requestOf('buyer', { body: { package: 'tokens-20' } })
    await write(test.tables, requestRow(test.tables, request, { order: 'a' }))
    const refused = { code: 'KEY_REUSED' }
    await expect(answered(test.tables, { ...request, body: { package: 'x' } }, schema)).rejects.toMatchObject(refused)
    await expect(answered(test.tables, { ...request, route: 'inquire' }, schema)).rejects.toMatchObject(refused)
    expect(await answered(test.tables, { ...request, uid: 'another' }, schema)).toBeUndefined()
  })

  it('is remembered for exactly a day, however late its row is removed', async () => {
    const request = requestOf('buyer')
    await write(test.tables, requestRow(test.tables, request, { order: 'a' }))
    const dayLater = { ...request, at: iso(NOW + 24 * 60 * 60 * 1000 + 1000) }
    expect(await answered(test.tables, { ...request, at: iso(NOW + 23 * 60 * 60 * 1000) }, schema)).toBeDefined()
    expect(await answered(test.tables, dayLater, schema)).toBeUndefined()
    expect(await write(test.tables, requestRow(test.tables, request, { order: 'b' }))).toBe(false)
    expect(await write(test.tables, requestRow(test.tables, dayLater, { order: 'b' }))).toBe(true)
  })
})

describe('an allowance', () => {
  const three = { name: 'inquiry', limit: 3, seconds: 3600 } as const

  it('is spent after its number of uses and renewed in the next window', async () => {
    for (let use = 0; use < 3; use++) await spendAllowance(test.tables, 'asker', three, AT)
    await expect(spendAllowance(test.tables, 'asker', three, AT)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await spendAllowance(test.tables, 'somebody else', three, AT)
    await spendAllowance(test.tables, 'asker', three, iso(NOW + 3600_000))
  })

  it('is never exceeded by parallel uses', async () => {
    const uses = Array.from({ length: 12 }, () => spendAllowance(test.tables, 'hasty', three, AT))
    const outcomes = await Promise.allSettled(uses)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })
})
