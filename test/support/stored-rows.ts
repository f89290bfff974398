import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect } from 'vitest'
import * as z from 'zod'
import { archiveEntry, isOpen } from '../../lambdas/contract/archive-entry.ts'
import { movement } from '../../lambdas/contract/movement.ts'
import { mapTables, TABLES, type TableName } from '../../lambdas/contract/tables.ts'
import type { Tables } from '../../lambdas/records/tables.ts'
import type { Cloud } from '../../local/cloud/options.ts'
import { eventually } from './eventually.ts'

const account = z.object({
  uid: z.string(),
  token: z.int(),
  open_submissions: z.int(),
  running: z.int(),
  archive_count: z.int(),
})

type TableId = (typeof TABLES)[TableName]['id']
type Row = Record<string, unknown>

function documents(cloud: Cloud): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(cloud.client(DynamoDBClient))
}

/** The tables, as the operator's commands open them. */
export function tablesOf(cloud: Cloud): Tables {
  return { client: documents(cloud), ...mapTables(({ id }) => cloud.physicalName(`Tables${id}`)) }
}

/** Every row of a table of the running application. */
export async function rowsOf(cloud: Cloud, table: TableId): Promise<Row[]> {
  const client = documents(cloud)
  const rows: Row[] = []
  let from: Row | undefined
  do {
    const page = await client.send(
      new ScanCommand({ TableName: cloud.physicalName(`Tables${table}`), ExclusiveStartKey: from }),
    )
    rows.push(...(page.Items ?? []))
    from = page.LastEvaluatedKey
  } while (from)
  return rows
}

/** All rows of all tables, as JSON. */
export async function everyRow(cloud: Cloud): Promise<string> {
  const tables = await Promise.all(Object.values(TABLES).map(({ id }) => rowsOf(cloud, id)))
  return JSON.stringify(tables)
}

/** Sets attributes of an entry, to play the passing of time or an accident. */
function alterEntry(cloud: Cloud, { uid, key }: { uid: string; key: string }, change: Row): Promise<void> {
  return alterRow(cloud, 'Archive', { uid, key }, change)
}

/** Sets attributes of a row, to play the passing of time or an accident. */
export async function alterRow(cloud: Cloud, table: TableId, key: Row, change: Row): Promise<void> {
  const names = Object.keys(change)
  await documents(cloud).send(
    new UpdateCommand({
      TableName: cloud.physicalName(`Tables${table}`),
      Key: key,
      UpdateExpression: `SET ${names.map(name => `#${name} = :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map(name => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map(name => [`:${name}`, change[name]])),
    }),
  )
}

/** Backdates the submission and its last change by `hours`. */
export async function age(cloud: Cloud, entry: { uid: string; key: string }, hours: number): Promise<void> {
  const then = new Date(Date.now() - hours * 3_600_000).toISOString()
  await alterEntry(cloud, entry, { open_since: then, changed_at: then, video_upload_time: then })
}

/** Makes every owed email due, as after the pause that follows a refusal. */
export async function makeEmailsDue(cloud: Cloud): Promise<void> {
  for (const { id } of await rowsOf(cloud, 'Outbox')) await alterRow(cloud, 'Outbox', { id }, { due: 0 })
}

/**
 * Waits until the ledger is balanced for every user, because work from an earlier test file may still be running: the
 * balance is the sum of the movements, each entry's net charge is what it records (zero if it failed, unless the user
 * canceled it), and the counts of open and of started submissions are right.
 */
export function expectBalancedLedger(cloud: Cloud): Promise<void> {
  return eventually(() => checkLedger(cloud))
}

async function checkLedger(cloud: Cloud): Promise<void> {
  const movements = (await rowsOf(cloud, 'Ledger')).map(row => movement.parse(row))
  const entries = (await rowsOf(cloud, 'Archive')).map(row => archiveEntry.parse(row))
  const people = (await rowsOf(cloud, 'Users')).map(row => account.parse(row))
  for (const person of people) {
    const own = entries.filter(({ uid }) => uid === person.uid)
    const sum = sumOf(movements.filter(({ uid }) => uid === person.uid))
    const open = own.filter(({ status }) => isOpen(status))
    const running = open.filter(({ started_at }) => started_at !== undefined).length
    expect(person).toMatchObject({ token: sum, open_submissions: open.length, running })
    expect(person.token).toBeGreaterThanOrEqual(0)
  }
  for (const { uid, key, status, failure, used_token } of entries) {
    const about = movements.filter(one => one.uid === uid && one.movement.split('#')[1] === key)
    expect([key, status, used_token + sumOf(about)]).toEqual([key, status, 0])
    if (status === 'failed' && failure !== 'CANCELED') expect(used_token).toBe(0)
  }
}

const sumOf = (movements: { amount: number }[]): number => movements.reduce((sum, { amount }) => sum + amount, 0)
