import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Who runs the local cloud; is allowed everything. */
export const OPERATOR = 'operator'

/** What one folder of data has of its own. */
export interface Installation {
  folder: string
  /** Secret access key of whoever signs with this access key id: a function's logical id, or OPERATOR. */
  secretOf(accessKeyId: string): string
  /** A value that stays the same for the name: stands for what CloudFormation would generate. */
  generated(name: string): string
}

/** Opens the data folder; the first time it gets a key of its own. */
export async function openInstallation(folder: string): Promise<Installation> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'installation-key')
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  const key = stored ?? randomBytes(32).toString('hex')
  if (stored === undefined) await writeFile(file, key, { mode: 0o600 })
  const derive = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    folder,
    secretOf: accessKeyId => derive(`access-key ${accessKeyId}`),
    generated: name => derive(`generated ${name}`),
  }
}
