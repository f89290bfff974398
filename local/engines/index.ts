import { type SpeechEngine, type TranslationEngine, unlessStopped } from './engine.ts'
import type { AccessOptions } from './models/access.ts'
import { MANIFEST, type Manifest } from './models/manifest.ts'
import { type OpenedEngine, openSpeech, openTranslation, withVoiceModels } from './open-engines.ts'
import { withRecordedKorean } from './recordings.ts'
import { createRehearsalSpeech } from './rehearsal-speech.ts'
import { createRehearsalTranslation } from './rehearsal-translation.ts'
import { createServerSpeech } from './server-speech.ts'
import type { Server } from './servers.ts'

export type { SpeechEngine, SpokenWord, Transcription, TranslationEngine } from './engine.ts'
export { EngineError } from './engine.ts'

/** The engine behind each service. */
export interface EngineDescription {
  speech: string
  translation: string
  /** One Korean sentence for the page that explains the rehearsal; absent if there is none. */
  reason?: string
}

export interface Engines {
  speech: SpeechEngine
  translation: TranslationEngine
  /** Current state. A model that is being downloaded may still turn out to be unavailable. */
  readonly description: EngineDescription
  close(): Promise<void>
}

export interface EngineOptions {
  /** Folder that keeps the models. */
  modelsDir: string
  /** Whether models may be downloaded. */
  download: boolean
  fetch: typeof fetch
  /** Prints a line to the terminal. */
  log(line: string): void
  /** Transcription servers that take the place of the speech model, the preferred one first. */
  speechServers?: Server[]
  /** Name of the language model of a server that translates; the translation engine is then only a fallback. */
  modelServer?: string
  /** Memory of this machine. */
  memoryBytes: number
  /** `MODELS_DIR`: a copy of the models, used as it is. `MODELS_URL`: a mirror that replaces the publishers. */
  env?: { MODELS_DIR?: string; MODELS_URL?: string }
  manifest?: Manifest
}

/**
 * Chooses the engines that this machine can run, within a second: models that are installed; else models that can be
 * downloaded, which happens in the background while work waits; else the rehearsal.
 */
export async function chooseEngines(options: EngineOptions): Promise<Engines> {
  const { env = process.env, manifest = MANIFEST, log } = options
  const stop = new AbortController()
  const download = options.download && !env.MODELS_DIR
  const access = {
    modelsDir: env.MODELS_DIR ?? options.modelsDir,
    download,
    mirror: env.MODELS_URL,
    fetch: options.fetch,
    log,
    signal: stop.signal,
  }
  const [openedSpeech, openedTranslation] = await Promise.all([
    openSpeechEngine(options, manifest, access),
    openTranslation(manifest.translation, access),
  ])
  const onFailure = (title: string) => (error: unknown) => {
    if (!stop.signal.aborted) log(`The ${title} is unavailable, so a rehearsal takes its place: ${String(error)}`)
  }
  const rehearsalSpeech = createRehearsalSpeech({ knowsSamples: true })
  const speech = orRehearsal(openedSpeech, rehearsalSpeech, onFailure('speech model'))
  const translation = orRehearsal(
    openedTranslation,
    withRecordedKorean(createRehearsalTranslation()),
    onFailure('translation model'),
  )
  return {
    speech: {
      async transcribe(file, callOptions) {
        const engine = await unlessStopped(speech.engine, callOptions?.signal)
        const transcribed = await engine.transcribe(file, callOptions)
        return { ...transcribed, ...(speech.id() !== 'rehearsal' && { engine: speech.id() }) }
      },
    },
    translation: {
      get hasRegisters() {
        return translation.id() === 'rehearsal'
      },
      translate: async (texts, formality) => (await translation.engine).translate(texts, formality),
    },
    get description() {
      const chosen: EngineDescription = {
        speech: speech.id(),
        translation: options.modelServer ?? translation.id(),
      }
      const reason = rehearsalReason(chosen)
      return { ...chosen, ...(reason && { reason }) }
    },
    async close() {
      stop.abort()
      await Promise.all([speech.close(), rehearsalSpeech.close(), translation.close()])
    },
  }
}

/** The servers or the model that transcribe, with the models that distinguish voices. */
async function openSpeechEngine(
  { speechServers, memoryBytes }: EngineOptions,
  { speech, voices }: Manifest,
  access: AccessOptions,
): Promise<OpenedEngine<string, SpeechEngine> | undefined> {
  return withVoiceModels(openServer(speechServers) ?? (await openSpeech(speech, memoryBytes, access)), voices, access)
}

/** The engine of the transcription servers, if there are any; undefined otherwise. */
function openServer(servers: Server[] = []): OpenedEngine<string, SpeechEngine> | undefined {
  const [first] = servers
  return first && { id: first.model || 'speech-server', engine: Promise.resolve(createServerSpeech(servers)) }
}

/** Opens an engine, or the rehearsal if there is none or it turns out to be unavailable. */
function orRehearsal<Id extends string, Engine>(
  opened: OpenedEngine<Id, Engine> | undefined,
  rehearsal: Engine,
  onFailure: (error: unknown) => void,
) {
  let isRehearsal = opened === undefined
  const engine: Promise<Engine> = opened
    ? opened.engine.catch((error: unknown) => {
        isRehearsal = true
        onFailure(error)
        return rehearsal
      })
    : Promise.resolve(rehearsal)
  return {
    id: (): Id | 'rehearsal' => (opened && !isRehearsal ? opened.id : 'rehearsal'),
    engine,
    async close() {
      await engine
      await opened?.engine.then(one => one.close()).catch(() => {})
    },
  }
}

/** What the rehearsal shows instead of real subtitles, for visitors of the page. */
function rehearsalReason({ speech, translation }: EngineDescription): string | undefined {
  if (speech === 'rehearsal' && translation === 'rehearsal')
    return '예시 영상은 미리 기록한 자막을, 다른 영상은 연습용 문장을 보여 드려요.'
  if (speech === 'rehearsal') return '예시 영상은 미리 기록한 말을, 다른 영상은 연습용 문장을 번역해요.'
  if (translation === 'rehearsal') return '예시 영상이 아니면 번역 대신 연습용 문장을 보여 드려요.'
  return undefined
}
