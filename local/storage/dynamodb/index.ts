import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { AwsRequest, AwsResponse, AwsService } from '../../aws/service.ts'
import { dynamoDbAccess } from './access.ts'
import { READS, STREAMS, validated, WRITES } from './operations.ts'
import { dynamoDbError, isDynamoDbError, isException, openStore, type Stage, transactionConflict } from './store.ts'
import { ensureTable, loadTables, tableProperties } from './tables.ts'
import { createTimeToLive } from './time-to-live.ts'
import { createTransactions, TOKEN_LIFE_MS, TOKEN_PREFIX } from './transactions.ts'
import { createWriter } from './writer.ts'

/** DynamoDB of the local cloud: dynalite's tables and expressions, with transactions and time to live beside them. */
export interface LocalDynamoDb extends AwsService {
  /**
   * Creates a table from the resolved properties of AWS::DynamoDB::Table or GlobalTable. One that is there keeps its
   * data and gets the indexes and the time to live of the properties.
   */
  createTable(properties: unknown, tableName: string): Promise<void>
  /** Deletes expired items and forgets old request tokens. `now` in milliseconds. */
  sweep(now: number): Promise<void>
  close(): Promise<void>
}

export interface DynamoDbOptions {
  /** LevelDB's folder. */
  folder: string
  /** Milliseconds; the machine's clock by default. */
  now?: () => number
}

/** Opens the database. A write that was answered survives the end of the process, however it comes. */
export async function createDynamoDb(options: DynamoDbOptions): Promise<LocalDynamoDb> {
  const store = await openStore(options.folder)
  await loadTables(store)
  const writer = createWriter(store)
  const transactions = createTransactions(store, writer, options.now ?? Date.now)
  const timeToLive = createTimeToLive(store, writer)

  async function perform(operation: string, body: string): Promise<object> {
    const read = READS[operation]
    if (read) return store.stage().perform(read.action, validated(read, JSON.parse(body)))
    const write = WRITES[operation]
    if (write) return writer.single(stage => performWrite(stage, operation, body), transactionConflict)
    const stream = STREAMS[operation]
    if (stream) {
      const data = validated(stream, JSON.parse(body))
      return new Promise((resolve, reject) =>
        stream.action(store.raw, data, (error, value = {}) => (error ? reject(error) : resolve(value))),
      )
    }
    if (operation === 'TransactWriteItems') return transactions.write(body)
    if (operation === 'TransactGetItems') return transactions.get(body)
    if (operation === 'DescribeTimeToLive') return timeToLive.describe(body)
    if (operation === 'UpdateTimeToLive') return timeToLive.update(body)
    if (operation === 'DescribeTable') return { Table: described(body) }
    if (operation === 'ListTables') return { TableNames: [...store.tables.keys()].sort() }
    throw dynamoDbError('UnknownOperationException', `DynamoDB has no ${operation} here.`)
  }

  function performWrite(stage: Stage, operation: string, body: string): object {
    const write = WRITES[operation]
    const input: unknown = JSON.parse(body)
    if (!write) throw new Error(`${operation} is no write.`)
    const { ReturnValuesOnConditionCheckFailure: asked } = writeOptions.parse(input)
    try {
      return stage.perform(write.action, validated(write, z.looseObject({}).parse(input)))
    } catch (error) {
      const [itemKey] = stage.locked
      const existing = itemKey === undefined ? undefined : stage.get(itemKey)
      const isShown =
        asked === 'ALL_OLD' && existing !== undefined && isException(error, 'ConditionalCheckFailedException')
      throw isShown ? dynamoDbError('ConditionalCheckFailedException', error.message, { Item: existing }) : error
    }
  }

  function described(body: string): unknown {
    const { TableName } = z.object({ TableName: z.string() }).parse(JSON.parse(body))
    if (!store.tables.has(TableName))
      throw dynamoDbError('ResourceNotFoundException', `Requested resource not found: Table: ${TableName} not found`)
    return store.db.getSync(`table~${TableName}`)
  }

  return {
    accessOf: dynamoDbAccess,

    async handle(request: AwsRequest) {
      try {
        return answer(200, await perform(request.operation, request.body.toString()))
      } catch (error) {
        if (isDynamoDbError(error)) return answer(error.statusCode, error.body)
        throw error
      }
    },

    async createTable(properties, tableName) {
      const wanted = tableProperties(properties)
      await ensureTable(store, wanted, tableName)
      await timeToLive.set(tableName, wanted.TimeToLiveSpecification ?? { Enabled: false })
    },

    async sweep(now) {
      await timeToLive.sweep(now)
      for await (const [key, value] of store.db.iterator({ gte: TOKEN_PREFIX, lt: `${TOKEN_PREFIX}\xff` })) {
        const { at } = z.object({ at: z.number() }).parse(value)
        if (at + TOKEN_LIFE_MS <= now) await store.db.batch([{ type: 'del', key }])
      }
    },

    close: () => store.db.close(),
  }
}

const writeOptions = z.looseObject({ ReturnValuesOnConditionCheckFailure: z.string().optional() })

function answer(status: number, body: object): AwsResponse {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() }
  return { status, headers, body: JSON.stringify(body) }
}
