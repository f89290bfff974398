import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb'
import { describe, expect, it } from 'vitest'
import type { Tables } from '../../lambdas/records/tables.ts'
import {
  ContentionError,
  check,
  put,
  RETRY,
  remove,
  transact,
  update,
  write,
} from '../../lambdas/records/transaction.ts'
import { setUpTables } from '../support/tables.ts'

const test = await setUpTables()

/** Tables whose client fails with these errors before each request succeeds. */
function troubled(...errors: Error[]): { tables: Tables; sent: () => number } {
  const { client } = test.tables
  let sent = 0
  const send = async (command: Parameters<typeof client.send>[0]) => {
    sent += 1
    const error = errors.shift()
    if (error) throw error
    return client.send(command)
  }
  return { tables: { ...test.tables, client: Object.assign(Object.create(client), { send }) }, sent: () => sent }
}
const quick = { ...RETRY, sleep: async () => undefined }
const $metadata = {}
const canceled = (...codes: string[]) =>
  new TransactionCanceledException({
    $metadata,
    message: 'canceled',
    CancellationReasons: codes.map(Code => ({ Code })),
  })

describe('a transaction', () => {
  it('reports which condition refused it, in the order of its writes, and writes nothing', async () => {
    const { users } = test.tables
    const outcome = await transact(test.tables, [
      put(users, { uid: 'one' }),
      update(users, { uid: 'two' }, { set: { name: 'x' } }, { present: ['uid'] }),
      check(users, { uid: 'three' }, { present: ['uid'] }),
      remove(users, { uid: 'four' }, { absent: ['uid'] }),
    ])
    expect(outcome).toEqual({ done: false, refused: [false, true, true, false] })
    expect(await test.row('users', { uid: 'one' })).toBeUndefined()
  })

  it('that conflicts with another writer is retried', async () => {
    const { tables, sent } = troubled(canceled('None', 'TransactionConflict'), canceled('ThrottlingError', 'None'))
    const writes = [put(tables.users, { uid: 'met' }), put(tables.users, { uid: 'met too' })]
    expect(await transact(tables, writes, quick)).toEqual({ done: true })
    expect(sent()).toBe(3)
  })

  it('waits a random time that grows up to a bound', async () => {
    const conflicts = Array.from({ length: 8 }, () => canceled('TransactionConflict'))
    const waits: number[] = []
    const retry = { ...RETRY, random: () => 1, sleep: async (ms: number) => waits.push(ms) }
    await transact(troubled(...conflicts).tables, [put(test.tables.users, { uid: 'waits' })], retry)
    expect(waits).toEqual([20, 40, 80, 160, 320, 400, 400, 400])
  })

  it('that conflicts at every attempt throws a ContentionError', async () => {
    const conflicts = Array.from({ length: 5 }, () => canceled('TransactionConflict'))
    const hopeless = transact(troubled(...conflicts).tables, [put(test.tables.users, { uid: 'x' })], {
      ...quick,
      attempts: 5,
    })
    await expect(hopeless).rejects.toThrow(ContentionError)
  })

  it('that is invalid is not retried', async () => {
    const { tables, sent } = troubled(canceled('ValidationError'))
    await expect(transact(tables, [put(tables.users, { uid: 'x' })], quick)).rejects.toThrow('canceled')
    expect(sent()).toBe(1)
  })
})

describe('a single write', () => {
  it('returns false if its condition does not hold', async () => {
    const { users } = test.tables
    expect(await write(test.tables, put(users, { uid: 'single', n: 1 }, { absent: ['uid'] }))).toBe(true)
    expect(await write(test.tables, put(users, { uid: 'single', n: 2 }, { absent: ['uid'] }))).toBe(false)
    expect(await write(test.tables, update(users, { uid: 'single' }, { add: { n: 5 } }, { below: { n: 3 } }))).toBe(
      true,
    )
    expect(await test.row('users', { uid: 'single' })).toEqual({ uid: 'single', n: 6 })
  })

  it('that conflicts with a transaction is retried', async () => {
    const { tables, sent } = troubled(new TransactionConflictException({ $metadata, message: 'conflict' }))
    expect(await write(tables, put(tables.users, { uid: 'alone' }), quick)).toBe(true)
    expect(sent()).toBe(2)
  })
})
