import type { DynaliteItem } from 'dynalite/types'
import * as z from 'zod'
import { DELETE_ITEM } from './operations.ts'
import { dynamoDbError, isException, type Store, transactionConflict } from './store.ts'
import type { Writer } from './writer.ts'

const PREFIX = 'time-to-live~'
/** DynamoDB leaves alone what is said to have expired longer ago than five years. */
const OLDEST_SECONDS = 5 * 366 * 24 * 60 * 60

const setting = z.object({ AttributeName: z.string().optional(), Enabled: z.boolean() })
const update = z.object({
  TableName: z.string(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }),
})
const item = z.custom<DynaliteItem>(value => typeof value === 'object' && value !== null)

type Setting = z.output<typeof setting>

/** Time to live: which attribute says when items of a table expire, and their deletion. */
export function createTimeToLive(store: Store, writer: Writer) {
  const settingOf = (table: string): Setting => {
    if (!store.tables.has(table))
      throw dynamoDbError('ResourceNotFoundException', `Requested resource not found: Table: ${table} not found`)
    return setting.optional().parse(store.db.getSync(PREFIX + table)) ?? { Enabled: false }
  }
  const set = (table: string, value: Setting): Promise<void> => store.db.put(PREFIX + table, value)

  return {
    set,

    /** DescribeTimeToLive. */
    describe(body: string): object {
      const { Enabled, AttributeName } = settingOf(
        z.object({ TableName: z.string() }).parse(JSON.parse(body)).TableName,
      )
      const TimeToLiveStatus = Enabled ? 'ENABLED' : 'DISABLED'
      return { TimeToLiveDescription: Enabled ? { TimeToLiveStatus, AttributeName } : { TimeToLiveStatus } }
    },

    /** UpdateTimeToLive; what is set already is refused, as DynamoDB refuses it. */
    async update(body: string): Promise<object> {
      const { TableName, TimeToLiveSpecification } = update.parse(JSON.parse(body))
      const isSame = settingOf(TableName).Enabled === TimeToLiveSpecification.Enabled
      if (isSame)
        throw dynamoDbError(
          'ValidationException',
          `TimeToLive is already ${TimeToLiveSpecification.Enabled ? 'enabled' : 'disabled'}`,
        )
      await set(TableName, TimeToLiveSpecification)
      return { TimeToLiveSpecification }
    },

    /** Deletes what has expired at `now` (milliseconds); an item that was given more time meanwhile stays. */
    async sweep(now: number): Promise<void> {
      const seconds = Math.floor(now / 1000)
      for (const table of store.tables.values()) {
        const { Enabled, AttributeName } = settingOf(table.TableName)
        if (!Enabled || AttributeName === undefined) continue
        const isExpired = (value: unknown): boolean => {
          const expiry = Number(item.optional().parse(value)?.[AttributeName]?.N ?? Number.NaN)
          return expiry <= seconds && expiry > seconds - OLDEST_SECONDS
        }
        const prefix = `item-${table.TableName}~`
        for await (const [itemKey, value] of store.db.iterator({ gte: prefix, lt: `${prefix}\xff` })) {
          if (!isExpired(value)) continue
          const whole = item.parse(value)
          const key = Object.fromEntries(table.KeySchema.map(({ AttributeName: name }) => [name, whole[name] ?? {}]))
          await writer
            .single(stage => {
              if (isExpired(stage.get(itemKey)))
                stage.perform(DELETE_ITEM.action, { TableName: table.TableName, Key: key })
            }, transactionConflict)
            // What a transaction writes now is looked at again by the next sweep.
            .catch(error => {
              if (!isException(error, 'TransactionConflictException')) throw error
            })
        }
      }
    },
  }
}
