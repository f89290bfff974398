import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A data folder that another local cloud works in. */
export class DataInUseError extends Error {
  readonly code = 'DATA_IN_USE'
  readonly folder: string

  constructor(folder: string, cause: unknown) {
    super(`Another process works with the data in ${folder}.`, { cause })
    this.name = 'DataInUseError'
    this.folder = folder
  }
}

/**
 * Takes a data folder for this process; gives what lets it go. The lock is the operating system's, so that it goes
 * with the process however that ends.
 */
export function lockData(folder: string): () => void {
  const database = new DatabaseSync(join(folder, 'lock.sqlite'))
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw new DataInUseError(folder, error)
  }
  return () => database.close()
}
