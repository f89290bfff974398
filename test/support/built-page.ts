import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from '../../bin/build-web.ts'

let built: Promise<string> | undefined

/** Folder of the built page, which tests only read. It is built once per worker and removed with it. */
export function builtPage(): Promise<string> {
  built ??= build()
  return built
}

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-page-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await buildWeb(folder)
  return folder
}
