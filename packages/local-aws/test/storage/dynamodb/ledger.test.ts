import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { createDynamoDb, type LocalDynamoDb } from '../../../src/storage/dynamodb/index.ts'
import { temporaryFolder } from '../../support/endpoint.ts'

let folder: string
let database: LocalDynamoDb
let users = 0
const newUser = (): string => {
  users += 1
  return `user-${users}`
}

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createDynamoDb({ folder: join(folder, 'dynamodb') })
  const text = (name: string) => ({ AttributeName: name, AttributeType: 'S' })
  const uid = { AttributeName: 'uid', KeyType: 'HASH' }
  const movement = { AttributeName: 'movement', KeyType: 'RANGE' }
  await database.createTable({ AttributeDefinitions: [text('uid')], KeySchema: [uid] }, 'users')
  await database.createTable(
    { AttributeDefinitions: [text('uid'), text('movement')], KeySchema: [uid, movement] },
    'ledger',
  )
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function send(operation: string, input: object): Promise<{ status: number; body: string }> {
  const url = new URL('http://127.0.0.1/')
  const body = Buffer.from(JSON.stringify(input))
  const answer = await database.handle({
    method: 'POST',
    url,
    headers: {},
    body,
    service: 'dynamodb',
    operation,
    caller: '',
  })
  return { status: answer.status, body: String(answer.body) }
}

const amount = z.object({ N: z.string() }).transform(value => Number(value.N))
const page = z.object({ Items: z.array(z.object({ amount })) })
const user = z.object({ Item: z.object({ token: amount }).optional() })

/** Changes a balance, which must not fall below zero, and retries while another transaction is writing it. */
async function move(uid: string, movement: string, by: number): Promise<void> {
  const Update = {
    TableName: 'users',
    Key: { uid: { S: uid } },
    UpdateExpression: 'SET #t = if_not_exists(#t, :zero) + :by',
    ConditionExpression: by < 0 ? '#t >= :need' : undefined,
    ExpressionAttributeNames: { '#t': 'token' },
    ExpressionAttributeValues: {
      ':zero': { N: '0' },
      ':by': { N: String(by) },
      ...(by < 0 ? { ':need': { N: String(-by) } } : {}),
    },
  }
  const Put = {
    TableName: 'ledger',
    Item: { uid: { S: uid }, movement: { S: movement }, amount: { N: String(by) } },
    ConditionExpression: 'attribute_not_exists(movement)',
  }
  for (;;) {
    const { status, body } = await send('TransactWriteItems', { TransactItems: [{ Update }, { Put }] })
    if (status === 200 || !body.includes('TransactionConflict')) return
    await setImmediate()
  }
}

it('a balance is the sum of its movements and never below zero, whatever runs concurrently', async () => {
  const movement = fc.record({ name: fc.integer({ min: 0, max: 12 }), by: fc.integer({ min: -9, max: 9 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 30 }), async movements => {
      const uid = newUser()
      await Promise.all(movements.map(({ name, by }) => move(uid, `movement#${name}`, by)))
      const read = await send('GetItem', { TableName: 'users', Key: { uid: { S: uid } }, ConsistentRead: true })
      const balance = user.parse(JSON.parse(read.body)).Item?.token ?? 0
      const listed = await send('Query', {
        TableName: 'ledger',
        KeyConditionExpression: 'uid = :u',
        ExpressionAttributeValues: { ':u': { S: uid } },
      })
      const sum = page.parse(JSON.parse(listed.body)).Items.reduce((total, item) => total + item.amount, 0)
      expect(balance).toBe(sum)
      expect(balance).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 40 },
  )
})

it('numbers sort by value in an index, whatever their size and sign', async () => {
  const number = fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.integer({ min: -1000, max: 1000 }).map(n => n / 8),
  )
  const properties = {
    AttributeDefinitions: [
      { AttributeName: 'uid', AttributeType: 'S' },
      { AttributeName: 'at', AttributeType: 'N' },
    ],
    KeySchema: [
      { AttributeName: 'uid', KeyType: 'HASH' },
      { AttributeName: 'at', KeyType: 'RANGE' },
    ],
  }
  await database.createTable(properties, 'times')
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(number, { minLength: 1, maxLength: 12, comparator: (a, b) => a === b }),
      async numbers => {
        const uid = { S: newUser() }
        for (const at of numbers) await send('PutItem', { TableName: 'times', Item: { uid, at: { N: String(at) } } })
        const query = {
          TableName: 'times',
          KeyConditionExpression: 'uid = :u',
          ExpressionAttributeValues: { ':u': uid },
        }
        const { body } = await send('Query', query)
        const times = z.object({ Items: z.array(z.object({ at: amount })) }).parse(JSON.parse(body)).Items
        expect(times.map(item => item.at)).toEqual(numbers.map(n => n + 0).sort((a, b) => a - b))
      },
    ),
    { numRuns: 40 },
  )
})
