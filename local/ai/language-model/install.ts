import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { type AccessOptions, fetchedModel, mirrored } from '../../engines/models/access.ts'
import type { DownloadOptions } from '../../engines/models/download.ts'
import { ModelError } from '../../engines/models/manifest.ts'
import { type LanguageModelChoice, type LanguageModelFiles, RUNNER } from './choice.ts'

/** A Git LFS pointer, which names a file's content by digest and size. */
const pointer = z
  .string()
  .max(1000)
  .transform(text => ({
    sha256: /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1],
    bytes: /^size (\d{1,12})$/m.exec(text)?.[1],
  }))

/**
 * Downloads a language model's weights, and resumes an interrupted download. Size and digest must match the publisher's
 * pointer.
 * @returns what was downloaded
 * @throws {ModelError} UNREACHABLE, NOT_FOUND, WRONG_DIGEST, NO_SPACE
 */
export async function fetchWeights(
  choice: LanguageModelChoice,
  { weights }: LanguageModelFiles,
  options: AccessOptions & Pick<DownloadOptions, 'rest'>,
): Promise<{ bytes: number; sha256: string }> {
  const url = `${choice.repository}/raw/main/${choice.file}`
  const answer = await options.fetch(url, { signal: options.signal }).catch(cause => {
    throw new ModelError('UNREACHABLE', `${new URL(url).host} does not respond.`, { cause })
  })
  if (!answer.ok) throw new ModelError('NOT_FOUND', `${new URL(url).host} returned ${answer.status}.`)
  const { sha256, bytes } = pointer.parse(await answer.text())
  if (sha256 === undefined || bytes === undefined) throw new ModelError('NOT_FOUND', `${url} names no digest.`)
  const file = {
    name: choice.file,
    urls: [`${choice.repository}/resolve/main/${choice.file}`],
    bytes: Number(bytes),
    sha256,
  }
  const folder = dirname(weights)
  const wanted = { folder: basename(folder), files: [file], title: 'language model' }
  await fetchedModel(mirrored(wanted, options.mirror), { ...options, modelsDir: dirname(folder) })
  return { bytes: file.bytes, sha256 }
}

const installed = z.looseObject({ version: z.string() })

/**
 * Installs the package that runs the model, unless it is present. Install scripts are off, because its native code
 * comes in packages of its own.
 */
export async function installRunner({ runner }: LanguageModelFiles, log: (line: string) => void): Promise<void> {
  const manifest = join(runner, 'node_modules', RUNNER.name, 'package.json')
  const text = await readFile(manifest, 'utf8').catch(() => '{}')
  if (installed.safeParse(JSON.parse(text)).data?.version === RUNNER.version) return
  log(`Installing ${RUNNER.name} ${RUNNER.version}.`)
  await mkdir(runner, { recursive: true })
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['install', '--prefix', runner, ...flags, `${RUNNER.name}@${RUNNER.version}`])
}
