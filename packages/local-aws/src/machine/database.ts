import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DamagedDataError } from './damaged-data.ts'

/**
 * Opens a SQLite database in the folder and creates both if necessary. A write survives the end of the process, even a
 * crash; only a crash of the machine may lose the latest ones. Waiting for the disk after each write would block
 * everything, because all services run on one thread.
 * @throws DamagedDataError
 */
export function openDatabase(folder: string, name: string): DatabaseSync {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    const { quick_check: found } = { ...database.prepare('PRAGMA quick_check(1)').get() }
    if (found !== 'ok') throw new Error(String(found))
    return database
  } catch (error) {
    database.close()
    throw isDamage(error) ? new DamagedDataError(path, error) : error
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, or what `quick_check` found. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return !('errcode' in error) || error.errcode === 11 || error.errcode === 26
}
