import { join } from 'node:path'
import { ModelError, type ModelFile } from './manifest.ts'
import { checkCopy, fetchModel, isComplete, looksComplete } from './store.ts'

/** State of a model: installed, being checked or downloaded in the background, or unavailable. */
export type ModelAccess =
  | { status: 'here'; folder: string }
  | { status: 'coming'; folder: Promise<string> }
  | { status: 'missing' }

export interface AccessOptions {
  /** Folder of all models. */
  modelsDir: string
  /** Whether missing files may be downloaded. */
  download: boolean
  /** URL of a mirror of the models' folder, which replaces the publishers. */
  mirror?: string
  fetch: typeof fetch
  /** Prints a line to the terminal. */
  log(line: string): void
  signal?: AbortSignal
}

/** A model: its folder below the models' folder, its files, and its title in terminal messages. */
interface WantedModel {
  folder: string
  files: readonly ModelFile[]
  title: string
}

/** A host that takes longer to respond counts as unreachable. */
const PROBE_MS = 600

/** Finds a model within a second, whatever the network does. */
export async function accessModel(wanted: WantedModel, options: AccessOptions): Promise<ModelAccess> {
  const folder = join(options.modelsDir, wanted.folder)
  if (await isComplete(folder, wanted.files)) return { status: 'here', folder }
  const model = mirrored(wanted, options.mirror)
  if (await looksComplete(folder, model.files)) return { status: 'coming', folder: checkedModel(model, options) }
  if (!options.download || !(await isReachable(model.files[0]?.urls[0], options))) return { status: 'missing' }
  return { status: 'coming', folder: fetchedModel(model, options) }
}

/**
 * Downloads the missing files of a model. Returns its folder.
 * @throws {ModelError} UNREACHABLE, NOT_FOUND, WRONG_DIGEST
 */
export async function fetchedModel({ folder, files, title }: WantedModel, options: AccessOptions): Promise<string> {
  const path = join(options.modelsDir, folder)
  await fetchModel(path, files, { ...options, title })
  options.log(`The ${title} is ready.`)
  return path
}

async function checkedModel(model: WantedModel, options: AccessOptions): Promise<string> {
  options.log(`Checking the ${model.title}.`)
  const path = join(options.modelsDir, model.folder)
  if (await checkCopy(path, model.files)) return path
  if (options.download) return fetchedModel(model, options)
  throw new ModelError('WRONG_DIGEST', `The files in ${path} are not those of the model.`)
}

/** The model with the mirror's URLs instead of the publishers'. A mirror has unpacked files. */
export function mirrored(model: WantedModel, mirror: string | undefined): WantedModel {
  if (!mirror) return model
  const base = `${mirror.replace(/\/+$/, '')}/${model.folder}`
  const files = model.files.map(file => ({ ...file, packing: undefined, urls: [`${base}/${file.name}`] }))
  return { ...model, files }
}

/** Whether the host responds at all, with any status. */
async function isReachable(url: string | undefined, options: AccessOptions): Promise<boolean> {
  if (!url) return false
  const patience = AbortSignal.timeout(PROBE_MS)
  const signal = options.signal ? AbortSignal.any([patience, options.signal]) : patience
  return options
    .fetch(url, { method: 'HEAD', redirect: 'manual', signal })
    .then(() => true)
    .catch(() => false)
}
