import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { createDynamoDb } from '#local-aws/storage/dynamodb/index.ts'
import { type Movement, movement } from '../../lambdas/contract/movement.ts'
import { INDEXES, type Tables } from '../../lambdas/records/tables.ts'
import { sdkSettings } from './sdk-wire.ts'

const S = 'S'
const N = 'N'
type Keys = Record<string, typeof S | typeof N>

/** Keys of the six tables and their indexes; `test/records/tables.test.ts` holds them to the template. */
export const TABLE_KEYS: Record<
  'users' | 'service' | 'ledger' | 'archive' | 'payments' | 'logs',
  Record<string, Keys>
> = {
  users: { table: { uid: S }, [INDEXES.owedWelcomes]: { open: S, open_since: S } },
  service: { table: { id: S } },
  ledger: { table: { uid: S, movement: S }, [INDEXES.movementsInTime]: { uid: S, at: S } },
  archive: {
    table: { uid: S, key: S },
    [INDEXES.number]: { uid: S, number: N },
    [INDEXES.openEntries]: { open: S, open_since: S },
  },
  payments: {
    table: { order_id: S },
    [INDEXES.ordersOfUser]: { uid: S, created_at: S },
    [INDEXES.openOrders]: { open: S, open_since: S },
  },
  logs: { table: { uid: S, at: S } },
}

/** Indexes that project keys only; the others project whole rows. */
export const KEYS_ONLY: readonly string[] = [`archive.${INDEXES.openEntries}`, `users.${INDEXES.owedWelcomes}`]

/** The properties of AWS::DynamoDB::GlobalTable that follow from these keys. */
function propertiesOf(name: string, { table = {}, ...indexes }: Record<string, Keys>): object {
  const all: Keys = Object.assign({}, table, ...Object.values(indexes))
  const schema = (keys: Keys) =>
    Object.keys(keys).map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' }))
  const secondary = Object.entries(indexes).map(([IndexName, keys]) => {
    const ProjectionType = KEYS_ONLY.includes(`${name}.${IndexName}`) ? 'KEYS_ONLY' : 'ALL'
    return { IndexName, KeySchema: schema(keys), Projection: { ProjectionType } }
  })
  return {
    AttributeDefinitions: Object.entries(all).map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: schema(table),
    ...(secondary.length > 0 && { GlobalSecondaryIndexes: secondary }),
  }
}

export interface TestTables {
  tables: Tables
  /** Every row of a table. */
  rows(table: keyof typeof TABLE_KEYS): Promise<Record<string, unknown>[]>
  row(table: keyof typeof TABLE_KEYS, key: Record<string, unknown>): Promise<Record<string, unknown> | undefined>
  /** A user's movements, ordered by name. */
  movements(uid: string): Promise<Movement[]>
  close(): Promise<void>
}

/** The six tables in the database of the local cloud, in a folder that goes away with them; no port is opened. */
export async function openTables(): Promise<TestTables> {
  const folder = await mkdtemp(join(tmpdir(), 'tables-'))
  const database = await createDynamoDb({ folder })
  for (const [name, keys] of Object.entries(TABLE_KEYS)) await database.createTable(propertiesOf(name, keys), name)
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(sdkSettings(database)), {
    marshallOptions: { removeUndefinedValues: true },
  })
  const tables: Tables = {
    client,
    users: 'users',
    service: 'service',
    ledger: 'ledger',
    archive: 'archive',
    payments: 'payments',
    logs: 'logs',
    logDays: 30,
  }
  return {
    tables,
    async rows(table) {
      const { Items = [] } = await client.send(new ScanCommand({ TableName: table, ConsistentRead: true }))
      return Items
    },
    async row(table, key) {
      return (await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }))).Item
    },
    async movements(uid) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: 'ledger',
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
      await rm(folder, { recursive: true, force: true })
    },
  }
}
