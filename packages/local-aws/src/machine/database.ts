import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Opens a SQLite database in the folder and creates both if necessary. A write survives the end of the process, even a
 * crash; only a crash of the machine may lose the latest ones. Waiting for the disk after each write would block
 * everything, because all services run on one thread.
 */
export function openDatabase(folder: string, name: string): DatabaseSync {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, name))
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  return database
}
