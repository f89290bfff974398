import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type DeletedRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { remove, update, type Write, write } from './transaction.ts'

/**
 * Which numbers of a person's entries were deleted, as a tree of small rows: a leaf keeps the deleted ones of 256
 * numbers, a row above it how many each of its 256 children has. No row grows beyond 256 values, however much is
 * announced and deleted, and any page is found with at most a few rows: 256 ** 3 numbers are more than a person reaches.
 */
const FAN = 256
const LEVELS = 3

/** Values of one row of the tree: in a leaf, 1 for each deleted number; above, deletions by child. */
export type Deletions = ReadonlyMap<number, number>

/** Reads one row of the tree; level 0 are the leaves, and an absent row has no deletions. */
export type ReadDeletions = (level: number, index: number) => Promise<Deletions>

/** The row of each level that counts a number, and the value in it. Numbers begin at 1. */
export function placesOf(number: number): { level: number; index: number; slot: number }[] {
  return Array.from({ length: LEVELS }, (_, level) => {
    const place = Math.floor((number - 1) / FAN ** level)
    return { level, index: Math.floor(place / FAN), slot: place % FAN }
  })
}

/** Counts a deleted number, as part of the transaction that deletes its entry: once, or it counts twice. */
export function deletedNumberWrites(tables: Tables, uid: string, number: number): Write[] {
  return placesOf(number).map(({ level, index, slot }) =>
    update(tables.service, serviceKey.deleted(uid, level, index), { add: { [slotName(slot)]: 1 } }),
  )
}

const slotName = (slot: number): string => `n${slot}`

/** Number of the n-th oldest entry (from 1) that was not deleted; `n` is at most the number of entries left. */
export async function nthOldest(read: ReadDeletions, n: number): Promise<number> {
  let left = n
  let index = 0
  for (let level = LEVELS - 1; level >= 0; level -= 1) {
    const deleted = await read(level, index)
    let slot = 0
    for (; slot < FAN - 1; slot += 1) {
      const kept = FAN ** level - (deleted.get(slot) ?? 0)
      if (left <= kept) break
      left -= kept
    }
    index = index * FAN + slot
  }
  return index + 1
}

const rowSchema = z.record(z.string(), z.unknown())

/** Reads the tree of a person from the table, each row at most once. */
export function deletionsOf(tables: Tables, uid: string): ReadDeletions {
  const seen = new Map<string, Promise<Deletions>>()
  return (level, index) => {
    const name = `${level}#${index}`
    const row = seen.get(name) ?? readRow(tables, serviceKey.deleted(uid, level, index))
    seen.set(name, row)
    return row
  }
}

async function readRow(tables: Tables, key: DeletedRow): Promise<Deletions> {
  const { Item = {} } = await tables.client.send(
    new GetCommand({ TableName: tables.service, Key: key, ConsistentRead: true }),
  )
  const values = Object.entries(rowSchema.parse(Item)).flatMap(([name, value]) => {
    const slot = /^n(\d{1,3})$/.exec(name)?.[1]
    return slot === undefined ? [] : [[Number(slot), z.int().parse(value)] as const]
  })
  return new Map(values)
}

/** Removes the tree of a person who leaves, its root last, so that an interrupted call can be repeated. */
export async function forgetDeletedNumbers(tables: Tables, uid: string): Promise<void> {
  const read = deletionsOf(tables, uid)
  const forget = async (level: number, index: number): Promise<void> => {
    const deleted = await read(level, index)
    if (level > 0) for (const slot of deleted.keys()) await forget(level - 1, index * FAN + slot)
    if (deleted.size > 0) await write(tables, remove(tables.service, serviceKey.deleted(uid, level, index)))
  }
  await forget(LEVELS - 1, 0)
}
