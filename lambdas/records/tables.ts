import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { type IndexName, mapTables, TABLES, type TableName } from '../contract/tables.ts'
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

/** Value of the attribute `open`, the partition key of the sparse indexes, on rows of open work. */
export const OPEN = 'open'

/**
 * Rows of a sparse index of open work whose sort key `by` is at most `until`, in its order, with the attributes that the
 * index projects. The index lags behind the table: read each row before acting on it.
 */
export async function* openRows(
  tables: Tables,
  { table, index, by, open = OPEN }: { table: string; index: IndexName; by: string; open?: string },
  until: string | number,
): AsyncGenerator<Record<string, unknown>> {
  const pages = paginateQuery(tables, {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: '#open = :open AND #by <= :until',
    ExpressionAttributeNames: { '#open': 'open', '#by': by },
    ExpressionAttributeValues: { ':open': open, ':until': until },
  })
  for await (const { Items = [] } of pages) yield* Items
}
