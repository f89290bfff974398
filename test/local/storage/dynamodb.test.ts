import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  ConditionalCheckFailedException,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  TransactionCanceledException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDynamoDb, type LocalDynamoDb } from '../../../local/storage/dynamodb/index.ts'
import { REGION, startCloud, type TestCloud, temporaryFolder } from '../aws.ts'

const USERS = {
  AttributeDefinitions: [{ AttributeName: 'uid', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'uid', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
  Replicas: [{ Region: 'ap-northeast-2' }],
}
const ARCHIVE = {
  AttributeDefinitions: [
    { AttributeName: 'uid', AttributeType: 'S' },
    { AttributeName: 'key', AttributeType: 'S' },
    { AttributeName: 'number', AttributeType: 'N' },
    { AttributeName: 'open_since', AttributeType: 'N' },
    { AttributeName: 'status', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'uid', KeyType: 'HASH' },
    { AttributeName: 'key', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'open',
      KeySchema: [
        { AttributeName: 'status', KeyType: 'HASH' },
        { AttributeName: 'open_since', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
    {
      IndexName: 'number',
      KeySchema: [
        { AttributeName: 'uid', KeyType: 'HASH' },
        { AttributeName: 'number', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
}

let folder: string
let database: LocalDynamoDb
let cloud: TestCloud
let tables: DynamoDBDocumentClient

const open = async (): Promise<void> => {
  database = await createDynamoDb({ folder: join(folder, 'dynamodb'), now: () => cloud?.clock.now ?? Date.now() })
  await database.createTable(USERS, 'users')
  await database.createTable(ARCHIVE, 'archive')
  cloud = await startCloud({ services: { dynamodb: database }, folder })
  tables = DynamoDBDocumentClient.from(new DynamoDBClient(cloud.client()))
}
const close = async (): Promise<void> => {
  await cloud.close()
  await database.close()
}

beforeEach(async () => {
  folder = await temporaryFolder()
  await open()
})
afterEach(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
})

const balanceOf = async (uid: string): Promise<unknown> =>
  (await tables.send(new GetCommand({ TableName: 'users', Key: { uid }, ConsistentRead: true }))).Item?.token

const charge = (movement: string, tokens = 1) =>
  new TransactWriteCommand({
    TransactItems: [
      {
        Update: {
          TableName: 'users',
          Key: { uid: 'kim' },
          UpdateExpression: 'SET #t = #t - :n',
          ConditionExpression: '#t >= :n',
          ExpressionAttributeNames: { '#t': 'token' },
          ExpressionAttributeValues: { ':n': tokens },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      {
        Put: {
          TableName: 'archive',
          Item: { uid: 'kim', key: movement },
          ConditionExpression: 'attribute_not_exists(uid)',
        },
      },
    ],
  })

/** As the application does: only a conflict with another transaction is tried again. */
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

const thrown = async (sent: Promise<unknown>): Promise<unknown> => {
  const failure = await sent.then(() => undefined).catch((error: unknown) => ({ error }))
  if (!failure) throw new Error('It succeeded.')
  return failure.error
}
const reasonsOf = async (sent: Promise<unknown>) => {
  const error = await thrown(sent)
  if (error instanceof TransactionCanceledException) return error.CancellationReasons ?? []
  throw error
}
const put = (Item: Record<string, unknown>, TableName = 'archive') => tables.send(new PutCommand({ TableName, Item }))

describe('transactions', () => {
  it('of 100 at once on one balance exactly as many succeed as it allows', async () => {
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

  it('one that fails changes nothing and names its reasons in the order of its items', async () => {
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

  it('a movement that exists already keeps its transaction from happening again', async () => {
    await put({ uid: 'kim', token: 5 }, 'users')
    await tables.send(charge('hold#1'))
    const reasons = await reasonsOf(tables.send(charge('hold#1')))
    expect(reasons.map(reason => reason.Code)).toEqual(['None', 'ConditionalCheckFailed'])
    expect(reasons[1]?.Item).toBeUndefined()
    expect(await balanceOf('kim')).toBe(4)
  })

  it('a token used again with the same request has no second effect, with another it is refused', async () => {
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

  it('a token is forgotten after ten minutes', async () => {
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

  it('one of two on the same item at the same moment is told of the conflict', async () => {
    await put({ uid: 'kim', token: 100 }, 'users')
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        tables.send(charge(`hold#${index}`)).then(
          () => 'done',
          error => (error instanceof TransactionCanceledException ? error.CancellationReasons?.[0]?.Code : error),
        ),
      ),
    )
    expect(new Set(outcomes)).toEqual(new Set(['done', 'TransactionConflict']))
    const done = outcomes.filter(outcome => outcome === 'done').length
    expect(await balanceOf('kim')).toBe(100 - done)
  })

  it('a condition on an item it does not write holds or cancels', async () => {
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

  it('two operations on one item are refused', async () => {
    const Delete = { TableName: 'users', Key: { uid: 'kim' } }
    const sent = tables.send(new TransactWriteCommand({ TransactItems: [{ Delete }, { Delete }] }))
    expect(await thrown(sent)).toMatchObject({
      name: 'ValidationException',
      message: 'Transaction request cannot include multiple operations on one item',
    })
  })

  it('an expression that cannot be applied is a reason, a broken one refuses the request', async () => {
    const update = (UpdateExpression: string) =>
      tables.send(
        new TransactWriteCommand({
          TransactItems: [{ Update: { TableName: 'users', Key: { uid: 'kim' }, UpdateExpression } }],
        }),
      )
    expect((await reasonsOf(update('SET a = b + c')))[0]?.Code).toBe('ValidationError')
    expect(await thrown(update('SET a ='))).toMatchObject({ name: 'ValidationException' })
  })

  it('reads of several tables come in the order they were asked', async () => {
    await put({ uid: 'kim', token: 1 }, 'users')
    await put({ uid: 'kim', key: 'a' })
    const { Responses } = await tables.send(
      new TransactGetCommand({
        TransactItems: [
          { Get: { TableName: 'archive', Key: { uid: 'kim', key: 'a' } } },
          { Get: { TableName: 'archive', Key: { uid: 'kim', key: 'missing' } } },
          { Get: { TableName: 'users', Key: { uid: 'kim' } } },
        ],
      }),
    )
    expect(Responses?.map(one => one.Item)).toEqual([{ uid: 'kim', key: 'a' }, undefined, { uid: 'kim', token: 1 }])
  })
})

describe('items', () => {
  it('a hundred conditional updates at once on one item all count', async () => {
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

  it('a counter starts by itself and answers its new value', async () => {
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

  it('a refused write shows the item that stood in its way, when asked', async () => {
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

  it('nested maps, lists and nulls come back as they were', async () => {
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

  it('batches write and read across tables', async () => {
    await tables.send(
      new BatchWriteCommand({
        RequestItems: {
          users: [{ PutRequest: { Item: { uid: 'kim' } } }, { PutRequest: { Item: { uid: 'lee' } } }],
          archive: [{ PutRequest: { Item: { uid: 'kim', key: 'a' } } }],
        },
      }),
    )
    await tables.send(new BatchWriteCommand({ RequestItems: { users: [{ DeleteRequest: { Key: { uid: 'lee' } } }] } }))
    const { Responses } = await tables.send(
      new BatchGetCommand({
        RequestItems: {
          users: { Keys: [{ uid: 'kim' }, { uid: 'lee' }], ConsistentRead: true },
          archive: { Keys: [{ uid: 'kim', key: 'a' }] },
        },
      }),
    )
    expect(Responses).toEqual({ users: [{ uid: 'kim' }], archive: [{ uid: 'kim', key: 'a' }] })
  })

  it('an item has at most 400 KB, Korean counted by its bytes', async () => {
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

  it('a deletion answers what it deleted', async () => {
    await put({ uid: 'kim', key: 'a' })
    const { Attributes } = await tables.send(
      new DeleteCommand({ TableName: 'archive', Key: { uid: 'kim', key: 'a' }, ReturnValues: 'ALL_OLD' }),
    )
    expect(Attributes).toEqual({ uid: 'kim', key: 'a' })
  })

  it('a table that is not there is said to be missing', async () => {
    expect(await thrown(put({ uid: 'kim' }, 'nowhere'))).toMatchObject({ name: 'ResourceNotFoundException' })
  })
})

describe('queries', () => {
  const query = (more: Partial<QueryCommandInput>) =>
    tables.send(
      new QueryCommand({
        TableName: 'archive',
        KeyConditionExpression: 'uid = :u',
        ExpressionAttributeValues: { ':u': 'kim' },
        ...more,
      }),
    )
  const keys = (items: Record<string, unknown>[] | undefined): unknown[] => (items ?? []).map(item => item.key)

  beforeEach(async () => {
    for (let number = 1; number <= 12; number++)
      await put({ uid: 'kim', key: `202409190930${String(number).padStart(2, '0')}`, number })
    await put({ uid: 'lee', key: '20240919093001', number: 1 })
  })

  it('newest first, page by page, each entry once', async () => {
    const pages: unknown[][] = []
    let ExclusiveStartKey: Record<string, unknown> | undefined
    do {
      const page = await query({ ScanIndexForward: false, Limit: 5, ExclusiveStartKey })
      pages.push(keys(page.Items))
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
    expect(pages.map(page => page.length)).toEqual([5, 5, 2])
    expect(pages.flat()).toEqual(
      Array.from({ length: 12 }, (_, index) => `202409190930${String(12 - index).padStart(2, '0')}`),
    )
  })

  it('a page by number through an index reads just its entries', async () => {
    const page = await query({
      IndexName: 'number',
      KeyConditionExpression: 'uid = :u AND #n BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#n': 'number' },
      ExpressionAttributeValues: { ':u': 'kim', ':from': 3, ':to': 7 },
      ScanIndexForward: false,
    })
    expect(page.Items?.map(item => item.number)).toEqual([7, 6, 5, 4, 3])
    expect(page.ScannedCount).toBe(5)
  })

  it('by the beginning of a key, counted only', async () => {
    const page = await query({
      KeyConditionExpression: 'uid = :u AND begins_with(#k, :p)',
      ExpressionAttributeNames: { '#k': 'key' },
      ExpressionAttributeValues: { ':u': 'kim', ':p': '2024091909301' },
      Select: 'COUNT',
    })
    expect([page.Count, page.Items]).toEqual([3, undefined])
  })

  it('a sparse index holds only the items that have its attributes', async () => {
    const open = async () => {
      const page = await query({
        IndexName: 'open',
        KeyConditionExpression: '#s = :s AND open_since < :t',
        ExpressionAttributeNames: { '#s': 'status' },
        ExpressionAttributeValues: { ':s': 'queued', ':t': 1000 },
      })
      return page.Items ?? []
    }
    await put({ uid: 'kim', key: 'open', status: 'queued', open_since: 500 })
    await put({ uid: 'kim', key: 'later', status: 'queued', open_since: 5000 })
    expect(await open()).toEqual([{ uid: 'kim', key: 'open', status: 'queued', open_since: 500 }])
    await tables.send(
      new UpdateCommand({
        TableName: 'archive',
        Key: { uid: 'kim', key: 'open' },
        UpdateExpression: 'SET #s = :d REMOVE open_since',
        ExpressionAttributeNames: { '#s': 'status' },
        ExpressionAttributeValues: { ':d': 'done' },
      }),
    )
    expect(await open()).toEqual([])
  })

  it('a filter sees what its expression says', async () => {
    const page = await query({
      FilterExpression: '#n >= :n AND NOT contains(#k, :tail)',
      ExpressionAttributeNames: { '#n': 'number', '#k': 'title' },
      ExpressionAttributeValues: { ':u': 'kim', ':n': 10, ':tail': 'x' },
      ProjectionExpression: '#n',
    })
    expect(page.Items).toEqual([{ number: 10 }, { number: 11 }, { number: 12 }])
  })
})

describe('the folder', () => {
  it('a restart finds the tables with their items and indexes', async () => {
    await put({ uid: 'kim', key: 'a', status: 'queued', open_since: 1 })
    await close()
    await open()
    const page = await tables.send(
      new QueryCommand({
        TableName: 'archive',
        IndexName: 'open',
        KeyConditionExpression: '#s = :s',
        ExpressionAttributeNames: { '#s': 'status' },
        ExpressionAttributeValues: { ':s': 'queued' },
      }),
    )
    expect(page.Count).toBe(1)
  })

  it('an index that is new is filled with what is there; one that is gone is emptied', async () => {
    await put({ uid: 'kim', key: 'a', status: 'queued', open_since: 1 })
    const shrunk = { ...ARCHIVE, GlobalSecondaryIndexes: ARCHIVE.GlobalSecondaryIndexes.slice(1) }
    const used = shrunk.AttributeDefinitions.filter(one => !['status', 'open_since'].includes(one.AttributeName))
    await database.createTable({ ...shrunk, AttributeDefinitions: used }, 'archive')
    const byStatus = () =>
      tables.send(
        new QueryCommand({
          TableName: 'archive',
          IndexName: 'open',
          KeyConditionExpression: '#s = :s',
          ExpressionAttributeNames: { '#s': 'status' },
          ExpressionAttributeValues: { ':s': 'queued' },
        }),
      )
    expect(await thrown(byStatus())).toMatchObject({ name: 'ValidationException' })
    await tables.send(new DeleteCommand({ TableName: 'archive', Key: { uid: 'kim', key: 'a' } }))
    await put({ uid: 'kim', key: 'b', status: 'queued', open_since: 2 })
    await database.createTable(ARCHIVE, 'archive')
    expect((await byStatus()).Items?.map(item => item.key)).toEqual(['b'])
  })

  it('a table with another key is refused, not lost', async () => {
    const other = {
      ...USERS,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }
    await expect(database.createTable(other, 'users')).rejects.toThrow('Table users is there with another key')
  })

  it('every write that was answered survives the killing of the process, none in half', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'charge-and-wait.ts'), join(folder, 'killed')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let answered = 0
    for await (const line of createInterface({ input: child.stdout })) {
      answered = Number(line)
      if (answered === 25) child.kill('SIGKILL')
    }
    const survivor = await createDynamoDb({ folder: join(folder, 'killed') })
    const after = await startCloud({ services: { dynamodb: survivor }, folder: join(folder, 'after') })
    const client = DynamoDBDocumentClient.from(new DynamoDBClient(after.client()))
    const user = await client.send(new GetCommand({ TableName: 'users', Key: { uid: 'kim' } }))
    const entries = await client.send(new ScanCommand({ TableName: 'archive' }))
    expect(entries.Count).toBeGreaterThanOrEqual(answered)
    expect(user.Item?.token).toBe(1000 - (entries.Count ?? 0))
    await after.close()
    await survivor.close()
  })
})

describe('time to live', () => {
  it('comes from the template, is described, and deletes what has expired', async () => {
    const seconds = Math.floor(cloud.clock.now / 1000)
    await put({ uid: 'kim', key: 'old', expires: seconds - 1, status: 'queued', open_since: 1 })
    await put({ uid: 'kim', key: 'young', expires: seconds + 60 })
    await put({ uid: 'kim', key: 'ever' })
    await put({ uid: 'kim', key: 'text', expires: '0' })
    await database.sweep(cloud.clock.now)
    const left = await tables.send(new ScanCommand({ TableName: 'archive' }))
    expect(new Set(left.Items?.map(item => item.key))).toEqual(new Set(['young', 'ever', 'text']))
    const indexed = await tables.send(new ScanCommand({ TableName: 'archive', IndexName: 'open' }))
    expect(indexed.Count).toBe(0)
    const client = new DynamoDBClient(cloud.client())
    expect(await client.send(new DescribeTimeToLiveCommand({ TableName: 'archive' }))).toMatchObject({
      TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' },
    })
  })

  it('can be switched on by a call, once', async () => {
    const client = new DynamoDBClient(cloud.client())
    const enable = () =>
      client.send(
        new UpdateTimeToLiveCommand({
          TableName: 'users',
          TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
        }),
      )
    await enable()
    expect(await thrown(enable())).toMatchObject({ name: 'ValidationException' })
    await put({ uid: 'kim', expires: 1 }, 'users')
    await database.sweep(2000)
    expect(await balanceOf('kim')).toBeUndefined()
    expect((await tables.send(new ScanCommand({ TableName: 'users' }))).Count).toBe(0)
  })
})

describe('what a call asks of the role', () => {
  const arn = (rest: string): string => `arn:aws:dynamodb:${REGION}:000000000000:table/${rest}`

  it('tables and indexes by their ARNs, transactions by what they do', async () => {
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
