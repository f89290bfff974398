import { join } from 'node:path'
import { type AccessOptions, accessModel, fetched } from './models/access.ts'
import type { TranslationFile, TranslationModel, TranslationRole } from './models/manifest.ts'
import { ModelError } from './models/model-error.ts'
import { discoverModel } from './models/mozilla-records.ts'
import { createMozilla, type MozillaTranslation } from './mozilla.ts'

const TITLE = '번역 모델'

/** A translation engine whose model is here or coming. */
export interface OpenedTranslation {
  id: TranslationModel['id']
  /** Rejects where the model cannot be had after all. */
  engine: Promise<MozillaTranslation>
}

/**
 * Mozilla's model by its pinned files; where its host no longer has them, or no engine works with them, the newest one
 * that Mozilla's list names.
 */
export async function openTranslation(
  model: TranslationModel,
  options: AccessOptions,
): Promise<OpenedTranslation | undefined> {
  const access = await accessModel({ ...model, title: TITLE }, options)
  if (access.status === 'missing') return undefined
  const folder = access.status === 'here' ? Promise.resolve(access.folder) : access.folder
  const pinned = folder.then(folder => workingEngine(model.files, folder))
  return { id: model.id, engine: pinned.catch(error => discovered(model, options, error)) }
}

async function discovered(
  model: TranslationModel,
  options: AccessOptions,
  cause: unknown,
): Promise<MozillaTranslation> {
  const isGone = cause instanceof ModelError && (cause.code === 'NOT_FOUND' || cause.code === 'UNUSABLE')
  if (!isGone || !options.download || options.mirror) throw cause
  const { folder, files } = await discoverModel(model.discovery, options)
  const access = await accessModel({ folder, files, title: TITLE }, { ...options, download: false })
  const place =
    access.status === 'missing'
      ? await fetched(join(options.modelsDir, folder), files, { folder, files, title: TITLE }, options)
      : await access.folder
  return workingEngine(files, place)
}

/** @throws {ModelError} UNUSABLE where the files, though whole, make no translator */
async function workingEngine(files: readonly TranslationFile[], folder: string): Promise<MozillaTranslation> {
  const file = (...roles: TranslationRole[]) =>
    join(folder, files.find(({ role }) => roles.includes(role))?.name ?? roles.join('-'))
  const engine = createMozilla({
    files: {
      model: file('model'),
      sourceVocabulary: file('srcvocab', 'vocab'),
      targetVocabulary: file('trgvocab', 'vocab'),
    },
  })
  if (await engine.works()) return engine
  await engine.close()
  throw new ModelError('UNUSABLE', `The files in ${folder} make no translator.`)
}
