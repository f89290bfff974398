import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type AccessOptions, fetchedModel, mirrored } from './access.ts'
import type { DownloadOptions } from './download.ts'
import {
  type Manifest,
  ModelError,
  type ModelFile,
  SPEECH_TITLE,
  type SpeechModel,
  TRANSLATION_TITLE,
  VOICES_TITLE,
} from './manifest.ts'
import { discoverModel } from './mozilla-records.ts'
import { checkCopy, isComplete, looksComplete } from './store.ts'

export interface FetchModelsOptions extends AccessOptions, Pick<DownloadOptions, 'rest'> {
  manifest: Manifest
  /** Memory of this machine, which determines the speech model. */
  memoryBytes: number
  /** Fetches every speech model, not only the one for this machine, for use as a mirror. */
  all?: boolean
  /** Checks the installed files and downloads nothing. */
  checkOnly?: boolean
}

/** Result for a model: `ready` with every digest checked, or why it is missing. */
export interface ModelReport {
  id: string
  licence: string
  source: string
  folder: string
  bytes: number
  failure?: ModelError
}

interface Wanted extends Pick<SpeechModel, 'licence' | 'source' | 'folder'> {
  id: string
  files: readonly ModelFile[]
}

/** Fetches the models for this machine and checks the digest of every file, including those that were already there. */
export async function fetchModels(options: FetchModelsOptions): Promise<ModelReport[]> {
  const { manifest, memoryBytes } = options
  const fitting = manifest.speech.filter(model => options.all || model.minimumMemoryBytes <= memoryBytes)
  const speech = options.all ? fitting : fitting.slice(0, 1)
  const reports: ModelReport[] = []
  for (const model of speech) reports.push(await report(model, SPEECH_TITLE, options))
  const { translation, voices } = manifest
  reports.push(await report(voices, VOICES_TITLE, options))
  const pinned = await report(translation, TRANSLATION_TITLE, options)
  const isGone = pinned.failure?.code === 'NOT_FOUND' && !options.mirror && !options.checkOnly
  reports.push(isGone ? await newest(manifest, options) : pinned)
  return reports
}

/** The newest model on Mozilla's list, if the pinned one is no longer offered. */
async function newest(manifest: Manifest, options: FetchModelsOptions): Promise<ModelReport> {
  const { id, licence, source, folder, discovery } = manifest.translation
  try {
    const found = await discoverModel(discovery, options)
    return await report({ id, licence, source, folder: found.folder, files: found.files }, TRANSLATION_TITLE, options)
  } catch (error) {
    if (error instanceof ModelError) return { id, licence, source, folder, bytes: 0, failure: error }
    throw error
  }
}

async function report(wanted: Wanted, title: string, options: FetchModelsOptions): Promise<ModelReport> {
  const { id, licence, source, files } = wanted
  const folder = join(options.modelsDir, wanted.folder)
  const about = { id, licence, source, folder, bytes: files.reduce((sum, file) => sum + file.bytes, 0) }
  try {
    if (options.checkOnly) await check(folder, files)
    else {
      await requireSpace(folder, files)
      await fetchedModel(mirrored({ folder: wanted.folder, files, title }, options.mirror), options)
    }
    return about
  } catch (error) {
    if (error instanceof ModelError) return { ...about, failure: error }
    throw error
  }
}

/** @throws {ModelError} NOT_FOUND, WRONG_DIGEST */
async function check(folder: string, files: readonly ModelFile[]): Promise<void> {
  if (!(await looksComplete(folder, files))) throw new ModelError('NOT_FOUND', `${folder} does not hold the model.`)
  if (await checkCopy(folder, files)) return
  throw new ModelError('WRONG_DIGEST', `The files in ${folder} are not those of the model.`)
}

/**
 * Reports a disk that is too small before the first byte, not after half an hour.
 * @throws {ModelError} NO_SPACE
 */
async function requireSpace(folder: string, files: readonly ModelFile[]): Promise<void> {
  if (await isComplete(folder, files)) return
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  const largest = Math.max(...files.map(({ bytes }) => bytes))
  if (bavail * bsize < largest)
    throw new ModelError('NO_SPACE', `${folder} needs ${Math.ceil(largest / 1e6)} MB, and the disk has less.`)
}
