import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { Tables } from '../../lambdas/records/tables.ts'

/** Tables that run `write` between the caller's reads and its first transaction. */
export function interposed(tables: Tables, happens: () => Promise<unknown>): Tables {
  const { client } = tables
  let pending = true
  const send = async (command: Parameters<typeof client.send>[0]) => {
    if (pending && command instanceof TransactWriteCommand) {
      pending = false
      await happens()
    }
    return client.send(command)
  }
  return { ...tables, client: Object.assign(Object.create(client), { send }) }
}
