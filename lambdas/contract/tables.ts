/** Attribute names with their types, string or number: the partition key, then the sort key. */
type Keys = Readonly<Record<string, 'S' | 'N'>>

interface TableDefinition {
  /** Environment variable that holds the table's name. */
  variable: `${string}_TABLE`
  /** The construct's id; the stack output `{id}Table` holds the table's name. */
  id: string
  keys: Keys
  /** Rows expire at their own `expires_at`. */
  expires?: true
  /** Secondary indexes; a keys-only index projects no other attributes. */
  indexes?: Readonly<Record<string, { keys: Keys; keysOnly?: true }>>
}

/** Names of secondary indexes: infrastructure creates them, `lambdas/records` queries them. */
export const INDEXES = {
  /** ledger: a user's movements by time. */
  movementsInTime: 'time',
  /** archive: for pages. */
  number: 'number',
  /** archive: entries in progress; sparse. */
  openEntries: 'open',
  /** payments: a user's orders. */
  ordersOfUser: 'uid',
  /** payments: orders that are still open; sparse. */
  openOrders: 'open',
  /** outbox: owed emails by the time at which they are due. */
  dueEmails: 'due',
} as const
export type IndexName = (typeof INDEXES)[keyof typeof INDEXES]

/**
 * Every table. The CDK tables, environment variables, stack outputs, the operator's tool and the tables of the tests are
 * derived from this list.
 */
export const TABLES = {
  users: { id: 'Users', variable: 'USERS_TABLE', keys: { uid: 'S' } },
  service: { id: 'Service', variable: 'SERVICE_TABLE', keys: { id: 'S' }, expires: true },
  ledger: {
    id: 'Ledger',
    variable: 'LEDGER_TABLE',
    keys: { uid: 'S', movement: 'S' },
    expires: true,
    indexes: { [INDEXES.movementsInTime]: { keys: { uid: 'S', at: 'S' } } },
  },
  archive: {
    id: 'Archive',
    variable: 'ARCHIVE_TABLE',
    keys: { uid: 'S', key: 'S' },
    indexes: {
      [INDEXES.number]: { keys: { uid: 'S', number: 'N' }, keysOnly: true },
      [INDEXES.openEntries]: { keys: { open: 'S', open_since: 'S' }, keysOnly: true },
    },
  },
  payments: {
    id: 'Payments',
    variable: 'PAYMENTS_TABLE',
    keys: { order_id: 'S' },
    expires: true,
    indexes: {
      [INDEXES.ordersOfUser]: { keys: { uid: 'S', created_at: 'S' } },
      [INDEXES.openOrders]: { keys: { open: 'S', open_since: 'S' } },
    },
  },
  outbox: {
    id: 'Outbox',
    variable: 'OUTBOX_TABLE',
    keys: { id: 'S' },
    expires: true,
    indexes: { [INDEXES.dueEmails]: { keys: { open: 'S', due: 'N' }, keysOnly: true } },
  },
  logs: { id: 'Logs', variable: 'LOGS_TABLE', keys: { uid: 'S', at: 'S' }, expires: true },
} as const satisfies Record<string, TableDefinition>

export type TableName = keyof typeof TABLES
export const TABLE_NAMES = Object.keys(TABLES) as TableName[]
export type TableVariable = (typeof TABLES)[TableName]['variable']
type Table = TableDefinition & { name: TableName; variable: TableVariable }

/** A value for each table, by the table's name. */
export function mapTables<Value>(valueFor: (table: Table) => Value): Record<TableName, Value> {
  return Object.fromEntries(TABLE_NAMES.map(name => [name, valueFor({ name, ...TABLES[name] })])) as Record<
    TableName,
    Value
  >
}
