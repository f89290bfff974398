import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { movement } from '../../../lambdas/contract/movement.ts'
import type { Tables } from '../../../lambdas/records/tables.ts'
import { readUser, user } from '../../../lambdas/records/users.ts'
import type { Command } from '../command.ts'
import { parsedRow, scan } from '../scan.ts'
import { textTable } from '../text-table.ts'

interface Fault {
  uid: string
  balance: number
  sum: number
}

export const ledgerVerify: Command = {
  name: 'ledger verify',
  words: '[uid]',
  summary: 'checks that every balance is the sum of its movements',
  options: {},
  help: [
    'Lists the users whose balance is not, and ends with exit code 1.',
    'Safe while the service runs: a difference is read again before it is reported.',
    'Stops at the first row that it cannot read.',
  ],
  async run({ tables }, typed) {
    const one = typed.word(0)
    const { checked, faults } = one === undefined ? await verifyAll(tables) : await verifyOne(tables, one)
    const text =
      faults.length === 0
        ? `The balances of all ${checked} users equal the sums of their movements.`
        : textTable<Fault>(
            [
              { heading: 'uid', cell: ({ uid }) => uid },
              { heading: 'balance', cell: ({ balance }) => balance },
              { heading: 'sum', cell: ({ sum }) => sum },
              { heading: 'difference', cell: ({ balance, sum }) => balance - sum },
            ],
            faults,
          )
    return { text, json: { checked, faults }, exitCode: faults.length === 0 ? 0 : 1 }
  },
}

async function verifyAll(tables: Tables): Promise<{ checked: number; faults: Fault[] }> {
  const sums = new Map<string, number>()
  for await (const { uid, amount } of scan(tables, 'ledger', movement)) sums.set(uid, (sums.get(uid) ?? 0) + amount)
  let checked = 0
  const suspects = new Set<string>()
  for await (const { uid, token } of scan(tables, 'users', user)) {
    checked += 1
    if (token !== (sums.get(uid) ?? 0) || token < 0) suspects.add(uid)
    sums.delete(uid)
  }
  // The movements of people who have left stay, and sum up to zero.
  for (const [uid, sum] of sums) if (sum !== 0) suspects.add(uid)
  const looked = await Promise.all([...suspects].map(uid => lookAgain(tables, uid)))
  return { checked, faults: looked.filter(fault => fault !== undefined) }
}

async function verifyOne(tables: Tables, uid: string): Promise<{ checked: number; faults: Fault[] }> {
  const fault = await lookAgain(tables, uid)
  return { checked: 1, faults: fault ? [fault] : [] }
}

/** Reads balance and movements again until the balance stands still meanwhile; `undefined` where they agree. */
async function lookAgain(tables: Tables, uid: string): Promise<Fault | undefined> {
  for (;;) {
    const before = (await readUser(tables, uid))?.token ?? 0
    const sum = await sumOf(tables, uid)
    const after = (await readUser(tables, uid))?.token ?? 0
    if (before === after) return before === sum && sum >= 0 ? undefined : { uid, balance: after, sum }
  }
}

async function sumOf(tables: Tables, uid: string): Promise<number> {
  let sum = 0
  const pages = paginateQuery(tables, {
    TableName: tables.ledger,
    KeyConditionExpression: 'uid = :uid',
    ExpressionAttributeValues: { ':uid': uid },
    ConsistentRead: true,
  })
  for await (const { Items = [] } of pages) for (const item of Items) sum += parsedRow('ledger', movement, item).amount
  return sum
}
