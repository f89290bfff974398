import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach } from 'vitest'
import { createDynamoDb, type LocalDynamoDb } from '../../../src/storage/dynamodb/index.ts'
import { startCloud, type TestCloud, temporaryFolder } from '../../support/endpoint.ts'

export const USERS = {
  AttributeDefinitions: [{ AttributeName: 'uid', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'uid', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
  Replicas: [{ Region: 'ap-northeast-2' }],
}
export const ARCHIVE = {
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

/** The database of the running test and its clients. `openForEachTest` opens them for each test of a file. */
export let folder: string
export let database: LocalDynamoDb
export let cloud: TestCloud
export let tables: DynamoDBDocumentClient

export const open = async (): Promise<void> => {
  database = await createDynamoDb({ folder: join(folder, 'dynamodb'), now: () => cloud?.clock.now ?? Date.now() })
  await database.createTable(USERS, 'users')
  await database.createTable(ARCHIVE, 'archive')
  cloud = await startCloud({ services: { dynamodb: database }, folder })
  tables = DynamoDBDocumentClient.from(new DynamoDBClient(cloud.client()))
}
export const close = async (): Promise<void> => {
  await cloud.close()
  await database.close()
}

/** Opens a database with a users and an archive table for each test of the file. */
export function openForEachTest(): void {
  beforeEach(async () => {
    folder = await temporaryFolder()
    await open()
  })
  afterEach(async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  })
}

export const balanceOf = async (uid: string): Promise<unknown> =>
  (await tables.send(new GetCommand({ TableName: 'users', Key: { uid }, ConsistentRead: true }))).Item?.token

/** Takes tokens from kim's balance and writes the movement, in one transaction. */
export const charge = (movement: string, tokens = 1) =>
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

/** Returns the error that a request fails with. */
export const thrown = async (sent: Promise<unknown>): Promise<unknown> => {
  const failure = await sent.then(() => undefined).catch((error: unknown) => ({ error }))
  if (!failure) throw new Error('It succeeded.')
  return failure.error
}
/** The cancellation reasons of a transaction. */
export const reasonsOf = async (sent: Promise<unknown>) => {
  const error = await thrown(sent)
  if (error instanceof TransactionCanceledException) return error.CancellationReasons ?? []
  throw error
}
export const put = (Item: Record<string, unknown>, TableName = 'archive') =>
  tables.send(new PutCommand({ TableName, Item }))
