import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { createDynamoDb } from '../../../src/storage/dynamodb/index.ts'
import { startCloud } from '../../support/endpoint.ts'
import {
  ARCHIVE,
  close,
  cloud,
  database,
  folder,
  open,
  openForEachTest,
  put,
  tables,
  thrown,
  USERS,
} from './open-database.ts'

openForEachTest()

describe('a database folder', () => {
  it('keeps tables with their items and indexes across a restart', async () => {
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

  it('fills a new index from the existing items and empties a removed one', async () => {
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

  it('accepts imported items, which are found by key and in the indexes', async () => {
    const row = (number: number) => ({ uid: { S: 'kim' }, key: { S: `k${number}` }, number: { N: String(number) } })
    await database.importItems(
      'archive',
      Array.from({ length: 1200 }, (_, n) => row(n)),
    )
    const { Item } = await tables.send(new GetCommand({ TableName: 'archive', Key: { uid: 'kim', key: 'k7' } }))
    expect(Item).toEqual({ uid: 'kim', key: 'k7', number: 7 })
    const found = await tables.send(
      new QueryCommand({
        TableName: 'archive',
        IndexName: 'number',
        KeyConditionExpression: 'uid = :uid AND #n BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#n': 'number' },
        ExpressionAttributeValues: { ':uid': 'kim', ':from': 998, ':to': 1001 },
      }),
    )
    expect(found.Items?.map(item => item.number)).toEqual([998, 999, 1000, 1001])
    await expect(database.importItems('nothing', [row(1)])).rejects.toThrow('nothing not found')
  })

  it('refuses a table with another key instead of losing its data', async () => {
    const other = {
      ...USERS,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }
    await expect(database.createTable(other, 'users')).rejects.toThrow('Table users exists with another key')
  })

  it('keeps every acknowledged write completely when the process is killed', async () => {
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
  it('is read from the template and deletes expired items', async () => {
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
  })

  it('can be enabled later, for the items that exist', async () => {
    await put({ uid: 'kim', expires: 1 }, 'users')
    await database.sweep(2000)
    expect((await tables.send(new ScanCommand({ TableName: 'users' }))).Count).toBe(1)
    const TimeToLiveSpecification = { AttributeName: 'expires', Enabled: true }
    await database.createTable({ ...USERS, TimeToLiveSpecification }, 'users')
    await database.sweep(2000)
    expect((await tables.send(new ScanCommand({ TableName: 'users' }))).Count).toBe(0)
  })
})
