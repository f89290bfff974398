import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { bundle } from '../../lib/bundle.ts'
import { missingFunctions, stubLibrary } from './stub-library.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Packages with native code. */
const NATIVE = ['sherpa-onnx-node', 'node-web-audio-api']
const lockFile = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional(), integrity: z.string().optional() })),
})
type Packages = z.infer<typeof lockFile>['packages']

/**
 * Builds the layer for `HEARING=own` in a folder: the recognizer in one file, and its native code for Linux on arm64
 * from the npm registry, verified against the integrity that this project's lock file pins.
 */
export async function makeLayer(folder: string, log: (line: string) => void): Promise<void> {
  const recognizer = join(folder, 'recognizer')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(recognizer, { recursive: true })
  log('Bundling the recognizer.')
  const external = NATIVE.map(name => new RegExp(`^${name}$`))
  await bundle(join(ROOT, 'local', 'engines', 'speech-process.ts'), recognizer, external)
  renameSync(join(recognizer, 'index.cjs'), join(recognizer, 'speech-process.cjs'))
  await bundle(join(ROOT, 'local', 'ai', 'recognizer.ts'), recognizer, external)
  log('Installing its native code for Linux on arm64.')
  const pinned = readPackages(join(ROOT, 'package-lock.json'))
  const wanted = NATIVE.map(name => `${name}@${pinned[`node_modules/${name}`]?.version ?? ''}`)
  const platform = ['--os=linux', '--cpu=arm64', '--libc=glibc', '--ignore-scripts', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['install', '--prefix', recognizer, ...platform, ...wanted])
  requireSame(readPackages(join(recognizer, 'node_modules', '.package-lock.json')), pinned)
  const decoder = join(recognizer, 'node_modules', 'node-web-audio-api')
  const own = 'node-web-audio-api.linux-arm64-gnu.node'
  for (const file of readdirSync(decoder)) if (file.endsWith('.node') && file !== own) rmSync(join(decoder, file))
  // Lambda's loader searches this folder of a layer.
  mkdirSync(join(folder, 'lib'))
  const functions = missingFunctions(readFileSync(join(decoder, own)), 'snd_')
  writeFileSync(join(folder, 'lib', 'libasound.so.2'), stubLibrary('libasound.so.2', functions, 'arm64'))
}

function readPackages(path: string): Packages {
  return lockFile.parse(JSON.parse(readFileSync(path, 'utf8'))).packages
}

/** @throws Error if a package was installed with content that differs from what this project's lock file pins */
function requireSame(installed: Packages, pinned: Packages): void {
  for (const [path, { integrity }] of Object.entries(installed)) {
    const known = pinned[path]?.integrity
    if (known !== undefined && known !== integrity)
      throw new Error(`${path} is not the package that package-lock.json pins`)
    if (known === undefined && /sherpa-onnx|node-web-audio-api$/.test(path)) throw new Error(`${path} is not pinned`)
  }
}
