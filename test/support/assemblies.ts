import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { synthesize } from '../../local/synthesize.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface TestAssembly {
  /** Folder that the synthesis wrote. */
  folder: string
  remove(): Promise<void>
}

/** The application of `.env.example` with these settings over it, synthesized as `npm start` does. */
export async function synthesizedWith(settings: Record<string, string>): Promise<TestAssembly> {
  const folder = await mkdtemp(join(tmpdir(), 'jamak-assembly-'))
  await synthesize(ROOT, folder, { DEPLOYMENT: 'local', TEST_PAY: 'on', ...settings })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
