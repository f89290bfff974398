import { randomUUID } from 'node:crypto'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMANDS } from '../../bin/ops/run.ts'
import { sendAllOwed } from '../../lambdas/email/send-owed.ts'
import { bookOrder, deliver, type OrderStep, refund } from '../../lambdas/records/ledger/index.ts'
import { newOrderRow, readOrder } from '../../lambdas/records/payments.ts'
import { readSwitches } from '../../lambdas/records/service-rows.ts'
import { put, remove, update, write } from '../../lambdas/records/transaction.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { openMailbox } from '../email/mailbox.ts'
import { AT, delivery, heldEntry, newUser } from '../support/users.ts'
import { type OpenOps, openOps } from './open-ops.ts'

let open: OpenOps
let uid: string

beforeAll(async () => {
  open = await openOps()
})
afterAll(() => open.test.close())
beforeEach(async () => {
  uid = (await newUser(open.test.tables)).uid
})

const setToken = (token: number) =>
  open.test.tables.client.send(
    new UpdateCommand({
      TableName: open.test.tables.users,
      Key: { uid },
      UpdateExpression: 'SET #token = :token',
      ExpressionAttributeNames: { '#token': 'token' },
      ExpressionAttributeValues: { ':token': token },
    }),
  )

async function paidOrder(orderId: string): Promise<void> {
  const order = {
    order_id: orderId,
    uid,
    package: 'tokens-20' as const,
    tokens: 20,
    amount: 1000,
    status: 'ready' as const,
    created_at: AT,
    version: 0,
  }
  await write(open.test.tables, newOrderRow(open.test.tables, order))
  await bookStep(orderId, {
    change: { status: 'paid', payment_key: 'tgen_1', paid_at: AT },
    moves: [{ kind: 'purchase' }],
    emails: [],
  })
}

const bookStep = (orderId: string, step: OrderStep) =>
  bookOrder(open.test.tables, { order_id: orderId, uid }, { at: AT, cancels: [] }, () => ({ step }))

describe('the command ledger verify', () => {
  it('finds debts that do not match the orders', async () => {
    const setOwed = (owed: Record<string, number>) =>
      write(open.test.tables, update(open.test.tables.users, { uid }, { set: { owed } }))
    await setOwed({ 'order-1': 5 })
    expect(await open.json('ledger', 'verify')).toMatchObject({ faults: [{ uid, owed: 5, unrecovered: 0 }] })
    expect((await open.ops('ledger', 'verify', uid)).code).toBe(1)
    await setOwed({})
    await paidOrder(`debt-of-${uid}`)
    await write(
      open.test.tables,
      update(open.test.tables.payments, { order_id: `debt-of-${uid}` }, { set: { unrecovered_tokens: 7 } }),
    )
    expect(await open.json('ledger', 'verify')).toMatchObject({ faults: [{ uid, owed: 0, unrecovered: 7 }] })
    expect((await open.ops('ledger', 'verify', uid)).out).toContain('7')
    await setOwed({ [`debt-of-${uid}`]: 7 })
    expect((await open.ops('ledger', 'verify')).code).toBe(0)
    const { tables } = open.test
    await write(tables, update(tables.payments, { order_id: `debt-of-${uid}` }, { remove: ['unrecovered_tokens'] }))
    await setOwed({})
  })

  it('finds every balance equal to the sum of its movements', async () => {
    await heldEntry(open.test.tables, uid, { durationSeconds: 60 })
    await paidOrder(`order-of-${uid}`)
    const { code, out } = await open.ops('ledger', 'verify')
    expect(code).toBe(0)
    expect(out).toMatch(
      /^The balances of all \d+ users equal the sums of their movements, and their debts those of their orders\.\n$/,
    )
  })

  it('names a user whose balance differs from the sum, and exits with 1', async () => {
    await setToken(201)
    const { code, out } = await open.ops('ledger', 'verify')
    expect(code).toBe(1)
    expect(out).toContain(uid)
    expect(await open.json('ledger', 'verify')).toMatchObject({ faults: [{ uid, balance: 201, sum: 200 }] })
    expect((await open.ops('ledger', 'verify', uid)).code).toBe(1)
    await setToken(200)
    expect((await open.ops('ledger', 'verify')).code).toBe(0)
  })
})

