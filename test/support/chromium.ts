import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** Entry of the npm package that contains a compressed Chromium for Linux on x64. */
const PACKAGE = import.meta.resolve('@sparticuz/chromium')
const UNPACK = `import chromium from ${JSON.stringify(PACKAGE)}; await chromium.executablePath()`

/**
 * Path of Chromium: CHROMIUM_PATH, or the one from npm, unpacked once into the user's own cache. The package itself
 * unpacks to a fixed path in the shared temporary folder, where another user's copy is unreadable, or planted.
 */
export function chromiumPath(env: NodeJS.ProcessEnv = process.env): string {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  const caches = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'jamak')
  const folder = join(caches, `chromium-${packageVersion()}`)
  const program = join(folder, 'chromium')
  if (existsSync(program)) return program

  mkdirSync(caches, { recursive: true, mode: 0o700 })
  const partial = mkdtempSync(join(caches, 'chromium-partial-'))
  try {
    // The package unpacks to the temporary folder of its process.
    const childEnv = { ...env, TMPDIR: partial }
    execFileSync(process.execPath, ['--input-type=module', '-e', UNPACK], { env: childEnv, stdio: 'pipe' })
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    // Another worker may have been faster.
    if (!existsSync(program)) throw error
  }
  return program
}

function packageVersion(): string {
  const file = join(dirname(fileURLToPath(PACKAGE)), '../../package.json')
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version
}
