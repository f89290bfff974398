import { join } from 'node:path'
import type { ModelFile } from './manifest.ts'
import { ModelError } from './model-error.ts'
import { checkCopy, fetchModel, isComplete, looksComplete } from './store.ts'

/** Where a model is: here, on its way (checked or fetched in the background), or out of reach. */
export type ModelAccess =
  | { status: 'here'; folder: string }
  | { status: 'coming'; folder: Promise<string> }
  | { status: 'missing' }

export interface AccessOptions {
  /** Folder of all models. */
  modelsDir: string
  /** Whether what is missing may be fetched. */
  download: boolean
  /** A host that mirrors the folder of all models; asked instead of the publishers. */
  mirror?: string
  fetch: typeof fetch
  /** A line for the terminal. */
  log(line: string): void
  signal?: AbortSignal
}

/** A model to be had: its place below the models' folder, its files, and its name in a Korean sentence. */
export interface WantedModel {
  folder: string
  files: readonly ModelFile[]
  title: string
}

/** A host that does not answer by then is taken for out of reach. */
const PROBE_MS = 600

/** Finds a model; answers within a second whatever the network does. */
export async function accessModel(model: WantedModel, options: AccessOptions): Promise<ModelAccess> {
  const folder = join(options.modelsDir, model.folder)
  if (await isComplete(folder, model.files)) return { status: 'here', folder }
  const files = mirrored(model, options.mirror)
  if (await looksComplete(folder, files)) return { status: 'coming', folder: checked(folder, files, model, options) }
  if (!options.download || !(await isReachable(files[0]?.urls[0], options))) return { status: 'missing' }
  return { status: 'coming', folder: fetched(folder, files, model, options) }
}

/** Fetches the model whatever stands in its folder. */
export async function fetched(
  folder: string,
  files: readonly ModelFile[],
  model: WantedModel,
  options: AccessOptions,
): Promise<string> {
  await fetchModel(folder, files, { ...options, title: model.title })
  options.log(`${model.title}이 준비됐어요.`)
  return folder
}

async function checked(
  folder: string,
  files: readonly ModelFile[],
  model: WantedModel,
  options: AccessOptions,
): Promise<string> {
  options.log(`${model.title}을 확인하고 있어요.`)
  if (await checkCopy(folder, files)) return folder
  if (options.download) return fetched(folder, files, model, options)
  throw new ModelError('WRONG_DIGEST', `The files in ${folder} are not those of the model.`)
}

function mirrored({ folder, files }: WantedModel, mirror: string | undefined): readonly ModelFile[] {
  if (!mirror) return files
  const base = `${mirror.replace(/\/+$/, '')}/${folder}`
  return files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256, urls: [`${base}/${name}`] }))
}

/** Whether the host answers at all; what it answers is the download's business. */
async function isReachable(url: string | undefined, { fetch, signal }: AccessOptions): Promise<boolean> {
  if (!url) return false
  const patience = AbortSignal.timeout(PROBE_MS)
  return fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: signal ? AbortSignal.any([patience, signal]) : patience,
  })
    .then(() => true)
    .catch(() => false)
}
