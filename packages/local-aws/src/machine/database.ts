import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Opens a SQLite database in the folder and creates both if need be. A write survives the end of the process, however it
 * ends; only the machine's own crash may take the last ones. Waiting for the disk after each write would stop the whole
 * cloud, which answers on one thread.
 */
export function openDatabase(folder: string, name: string): DatabaseSync {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, name))
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  return database
}
