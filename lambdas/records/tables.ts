import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { readEnvironment } from '../runtime/environment.ts'

/** The six tables and the client that reaches them; the first argument of every function of this room. */
export interface Tables {
  client: DynamoDBDocumentClient
  users: string
  service: string
  ledger: string
  archive: string
  payments: string
  logs: string
  /** Days after which a row of the activity log expires. */
  logDays: number
}

/** The tables that this function's environment names. */
export function tablesFromEnvironment(client: DynamoDBDocumentClient): Tables {
  const names = readEnvironment(
    'USERS_TABLE',
    'SERVICE_TABLE',
    'LEDGER_TABLE',
    'ARCHIVE_TABLE',
    'PAYMENTS_TABLE',
    'LOGS_TABLE',
    'LOG_DAYS',
  )
  return {
    client,
    users: names.USERS_TABLE,
    service: names.SERVICE_TABLE,
    ledger: names.LEDGER_TABLE,
    archive: names.ARCHIVE_TABLE,
    payments: names.PAYMENTS_TABLE,
    logs: names.LOGS_TABLE,
    logDays: Number(names.LOG_DAYS),
  }
}

/** Secondary indexes; infrastructure creates them, this room queries them. */
export const INDEXES = {
  /** archive: uid + number, for pages. */
  number: 'number',
  /** archive: open + open_since, sparse; partitions `open` and `mail` (the constants below). */
  openEntries: 'open',
  /** users: open + open_since, sparse; people whose welcome mail is not sent yet. */
  owedWelcomes: 'open',
  /** ledger: uid + at, for a person's movements, newest first. */
  movementsInTime: 'time',
  /** payments: uid + created_at. */
  ordersOfUser: 'uid',
  /** payments: sparse; partition `open`. */
  openOrders: 'open',
} as const

/** Value of the attribute `open`, the partition of the sparse indexes, on entries and orders that are still open. */
export const OPEN = 'open'

/** Value of `open` on a row that is listed for a mail that it owes, and for nothing else. */
export const MAIL_DUE = 'mail'

/** A partition of a sparse index of open work. */
interface OpenIndex {
  table: string
  index: string
  open: typeof OPEN | typeof MAIL_DUE
}

/** Rows that have been open since before an ISO time, oldest first, with the attributes that the index projects. */
export async function* openRows(
  tables: Tables,
  { table, index, open }: OpenIndex,
  before: string,
): AsyncGenerator<Record<string, unknown>> {
  const pages = paginateQuery(tables, {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: '#open = :open AND #open_since < :before',
    ExpressionAttributeNames: { '#open': 'open', '#open_since': 'open_since' },
    ExpressionAttributeValues: { ':open': open, ':before': before },
  })
  for await (const { Items = [] } of pages) yield* Items
}
