import * as z from 'zod'
import { isException, itemInTransaction } from './errors.ts'
import { DELETE_ITEM } from './operations.ts'
import { attributeMap, entriesUnder, itemPrefix, type Store } from './store.ts'
import type { Writer } from './writer.ts'

const PREFIX = 'time-to-live~'
/** DynamoDB keeps items whose expiry is more than five years ago. */
const OLDEST_SECONDS = 5 * 366 * 24 * 60 * 60

const specification = z.object({ AttributeName: z.string().optional(), Enabled: z.boolean() })

/** Time to live: stores which attribute of a table holds the expiry, and deletes expired items. */
export function createTimeToLive(store: Store, writer: Writer) {
  const readAttribute = (table: string): string | undefined => {
    const { Enabled, AttributeName } = specification.optional().parse(store.db.getSync(PREFIX + table)) ?? {}
    return Enabled ? AttributeName : undefined
  }

  return {
    /** Stores a table's TimeToLiveSpecification. */
    set: (table: string, value: z.input<typeof specification>): Promise<void> => store.db.put(PREFIX + table, value),

    /** Deletes items that have expired at `now` (milliseconds). An item whose expiry changed meanwhile stays. */
    async sweep(now: number): Promise<void> {
      for (const table of store.tables.values()) {
        const attribute = readAttribute(table.TableName)
        if (attribute === undefined) continue
        for await (const [itemKey, value] of entriesUnder(store, itemPrefix(table.TableName))) {
          if (!isExpired(value, attribute, now)) continue
          const item = attributeMap.parse(value)
          const Key = Object.fromEntries(table.KeySchema.map(({ AttributeName: one }) => [one, item[one] ?? {}]))
          await writer
            .single(
              stage => {
                if (isExpired(stage.get(itemKey), attribute, now))
                  stage.perform(DELETE_ITEM.action, { TableName: table.TableName, Key })
              },
              () => {
                throw itemInTransaction()
              },
            )
            // An item that a transaction is writing is checked again in the next sweep.
            .catch(error => {
              if (!isException(error, 'TransactionConflictException')) throw error
            })
        }
      }
    },
  }
}

function isExpired(value: unknown, attribute: string, now: number): boolean {
  const seconds = Math.floor(now / 1000)
  const expiry = Number(attributeMap.optional().parse(value)?.[attribute]?.N ?? Number.NaN)
  return expiry <= seconds && expiry > seconds - OLDEST_SECONDS
}
