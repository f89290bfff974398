import { randomUUID } from 'node:crypto'
import type { DynaliteItem } from 'dynalite/types'
import * as z from 'zod'
import type { AwsRequest, AwsResponse, AwsService } from '../../aws/service.ts'
import { dynamoDbAccess } from './access.ts'
import { dynamoDbError, isDynamoDbError, isException, itemInTransaction } from './errors.ts'
import { GET_ITEM, type Operation, STREAMS, validated, WRITES } from './operations.ts'
import { openStore, type Stage } from './store.ts'
import { ensureTable, importItems, loadTables, tableProperties } from './tables.ts'
import { createTimeToLive } from './time-to-live.ts'
import { createTransactions } from './transactions.ts'
import { createWriter } from './writer.ts'

/** Local DynamoDB: dynalite's tables and expressions, plus transactions and time to live. */
export interface LocalDynamoDb extends AwsService {
  /**
   * Creates a table from the resolved properties of AWS::DynamoDB::Table or GlobalTable. An existing table keeps its
   * items and gets the indexes and the time to live of the properties.
   */
  createTable(properties: unknown, tableName: string): Promise<void>
  /** Writes items (DynamoDB's JSON) without checking conditions, as an import from S3 does. */
  importItems(tableName: string, items: Iterable<DynaliteItem>): Promise<void>
  /** Deletes expired items and old request tokens. `now` is in milliseconds. */
  sweep(now: number): Promise<void>
  close(): Promise<void>
}

export interface DynamoDbOptions {
  /** LevelDB's folder. */
  folder: string
  /** Milliseconds. Default: the machine's clock. */
  now?: () => number
}

const writeOptions = z.looseObject({ ReturnValuesOnConditionCheckFailure: z.string().optional() })

/** Opens the database. An acknowledged write survives a crash of the process. */
export async function createDynamoDb(options: DynamoDbOptions): Promise<LocalDynamoDb> {
  const store = await openStore(options.folder)
  await loadTables(store)
  const writer = createWriter(store)
  const transactions = createTransactions(store, writer, options.now ?? Date.now)
  const timeToLive = createTimeToLive(store, writer)

  async function perform(operation: string, body: string): Promise<object> {
    if (operation === 'GetItem') return store.stage().perform(GET_ITEM.action, validated(GET_ITEM, JSON.parse(body)))
    if (operation === 'TransactWriteItems') return transactions.write(body)
    const write = WRITES[operation]
    if (write)
      return writer.single(
        stage => performWrite(stage, write, body),
        () => {
          throw itemInTransaction()
        },
      )
    const stream = STREAMS[operation]
    if (!stream) throw dynamoDbError('UnknownOperationException', `The local DynamoDB does not support ${operation}.`)
    const data = validated(stream, JSON.parse(body))
    return new Promise((resolve, reject) =>
      stream.action(store.raw, data, (error, value = {}) => (error ? reject(error) : resolve(value))),
    )
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

    importItems: (tableName, items) => importItems(store, tableName, items),

    async sweep(now) {
      await timeToLive.sweep(now)
      await transactions.sweep(now)
    },

    close: () => store.db.close(),
  }
}

/** Runs the write of a single item or a batch. dynalite itself does not return the item that failed a condition. */
function performWrite(stage: Stage, { rules, action }: Operation, body: string): object {
  const input = writeOptions.parse(JSON.parse(body))
  try {
    // The rules remove unknown fields from their input.
    return stage.perform(action, validated({ rules, action }, { ...input }))
  } catch (error) {
    const [itemKey] = stage.locked
    const existing = itemKey === undefined ? undefined : stage.get(itemKey)
    const isShown =
      input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' &&
      existing !== undefined &&
      isException(error, 'ConditionalCheckFailedException')
    throw isShown ? dynamoDbError('ConditionalCheckFailedException', error.message, { Item: existing }) : error
  }
}

function answer(status: number, body: object): AwsResponse {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() }
  return { status, headers, body: JSON.stringify(body) }
}
