import { join } from 'node:path'
import { type AccessOptions, accessModel, type ModelAccess } from './models/access.ts'
import type { SpeechModel } from './models/manifest.ts'
import { createParakeet } from './parakeet.ts'
import type { RecognizerFiles } from './speech-messages.ts'

/** A speech engine whose model is here or coming. */
export interface OpenedSpeech {
  id: SpeechModel['id']
  /** Rejects where the model cannot be had after all. */
  engine: Promise<ReturnType<typeof createParakeet>>
}

/**
 * The best speech model that this machine has memory for and that is here; else the best that can be fetched; else none.
 */
export async function openSpeech(
  models: readonly SpeechModel[],
  memoryBytes: number,
  options: AccessOptions,
): Promise<OpenedSpeech | undefined> {
  const fitting = models.filter(model => model.minimumMemoryBytes <= memoryBytes)
  const accessTo = (model: SpeechModel, download: boolean) =>
    accessModel({ ...model, title: '음성 인식 모델' }, { ...options, download })
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
  return { id: model.id, engine: folder.then(folder => createParakeet({ files: filesOf(model, folder) })) }
}

function filesOf(model: SpeechModel, folder: string): RecognizerFiles {
  const file = (part: string) => join(folder, model.files.find(({ name }) => name.startsWith(part))?.name ?? part)
  const tokens = file('tokens')
  return model.kind === 'ctc'
    ? { kind: 'ctc', model: file('model'), tokens }
    : { kind: 'transducer', encoder: file('encoder'), decoder: file('decoder'), joiner: file('joiner'), tokens }
}
