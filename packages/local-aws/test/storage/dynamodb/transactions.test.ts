import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { QueryCommand, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import {
  balanceOf,
  charge,
  close,
  cloud,
  database,
  open,
  openForEachTest,
  put,
  reasonsOf,
  tables,
  thrown,
} from './open-database.ts'

openForEachTest()

/** Retries only conflicts with another transaction, as applications do. */
async function retryingConflicts(command: () => TransactWriteCommand): Promise<'done' | 'refused'> {
  for (;;) {
    try {
      await tables.send(command())
      return 'done'
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error
      const codes = error.CancellationReasons?.map(reason => reason.Code) ?? []
      if (codes.includes('ConditionalCheckFailed')) return 'refused'
      await new Promise(resolve => setImmediate(resolve))
    }
  }
}

describe('a transaction', () => {
  it('succeeds exactly as often as a balance allows when 100 run concurrently', async () => {
    await put({ uid: 'kim', token: 37 }, 'users')
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => retryingConflicts(() => charge(`hold#${index}`))),
    )
    expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(37)
    expect(await balanceOf('kim')).toBe(0)
    const entries = await tables.send(
      new QueryCommand({
        TableName: 'archive',
        KeyConditionExpression: 'uid = :u',
        ExpressionAttributeValues: { ':u': 'kim' },
      }),
    )
    expect(entries.Count).toBe(37)
  })

  it('changes nothing if one item fails, and returns the reasons in the order of its items', async () => {
    await put({ uid: 'kim', token: 5 }, 'users')
    const reasons = await reasonsOf(tables.send(charge('hold#1', 6)))
    expect(reasons.map(reason => reason.Code)).toEqual(['ConditionalCheckFailed', 'None'])
    expect(reasons[0]).toMatchObject({
      Message: 'The conditional request failed',
      Item: { uid: { S: 'kim' }, token: { N: '5' } },
    })
    expect(await balanceOf('kim')).toBe(5)
    expect((await tables.send(new ScanCommand({ TableName: 'archive' }))).Items).toEqual([])
  })

  it('is cancelled if a movement exists already', async () => {
    await put({ uid: 'kim', token: 5 }, 'users')
    await tables.send(charge('hold#1'))
    const reasons = await reasonsOf(tables.send(charge('hold#1')))
    expect(reasons.map(reason => reason.Code)).toEqual(['None', 'ConditionalCheckFailed'])
    expect(reasons[1]?.Item).toBeUndefined()
    expect(await balanceOf('kim')).toBe(4)
  })

  it('has no second effect with the same request token, which no other request may use', async () => {
    await put({ uid: 'kim', token: 5 }, 'users')
    const withToken = (name: string, tokens: number, token: string) => {
      const command = charge(name, tokens)
      command.input.ClientRequestToken = token
      return tables.send(command)
    }
    await withToken('hold#1', 2, 'token-of-the-page')
    await withToken('hold#1', 2, 'token-of-the-page')
    expect(await balanceOf('kim')).toBe(3)
    expect(await thrown(withToken('hold#2', 2, 'token-of-the-page'))).toMatchObject({
      name: 'IdempotentParameterMismatchException',
    })
    await close()
    await open()
    await withToken('hold#1', 2, 'token-of-the-page')
    expect(await balanceOf('kim')).toBe(3)
  })

  it('can use a request token again after ten minutes', async () => {
    await put({ uid: 'kim', token: 5 }, 'users')
    const command = () => {
      const once = charge('hold#1')
      once.input.ClientRequestToken = 'token-of-the-page'
      return tables.send(once)
    }
    await command()
    await database.sweep(cloud.clock.now + 10 * 60_000)
    expect((await reasonsOf(command())).map(reason => reason.Code)).toEqual(['None', 'ConditionalCheckFailed'])
  })

  it('conflicts with another one that writes the same item', async () => {
    await put({ uid: 'kim', token: 100 }, 'users')
    // Both arrive in one turn of the event loop, which requests over HTTP do not guarantee.
    const take = (movement: string) =>
      database.handle({
        method: 'POST',
        url: new URL('http://127.0.0.1/'),
        headers: {},
        body: Buffer.from(
          JSON.stringify({
            TransactItems: [
              {
                Update: {
                  TableName: 'users',
                  Key: { uid: { S: 'kim' } },
                  UpdateExpression: 'ADD #t :n',
                  ExpressionAttributeNames: { '#t': 'token' },
                  ExpressionAttributeValues: { ':n': { N: '-1' } },
                },
              },
              { Put: { TableName: 'archive', Item: { uid: { S: 'kim' }, key: { S: movement } } } },
            ],
          }),
        ),
        service: 'dynamodb',
        operation: 'TransactWriteItems',
        caller: '',
      })
    const [first, second] = await Promise.all([take('hold#1'), take('hold#2')])
    expect(first.status).toBe(200)
    expect(JSON.parse(String(second.body))).toMatchObject({
      __type: expect.stringContaining('TransactionCanceledException'),
      CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
    })
    expect(await balanceOf('kim')).toBe(99)
  })

  it('is cancelled by a failed check of an item that it does not write', async () => {
    await put({ uid: 'kim', suspended: false }, 'users')
    const guarded = (suspended: boolean) =>
      tables.send(
        new TransactWriteCommand({
          TransactItems: [
            {
              ConditionCheck: {
                TableName: 'users',
                Key: { uid: 'kim' },
                ConditionExpression: 'suspended = :s',
                ExpressionAttributeValues: { ':s': suspended },
              },
            },
            { Delete: { TableName: 'archive', Key: { uid: 'kim', key: 'a' } } },
          ],
        }),
      )
    await put({ uid: 'kim', key: 'a' })
    expect((await reasonsOf(guarded(true))).map(reason => reason.Code)).toEqual(['ConditionalCheckFailed', 'None'])
    await guarded(false)
    expect((await tables.send(new ScanCommand({ TableName: 'archive' }))).Count).toBe(0)
  })

  it('refuses two operations on one item', async () => {
    const Delete = { TableName: 'users', Key: { uid: 'kim' } }
    const sent = tables.send(new TransactWriteCommand({ TransactItems: [{ Delete }, { Delete }] }))
    expect(await thrown(sent)).toMatchObject({
      name: 'ValidationException',
      message: 'Transaction request cannot include multiple operations on one item',
    })
  })

  it('is cancelled by an expression that cannot be applied, and refuses one that cannot be parsed', async () => {
    const update = (UpdateExpression: string) =>
      tables.send(
        new TransactWriteCommand({
          TransactItems: [{ Update: { TableName: 'users', Key: { uid: 'kim' }, UpdateExpression } }],
        }),
      )
    expect((await reasonsOf(update('SET a = b + c')))[0]?.Code).toBe('ValidationError')
    expect(await thrown(update('SET a ='))).toMatchObject({ name: 'ValidationException' })
  })
})
