import { dynamoClient } from '../runtime/clients.ts'
import { type Tables, tablesFromEnvironment } from './tables.ts'

/** Dependencies of every function that reads or writes rows. */
export interface TableDeps {
  tables: Tables
  /** Epoch milliseconds. */
  now: () => number
}

/** For functions without access to the bucket. */
export function tableDeps(): TableDeps {
  return { tables: tablesFromEnvironment(dynamoClient()), now: Date.now }
}