describe('a row that cannot be read', () => {
  const spoil = (table: 'users' | 'ledger', row: Record<string, unknown>) =>
    write(open.test.tables, put(open.test.tables[table], row))

  it('stops the verification of the ledger instead of being skipped', async () => {
    for (const [table, row, key] of [
      ['users', { uid: 'request#1', made: '김민지' }, { uid: 'request#1' }],
      ['ledger', { uid, movement: 'odd', amount: '5' }, { uid, movement: 'odd' }],
    ] as const) {
      await spoil(table, row)
      for (const words of [['ledger', 'verify'], ...(table === 'ledger' ? [['ledger', 'verify', uid]] : [])]) {
        const { code, out, error } = await open.ops(...words)
        expect({ code, out }).toEqual({ code: 1, out: '' })
        expect(error).toContain(`Table ${table} holds a row that cannot be read (uid=${key.uid}`)
        expect(error).not.toContain('김민지')
      }
      await write(open.test.tables, remove(open.test.tables[table], key))
    }
    expect((await open.ops('ledger', 'verify')).code).toBe(0)
  })

  it('stops a list of users', async () => {
    await spoil('users', { uid: 'odd', token: 5 })
    expect(await open.ops('user')).toMatchObject({ code: 1, out: '', error: expect.stringContaining('uid=odd') })
    await write(open.test.tables, remove(open.test.tables.users, { uid: 'odd' }))
  })
})

describe('the command grant', () => {
  it('adds tokens with a reason, once per id, with rows in ledger and log', async () => {
    const words = ['grant', uid, '100', '--reason', '장애 보상', '--id', 'case-7']
    expect((await open.ops(...words)).out).toContain('The balance is now 300 tokens.')
    await open.ops(...words)
    expect((await readUser(open.test.tables, uid))?.token).toBe(300)
    expect(await open.test.movements(uid)).toMatchObject([
      { movement: 'grant#case-7', amount: 100, note: '장애 보상' },
      { movement: 'signup' },
    ])
    expect(await open.json('logs', uid, '--action', 'grant')).toMatchObject([{ before: 200, after: 300 }])
  })

  it('removes tokens, but never more than the balance', async () => {
    expect((await open.ops('grant', '--reason', '잘못 드림', '--', uid, '-50')).code).toBe(0)
    const tooMuch = await open.ops('grant', '--reason', '잘못 드림', '--', uid, '-151')
    expect(tooMuch).toMatchObject({ code: 1, error: 'That is more than the balance.\n' })
    expect((await readUser(open.test.tables, uid))?.token).toBe(150)
  })

  it.each([
    [['10']],
    [['0', '--reason', 'x']],
    [['ten', '--reason', 'x']],
    [['1.5', '--reason', 'x']],
    [['99999999', '--reason', 'x']],
  ])('rejects %j and shows its help', async words => {
    const { code, error } = await open.ops('grant', uid, ...words)
    expect(code).toBe(2)
    expect(error).toContain('npm run ops -- grant <uid | email> <tokens>')
    expect(await open.test.movements(uid)).toHaveLength(1)
  })
})

describe('the commands suspend and restore', () => {
  it('suspend and restore a user with a reason, each with a row in the log', async () => {
    expect((await open.ops('suspend', uid, '--reason', '부정 이용')).code).toBe(0)
    expect((await readUser(open.test.tables, uid))?.suspended).toBe('부정 이용')
    expect((await open.ops('restore', uid)).code).toBe(0)
    expect((await readUser(open.test.tables, uid))?.suspended).toBeUndefined()
    const rows = (await open.test.rows('logs')).filter(row => row.uid === uid).map(row => row.action)
    expect(rows).toEqual(expect.arrayContaining(['suspend', 'restore']))
    expect(await open.ops('suspend', 'nobody', '--reason', 'x')).toMatchObject({ code: 1 })
    expect(await open.ops('suspend', uid)).toMatchObject({ code: 2 })
  })

  it('accept a user’s email address, and only one user', async () => {
    expect((await open.ops('suspend', `${uid}@example.com`, '--reason', '부정 이용')).code).toBe(0)
    expect((await readUser(open.test.tables, uid))?.suspended).toBe('부정 이용')
    expect(await open.ops('restore', uid, 'other')).toMatchObject({ code: 2 })
    expect((await open.ops('restore', `${uid}@example.com`)).code).toBe(0)
    expect((await readUser(open.test.tables, uid))?.suspended).toBeUndefined()
    expect(await open.ops('suspend', 'nobody@example.com', '--reason', 'x')).toMatchObject({ code: 1 })
  })
})

