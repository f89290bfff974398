import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { REGION } from '../../support/endpoint.ts'
import { balanceOf, charge, cloud, openForEachTest, put, reasonsOf, tables, thrown } from './open-database.ts'

openForEachTest()

describe('an item', () => {
  it('keeps all of a hundred concurrent conditional updates', async () => {
    await put({ uid: 'kim', token: 60 }, 'users')
    const decrement = () =>
      tables.send(
        new UpdateCommand({
          TableName: 'users',
          Key: { uid: 'kim' },
          UpdateExpression: 'SET #t = #t - :one',
          ConditionExpression: '#t >= :one',
          ExpressionAttributeNames: { '#t': 'token' },
          ExpressionAttributeValues: { ':one': 1 },
        }),
      )
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, decrement))
    expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toHaveLength(60)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ConditionalCheckFailedException)
    expect(await balanceOf('kim')).toBe(0)
  })

  it('is refused with an empty string as the key of an index, in a transaction too', async () => {
    const item = { uid: 'kim', key: 'a', status: '', open_since: 1 }
    const fault = /IndexName: open, IndexKey: status/
    await expect(put(item)).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringMatching(fault),
    })
    const write = new TransactWriteCommand({ TransactItems: [{ Put: { TableName: 'archive', Item: item } }] })
    expect(await reasonsOf(tables.send(write))).toMatchObject([{ Code: 'ValidationError' }])
  })

  it('starts a counter in its first update and returns the new value', async () => {
    const count = () =>
      tables.send(
        new UpdateCommand({
          TableName: 'users',
          Key: { uid: 'kim' },
          UpdateExpression: 'SET archive_count = if_not_exists(archive_count, :zero) + :one ADD #t :two REMOVE gone',
          ExpressionAttributeNames: { '#t': 'token' },
          ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':two': 2 },
          ReturnValues: 'ALL_NEW',
        }),
      )
    await count()
    expect((await count()).Attributes).toEqual({ uid: 'kim', archive_count: 2, token: 4 })
  })

  it('is returned, on request, by a write whose condition it fails', async () => {
    await put({ uid: 'kim', key: 'a', status: 'done' })
    const error = await thrown(
      tables.send(
        new PutCommand({
          TableName: 'archive',
          Item: { uid: 'kim', key: 'a' },
          ConditionExpression: 'attribute_not_exists(uid)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    )
    expect(error).toBeInstanceOf(ConditionalCheckFailedException)
    expect(error).toMatchObject({ Item: { uid: { S: 'kim' }, key: { S: 'a' }, status: { S: 'done' } } })
  })

  it('returns nested maps, lists and nulls unchanged', async () => {
    const item = { uid: 'kim', key: 'a', details: { before: null, list: [1, 'two', { three: 3.5 }], set: true } }
    await put(item)
    const got = await tables.send(new GetCommand({ TableName: 'archive', Key: { uid: 'kim', key: 'a' } }))
    expect(got.Item).toEqual(item)
    await tables.send(
      new UpdateCommand({
        TableName: 'archive',
        Key: { uid: 'kim', key: 'a' },
        UpdateExpression: 'SET details.#b = :v, details.#l[1] = :v',
        ExpressionAttributeNames: { '#b': 'before', '#l': 'list' },
        ExpressionAttributeValues: { ':v': 'new' },
      }),
    )
    const after = await tables.send(new GetCommand({ TableName: 'archive', Key: { uid: 'kim', key: 'a' } }))
    expect(after.Item?.details).toEqual({ before: 'new', list: [1, 'new', { three: 3.5 }], set: true })
  })

  it('can be written and deleted in a batch across tables', async () => {
    await tables.send(
      new BatchWriteCommand({
        RequestItems: {
          users: [{ PutRequest: { Item: { uid: 'kim' } } }, { PutRequest: { Item: { uid: 'lee' } } }],
          archive: [{ PutRequest: { Item: { uid: 'kim', key: 'a' } } }],
        },
      }),
    )
    await tables.send(new BatchWriteCommand({ RequestItems: { users: [{ DeleteRequest: { Key: { uid: 'lee' } } }] } }))
    expect((await tables.send(new ScanCommand({ TableName: 'users' }))).Items).toEqual([{ uid: 'kim' }])
    expect((await tables.send(new ScanCommand({ TableName: 'archive' }))).Items).toEqual([{ uid: 'kim', key: 'a' }])
  })

  it('is at most 400 KB, with Korean text counted in bytes', async () => {
    await put({ uid: 'kim', key: 'a', text: '가'.repeat(136_000) })
    const tooLarge = put({ uid: 'kim', key: 'b', text: { list: ['가'.repeat(137_000)] } })
    expect(await thrown(tooLarge)).toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('size'),
    })
    const reasons = await reasonsOf(
      tables.send(
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName: 'archive', Item: { uid: 'kim', key: 'c', text: '가'.repeat(137_000) } } },
          ],
        }),
      ),
    )
    expect(reasons.map(reason => reason.Code)).toEqual(['ValidationError'])
  })

  it('is returned by its deletion, on request', async () => {
    await put({ uid: 'kim', key: 'a' })
    const { Attributes } = await tables.send(
      new DeleteCommand({ TableName: 'archive', Key: { uid: 'kim', key: 'a' }, ReturnValues: 'ALL_OLD' }),
    )
    expect(Attributes).toEqual({ uid: 'kim', key: 'a' })
  })

  it('cannot be written to a missing table', async () => {
    expect(await thrown(put({ uid: 'kim' }, 'nowhere'))).toMatchObject({ name: 'ResourceNotFoundException' })
  })

  it('cannot be read by unsupported operations, which the error names', async () => {
    const sent = tables.send(new BatchGetCommand({ RequestItems: { users: { Keys: [{ uid: 'kim' }] } } }))
    expect(await thrown(sent)).toMatchObject({
      name: 'UnknownOperationException',
      message: 'The local DynamoDB does not support BatchGetItem.',
    })
  })
})

describe('the permissions that a request needs', () => {
  const arn = (rest: string): string => `arn:aws:dynamodb:${REGION}:000000000000:table/${rest}`

  it('name tables and indexes by ARN, and the single writes of a transaction', async () => {
    cloud.accesses.length = 0
    await put({ uid: 'kim', token: 5 }, 'users')
    await tables.send(charge('hold#1'))
    await tables.send(new ScanCommand({ TableName: 'archive', IndexName: 'open' }))
    expect(cloud.accesses.map(({ action, resource }) => [action, resource])).toEqual([
      ['dynamodb:PutItem', arn('users')],
      ['dynamodb:UpdateItem', arn('users')],
      ['dynamodb:PutItem', arn('archive')],
      ['dynamodb:Scan', arn('archive/index/open')],
    ])
  })
})
