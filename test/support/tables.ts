import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll } from 'vitest'
import { createDynamoDb } from '#local-aws/storage/dynamodb/index.ts'
import { type Movement, movement } from '../../lambdas/contract/movement.ts'
import { mapTables, TABLE_NAMES, TABLES, type TableName } from '../../lambdas/contract/tables.ts'
import type { Tables } from '../../lambdas/records/tables.ts'
import { sdkSettings } from './sdk-wire.ts'

/** The CloudFormation properties that follow from a table's keys and indexes. */
type Schema = Pick<CreateTableCommandInput, 'AttributeDefinitions' | 'KeySchema' | 'GlobalSecondaryIndexes'>

function buildProperties({ keys, indexes = {} }: Parameters<Parameters<typeof mapTables>[0]>[0]): Schema {
  const all: Record<string, 'S' | 'N'> = Object.assign({}, keys, ...Object.values(indexes).map(index => index.keys))
  const schema = (of: object) =>
    Object.keys(of).map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' }) as const)
  const secondary = Object.entries(indexes).map(([IndexName, index]) => {
    const ProjectionType = index.keysOnly ? ('KEYS_ONLY' as const) : ('ALL' as const)
    return { IndexName, KeySchema: schema(index.keys), Projection: { ProjectionType } }
  })
  return {
    AttributeDefinitions: Object.entries(all).map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: schema(keys),
    ...(secondary.length > 0 && { GlobalSecondaryIndexes: secondary }),
  }
}

export interface TestTables {
  tables: Tables
  /** Every row of a table. */
  rows(table: TableName): Promise<Record<string, unknown>[]>
  row(table: TableName, key: Record<string, unknown>): Promise<Record<string, unknown> | undefined>
  /** A user's movements, ordered by name. */
  movements(uid: string): Promise<Movement[]>
  close(): Promise<void>
}

interface OpenDatabase {
  client: DynamoDBClient
  nameOf(table: TableName): string
  close(): Promise<void>
}

/** The database of the local cloud, in a temporary folder; opens no port. */
async function openLocal(): Promise<OpenDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'tables-'))
  const database = await createDynamoDb({ folder })
  for (const name of TABLE_NAMES) await database.createTable(buildProperties({ name, ...TABLES[name] }), name)
  return {
    client: new DynamoDBClient(sdkSettings(database)),
    nameOf: name => name,
    async close() {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** New tables in another implementation of DynamoDB (`npm run check:aws`). */
async function openOther(endpoint: string): Promise<OpenDatabase> {
  const credentials = { accessKeyId: 'caller', secretAccessKey: 'secret' }
  const client = new DynamoDBClient({ endpoint, region: 'ap-northeast-2', credentials })
  const prefix = randomUUID()
  const nameOf = (table: TableName) => `${prefix}-${table}`
  for (const name of TABLE_NAMES) {
    const properties = buildProperties({ name, ...TABLES[name] })
    const TableName = nameOf(name)
    await client.send(new CreateTableCommand({ ...properties, TableName, BillingMode: 'PAY_PER_REQUEST' }))
  }
  return {
    client,
    nameOf,
    // Removes the tables, because moto copies all tables before each transaction.
    async close() {
      for (const name of TABLE_NAMES) await client.send(new DeleteTableCommand({ TableName: nameOf(name) }))
    },
  }
}

/** Addresses of another implementation, one for each worker; absent in ordinary runs. */
const OTHERS = process.env.DYNAMODB_URLS?.split(' ') ?? []

/** Empty tables. */
export async function openTables(): Promise<TestTables> {
  const endpoint = OTHERS[Number(process.env.VITEST_POOL_ID) % OTHERS.length]
  const database = await (endpoint === undefined ? openLocal() : openOther(endpoint))
  const client = DynamoDBDocumentClient.from(database.client, { marshallOptions: { removeUndefinedValues: true } })
  const tables: Tables = { client, ...mapTables(({ name }) => database.nameOf(name)) }
  return {
    tables,
    async rows(table) {
      const { Items = [] } = await client.send(new ScanCommand({ TableName: tables[table], ConsistentRead: true }))
      return Items
    },
    async row(table, key) {
      return (await client.send(new GetCommand({ TableName: tables[table], Key: key, ConsistentRead: true }))).Item
    },
    async movements(uid) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tables.ledger,
          KeyConditionExpression: 'uid = :uid',
          ExpressionAttributeValues: { ':uid': uid },
          ConsistentRead: true,
        }),
      )
      return Items.map(item => movement.parse(item))
    },
    async close() {
      client.destroy()
      await database.close()
    },
  }
}

/** Empty tables that the tests of one file share. Call it at the top of the file. */
export async function setUpTables(): Promise<TestTables> {
  const tables = await openTables()
  afterAll(() => tables.close())
  return tables
}
