import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type ArchiveEntry, archiveEntry } from '../contract/archive-entry.ts'
import { logRow } from './activity-log.ts'
import type { Tables } from './tables.ts'
import { remove, transact, update } from './transaction.ts'

/**
 * Deletes the row of a closed entry and keeps its number as a hole; false where the entry is open or gone.
 * Movements of the ledger stay. `at` is an ISO time.
 */
export async function deleteEntry(
  tables: Tables,
  { uid, key, number }: Pick<ArchiveEntry, 'uid' | 'key' | 'number'>,
  at: string,
): Promise<boolean> {
  const { done } = await transact(tables, [
    remove(tables.archive, { uid, key }, { oneOf: { status: ['done', 'failed'] } }),
    update(tables.users, { uid }, { add: { archive_holes: new Set([number]) } }, { present: ['customer_key'] }),
    logRow(tables, { uid, action: 'delete_video', details: { key }, at }),
  ])
  return done
}

/** Every entry of a user, oldest first (consistent read). */
export async function* listEntries(tables: Tables, uid: string): AsyncGenerator<ArchiveEntry> {
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await tables.client.send(
      new QueryCommand({
        TableName: tables.archive,
        KeyConditionExpression: '#uid = :uid',
        ExpressionAttributeNames: { '#uid': 'uid' },
        ExpressionAttributeValues: { ':uid': uid },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    )
    for (const item of Items) yield archiveEntry.parse(item)
    from = LastEvaluatedKey
  } while (from)
}
