import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { mapTables, TABLES, type TableName } from '../contract/tables.ts'
import { readEnvironment } from '../runtime/environment.ts'

/** Names of the tables, and the client for them; the first argument of every function in this module. */
export interface Tables extends Record<TableName, string> {
  client: DynamoDBDocumentClient
}

/** The tables named in this function's environment. */
export function tablesFromEnvironment(client: DynamoDBDocumentClient): Tables {
  const variables = readEnvironment(...Object.values(TABLES).map(({ variable }) => variable))
  return { client, ...mapTables(({ variable }) => variables[variable]) }
}

/** Value of the attribute `open`, the partition key of the sparse indexes, on open entries and orders. */
export const OPEN = 'open'

/** Value of `open` on a row that is in the index only for an owed email. */
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
