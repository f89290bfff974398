import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { timestamp14 } from '../../lambdas/contract/time.ts'
import type { Cloud } from '../../local/cloud/options.ts'

const FIRST = Date.parse('2020-01-01T00:00:00.000Z')

type Row = Record<string, unknown>
type Attribute = Record<string, unknown>

/** Imports rows 1 to `most` into a table, except those for which `rowOf` returns nothing; no API could write them as fast. */
export async function importRows(
  cloud: Cloud,
  table: string,
  most: number,
  rowOf: (number: number) => object | undefined,
): Promise<void> {
  function* items() {
    for (let number = 1; number <= most; number += 1) {
      const row = rowOf(number)
      if (row) yield attributesOf({ ...row })
    }
  }
  await cloud.services.dynamoDb.importItems(cloud.physicalName(`Tables${table}`), items())
}

/** A row as DynamoDB's JSON. */
function attributesOf(row: Row): Record<string, Attribute> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, attributeOf(value)]))
}

function attributeOf(value: unknown): Attribute {
  if (typeof value === 'number') return { N: String(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  return Array.isArray(value) ? { L: value.map(attributeOf) } : { S: String(value) }
}

/** The finished entry with this number. */
export function entryRow(uid: string, number: number): ArchiveEntry {
  const at = new Date(FIRST + number * 1000).toISOString()
  const key = timestamp14(Date.parse(at))
  const title = `${key}_talk ${number}.mp4`
  return {
    uid,
    key,
    title,
    type: 'video',
    video_upload_time: at,
    message: 'message',
    used_token: 10,
    is_srt: true,
    srt_title: `${title}.srt`,
    srt_upload_time: at,
    url: 'none',
    number,
    status: 'done',
    duration_seconds: 60,
    register: 'polite',
    profile: 'standard',
    captions: false,
    glossary: true,
    size: 1000,
  }
}

/** The user with this number, who has one entry. */
export function strangerRow(number: number) {
  const uid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  return {
    uid,
    email: `stranger-${number}@example.com`,
    name: `Stranger ${number}`,
    token: 200,
    archive_count: 1,
    open_submissions: 0,
    customer_key: uid,
    created_at: new Date(FIRST + number * 1000).toISOString(),
  }
}
