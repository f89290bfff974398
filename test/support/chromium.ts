import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import * as z from 'zod'

/** npm packages that contain a compressed Chromium for Linux on x64: a recent one, and the oldest that the page supports. */
export type ChromiumPackage = '@sparticuz/chromium' | 'chromium-109'

/**
 * Path of Chromium: CHROMIUM_PATH for the recent one, or the one from npm, unpacked once into the user's own cache. The
 * package itself unpacks to a fixed path in the shared temporary folder, where another user's copy is unreadable, or
 * planted.
 */
export function chromiumPath(
  env: NodeJS.ProcessEnv = process.env,
  name: ChromiumPackage = '@sparticuz/chromium',
): string {
  if (env.CHROMIUM_PATH && name === '@sparticuz/chromium') return env.CHROMIUM_PATH
  const manifest = findPackageJSON(name, import.meta.url)
  if (!manifest) throw new Error(`${name} is not installed`)
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')))
  const caches = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'jamak')
  const folder = join(caches, `chromium-${version}`)
  const program = join(folder, 'chromium')
  if (existsSync(program)) return program

  mkdirSync(caches, { recursive: true, mode: 0o700 })
  const partial = mkdtempSync(join(caches, 'chromium-partial-'))
  try {
    const packed = readFileSync(join(dirname(manifest), 'bin', 'chromium.br'))
    writeFileSync(join(partial, 'chromium'), brotliDecompressSync(packed), { mode: 0o755 })
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    // Another worker may have been faster.
    if (!existsSync(program)) throw error
  }
  return program
}
