import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../bin/build.ts'
import { cacheFolders } from '../../local/cache.ts'

const ROOT = join(import.meta.dirname, '../..')

let built: Promise<string> | undefined

/** Folder of the built page, which tests only read: a copy of what the stories serve, removed with the worker. */
export function builtPage(): Promise<string> {
  built ??= copyOfBuild()
  return built
}

async function copyOfBuild(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-page-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await build(folder, cacheFolders(ROOT).builds)
  return join(folder, 'web')
}
