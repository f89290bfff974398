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
  words: '[회원 번호]',
  summary: '모든 회원의 보유 토큰이 원장의 합과 같은지 살펴요',
  options: {},
  help: [
    '다르면 그 회원들을 보여 주고 종료 코드 1로 끝나요.',
    '서비스가 도는 동안에도 쓸 수 있어요: 다른 것은 다시 읽어서 확인해요.',
  ],
  async run({ tables }, typed) {
    const one = typed.word(0)
    const { checked, faults } = one === undefined ? await verifyAll(tables) : await verifyOne(tables, one)
    const text =
      faults.length === 0
        ? `회원 ${checked}명의 보유 토큰이 모두 원장의 합과 같아요.`
        : textTable<Fault>(
            [
              { heading: '회원 번호', cell: ({ uid }) => uid },
              { heading: '보유', cell: ({ balance }) => balance },
              { heading: '원장의 합', cell: ({ sum }) => sum },
              { heading: '차이', cell: ({ balance, sum }) => balance - sum },
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
  // Who has left keeps the movements, which end at nothing.
  for (const [uid, sum] of sums) if (sum !== 0) suspects.add(uid)
  const looked = await Promise.all([...suspects].map(uid => lookAgain(tables, uid)))
  return { checked, faults: looked.filter(fault => fault !== undefined) }
}

async function verifyOne(tables: Tables, uid: string): Promise<{ checked: number; faults: Fault[] }> {
  const fault = await lookAgain(tables, uid)
  return { checked: 1, faults: fault ? [fault] : [] }
}

/** Reads balance and movements until no purchase or hold comes in between; `undefined` where they agree. */
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
