import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Tables } from '../../lambdas/records/tables.ts'

const WRITES = [DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand]

/** Tables that run `happens` between the caller's reads and its first write. */
export function interposed(tables: Tables, happens: () => Promise<unknown>): Tables {
  const { client } = tables
  let pending = true
  const send = async (command: Parameters<typeof client.send>[0]) => {
    if (pending && WRITES.some(kind => command instanceof kind)) {
      pending = false
      await happens()
    }
    return client.send(command)
  }
  return { ...tables, client: Object.assign(Object.create(client), { send }) }
}