describe('the commands stop and start', () => {
  it('switch new submissions off and on with a reason, all of them or only those from YouTube', async () => {
    await open.ops('stop', '--reason', '점검 중이에요.')
    await open.ops('stop', '--youtube', '--reason', 'YouTube가 막았어요.')
    expect(await readSwitches(open.test.tables)).toEqual({
      stopped: '점검 중이에요.',
      youtubeStopped: 'YouTube가 막았어요.',
    })
    await open.ops('start')
    expect(await readSwitches(open.test.tables)).toEqual({ youtubeStopped: 'YouTube가 막았어요.' })
    await open.ops('start', '--youtube')
    expect(await readSwitches(open.test.tables)).toEqual({})
    expect((await open.ops('stop')).code).toBe(2)
  })
})

describe('a listing:', () => {
  it('user shows a user with ledger and orders, by id and by email', async () => {
    await paidOrder(`order-of-${uid}`)
    const { out } = await open.ops('user', `${uid}@example.com`)
    expect(out).toContain('tokens 220')
    expect(out).toContain(`purchase#order-of-${uid}`)
    expect(out).toContain('paid')
    expect(await open.json('user', uid)).toMatchObject({ uid, token: 220, orders: [{ status: 'paid' }] })
    expect(await open.ops('user', 'nobody')).toMatchObject({ code: 1, error: 'There is no user nobody.\n' })
    expect((await open.ops('user')).out).toContain(uid)
  })

  it('archive shows the videos of all users, newest first, and those of one user or status', async () => {
    const done = await heldEntry(open.test.tables, uid, { name: '강의.mp4' })
    await deliver(open.test.tables, done, delivery(done))
    const failed = await heldEntry(open.test.tables, uid)
    await refund(open.test.tables, failed, { failure: 'NO_SPEECH', at: AT })
    const { out } = await open.ops('archive', uid)
    expect(out.indexOf(failed.key)).toBeLessThan(out.indexOf(done.key))
    expect(out).toContain('failed NO_SPEECH')
    expect(out).toContain('강의.mp4')
    expect(await open.json('archive', uid, '--status', 'done')).toMatchObject([{ key: done.key }])
    expect(await open.json('archive', uid, '--open')).toEqual([])
    expect((await open.ops('archive', '--status', 'lost')).code).toBe(2)
  })

  it('payments shows orders, and the flagged ones', async () => {
    const orderId = `order-of-${uid}`
    await paidOrder(orderId)
    expect(await open.json('payments', uid)).toMatchObject([{ order_id: orderId, status: 'paid' }])
    expect(await open.json('payments', uid, '--flagged')).toEqual([])
    await open.ops('grant', '--reason', '씀', '--', uid, '-220')
    await bookStep(orderId, {
      change: { status: 'canceled', canceled_amount: 1000, unrecovered_tokens: 20 },
      moves: [{ kind: 'reversal', transactionKey: 'T1', amount: 1000, taken: 0, unrecovered: 20 }],
      emails: [],
    })
    expect(await open.json('payments', '--flagged')).toMatchObject([{ order_id: orderId, unrecovered_tokens: 20 }])
  })

  it('payments recheck makes the reconciler check an order again', async () => {
    const orderId = `order-of-${uid}`
    await paidOrder(orderId)
    expect((await open.ops('payments', 'recheck', orderId)).code).toBe(0)
    expect(await open.test.row('payments', { order_id: orderId })).toMatchObject({ open: 'open' })
    expect((await readOrder(open.test.tables, orderId))?.status).toBe('paid')
    expect(await open.ops('payments', 'recheck', 'order-nobody')).toMatchObject({ code: 1 })
    expect(await open.test.row('payments', { order_id: 'order-nobody' })).toBeUndefined()
  })

  it('logs shows rows by user, action and time', async () => {
    await heldEntry(open.test.tables, uid)
    expect(await open.json('logs', uid)).toMatchObject([{ uid }, { uid }])
    expect(await open.json('logs', uid, '--action', 'upload_video')).toMatchObject([{ before: 200, after: 190 }])
    expect(await open.json('logs', uid, '--hours', '1', '--limit', '1')).toHaveLength(1)
    expect((await open.ops('logs', '--limit', '-1')).code).toBe(2)
  })
})

