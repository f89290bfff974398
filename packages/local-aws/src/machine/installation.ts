import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DamagedDataError } from './damaged-data.ts'
import { isDamage } from './database.ts'
import { LocalError } from './terminal.ts'

/** Access key id of the developer who runs the application, who may do everything. */
export const OPERATOR = 'operator'

/** A data folder and the secrets derived from its key. */
export interface Installation {
  folder: string
  /** Secret access key of an access key id: a function's logical id, or OPERATOR. */
  secretOf(accessKeyId: string): string
}

/** Opens a data folder. A new folder gets its own random key. */
export async function openInstallation(folder: string): Promise<Installation> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'installation-key')
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  const key = stored ?? randomBytes(32).toString('hex')
  if (stored === undefined) await writeFile(file, key, { mode: 0o600 })
  // Node parses a key object once, but a string key at every call.
  const secret = createSecretKey(Buffer.from(key))
  return {
    folder,
    secretOf: accessKeyId => createHmac('sha256', secret).update(`access-key ${accessKeyId}`).digest('base64url'),
  }
}

/** Another process is using the data folder. */
export class DataInUseError extends LocalError {
  constructor(folder: string, cause: unknown) {
    super('DATA_IN_USE', `Another running application is using the data in ${folder}.`, { cause })
  }
}

/**
 * Locks a data folder for this process and returns the function that unlocks it. The operating system holds the lock,
 * so it ends with the process, even after a crash.
 */
export function lockData(folder: string): () => void {
  const path = join(folder, 'lock.sqlite')
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw isDamage(error) ? new DamagedDataError(path, error) : new DataInUseError(folder, error)
  }
  return () => database.close()
}
