import { join } from 'node:path'
import { distinguishVoices } from './distinguished-voices.ts'
import type { SpeechEngine } from './engine.ts'
import { type AccessOptions, accessModel, fetchedModel, type ModelAccess } from './models/access.ts'
import {
  ModelError,
  SPEECH_TITLE,
  type SpeechModel,
  TRANSLATION_TITLE,
  type TranslationFile,
  type TranslationModel,
  type TranslationRole,
  VOICES_TITLE,
  type VoiceModel,
} from './models/manifest.ts'
import { discoverModel } from './models/mozilla-records.ts'
import { createMozilla, type MozillaTranslation } from './mozilla.ts'
import { createParakeet } from './parakeet.ts'
import type { TranscriberFiles } from './transcriber.ts'

/** An engine whose model is installed or being downloaded. */
export interface OpenedEngine<Id, Engine> {
  id: Id
  /** Rejects if the model turns out to be unavailable. */
  engine: Promise<Engine & { close(): Promise<void> }>
}

type OpenedSpeech = OpenedEngine<SpeechModel['id'], SpeechEngine>
type OpenedSpeechEngine = OpenedEngine<string, SpeechEngine>

/**
 * Opens the best installed speech model that fits into this machine's memory, else the best one that can be downloaded.
 */
export async function openSpeech(
  models: readonly SpeechModel[],
  memoryBytes: number,
  options: AccessOptions,
): Promise<OpenedSpeech | undefined> {
  const fitting = models.filter(model => model.minimumMemoryBytes <= memoryBytes)
  const accessTo = (model: SpeechModel, download: boolean) =>
    accessModel({ ...model, title: SPEECH_TITLE }, { ...options, download })
  for (const model of fitting) {
    const access = await accessTo(model, false)
    if (access.status !== 'missing') return opened(model, access)
  }
  const [best] = fitting
  const access = best && options.download ? await accessTo(best, true) : undefined
  return best && access && access.status !== 'missing' ? opened(best, access) : undefined
}

function opened(model: SpeechModel, access: Exclude<ModelAccess, { status: 'missing' }>): OpenedSpeech {
  const folder = access.status === 'here' ? Promise.resolve(access.folder) : access.folder
  return { id: model.id, engine: folder.then(folder => openModel(model, folder)) }
}

interface ModelFiles {
  kind: SpeechModel['kind']
  files: readonly { name: string }[]
}

/** Opens a speech model from its files. */
export function openModel(model: ModelFiles, folder: string): ReturnType<typeof createParakeet> {
  return createParakeet({ files: findFiles(model, folder) })
}

function findFiles(model: ModelFiles, folder: string): TranscriberFiles {
  const file = (part: string) => join(folder, model.files.find(({ name }) => name.startsWith(part))?.name ?? part)
  const tokens = file('tokens')
  return model.kind === 'ctc'
    ? { kind: 'ctc', model: file('model'), tokens }
    : { kind: 'transducer', encoder: file('encoder'), decoder: file('decoder'), joiner: file('joiner'), tokens }
}

/** Makes a speech engine distinguish voices if the models for that are installed or can be downloaded. */
export async function withVoiceModels(
  speech: OpenedSpeechEngine | undefined,
  model: VoiceModel,
  options: AccessOptions,
): Promise<OpenedSpeechEngine | undefined> {
  // The download may fail before anything awaits it; without a handler, that would end the process.
  speech?.engine.catch(() => {})
  const access = speech && (await accessModel({ ...model, title: VOICES_TITLE }, options))
  if (!access || access.status === 'missing') return speech
  const files = Promise.resolve(access.folder).then(folder => ({
    segmentation: join(folder, 'segmentation.onnx'),
    embedding: join(folder, 'embedding.onnx'),
  }))
  files.catch(() => {})
  return { ...speech, engine: speech.engine.then(engine => distinguishVoices(engine, files, { log: options.log })) }
}

/**
 * Opens Mozilla's translation model from its pinned files. If its host no longer has them or they do not work, opens
 * the newest model on Mozilla's list.
 */
export async function openTranslation(
  model: TranslationModel,
  options: AccessOptions,
): Promise<OpenedEngine<TranslationModel['id'], MozillaTranslation> | undefined> {
  const access = await accessModel({ ...model, title: TRANSLATION_TITLE }, options)
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
  const access = await accessModel({ folder, files, title: TRANSLATION_TITLE }, { ...options, download: false })
  const place =
    access.status === 'missing'
      ? await fetchedModel({ folder, files, title: TRANSLATION_TITLE }, options)
      : await access.folder
  return workingEngine(files, place)
}

/** @throws {ModelError} UNUSABLE if the files are complete but do not translate */
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
  throw new ModelError('UNUSABLE', `The files in ${folder} do not translate.`)
}