describe('the commands refund, resend and redrive', () => {
  it('refuse a video that is closed or unknown, and change nothing', async () => {
    const entry = await heldEntry(open.test.tables, uid)
    await deliver(open.test.tables, entry, delivery(entry))
    const before = await open.test.movements(uid)
    for (const command of ['refund', 'redrive']) {
      expect(await open.ops(command, uid, entry.key)).toMatchObject({ code: 1 })
      expect(await open.ops(command, uid, '20000101000000')).toMatchObject({
        code: 1,
        error: 'There is no such video.\n',
      })
      expect(await open.ops(command, uid)).toMatchObject({ code: 2 })
    }
    expect(await open.ops('resend', uid, entry.key, 'welcome')).toMatchObject({ code: 2 })
    expect(await open.test.movements(uid)).toEqual(before)
  })

  it('resend the email about the whole group for a member, and none about the member alone', async () => {
    const { tables } = open.test
    const group = { id: randomUUID(), size: 2, series: false }
    const members = [
      await heldEntry(tables, uid, { type: 'youtube', name: 'one', group }),
      await heldEntry(tables, uid, { type: 'youtube', name: 'two', group }),
    ]
    for (const member of members) await deliver(tables, member, delivery(member))
    const mailbox = openMailbox(tables)
    await sendAllOwed(mailbox.deps)
    expect(mailbox.subjects(`${uid}@example.com`)).toEqual(['자막 2개가 모두 완성됐어요'])
    const [one] = members
    if (!one) throw new Error('no member')
    expect(await open.ops('resend', uid, one.key, 'received')).toMatchObject({ code: 1 })
    await sendAllOwed(mailbox.deps)
    expect(mailbox.subjects(`${uid}@example.com`)).toHaveLength(1)
    // The email service is unreachable for the command, so the email is owed again.
    expect(await open.ops('resend', uid, one.key, 'done')).toMatchObject({ code: 1 })
    await sendAllOwed(mailbox.deps)
    expect(mailbox.subjects(`${uid}@example.com`)).toHaveLength(2)
  })

  it('report an unreachable service and stop', async () => {
    const entry = await heldEntry(open.test.tables, uid)
    const { code, error } = await open.ops('refund', uid, entry.key)
    expect(code).toBe(1)
    expect(error).toContain('Failed: ')
    expect(await open.test.movements(uid)).toHaveLength(2)
  })
})

describe('the help', () => {
  it('of every command lists its arguments and options', async () => {
    for (const { name, summary, options } of COMMANDS) {
      const { code, out } = await open.ops(...name.split(' '), '--help')
      expect(code).toBe(0)
      expect(out).toContain(`npm run ops -- ${name}`)
      expect(out).toContain(summary)
      for (const option of Object.keys(options)) expect(out).toContain(`--${option}`)
    }
  })

  it('without a command lists all commands; an unknown one exits with 2', async () => {
    const { code, out } = await open.ops()
    expect(code).toBe(0)
    for (const { name } of COMMANDS) expect(out).toContain(name)
    expect(await open.ops('destroy')).toMatchObject({ code: 2, out: '' })
    expect((await open.ops('logs', '--colour')).code).toBe(2)
  })
})

it('no command prints control or direction characters of a user’s name', async () => {
  const name = 'Kim\u001b[2J\u0007\u202eexe\u009b31m'
  await write(open.test.tables, update(open.test.tables.users, { uid }, { set: { name } }))
  const unprintable = /[^\P{Cc}\n]|\u202e/u
  const { out } = await open.ops('user', uid)
  expect(out).toContain('Kim')
  expect(out).not.toMatch(unprintable)
  expect((await open.ops('user', uid, '--json')).out).not.toMatch(unprintable)
})
