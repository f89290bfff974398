import { type SpeechEngine, type TranslationEngine, unlessStopped } from './engine.ts'
import { MANIFEST, type Manifest } from './models/manifest.ts'
import { openSpeech } from './open-speech.ts'
import { openTranslation } from './open-translation.ts'
import { rehearsalReason } from './rehearsal-reason.ts'
import { createRehearsalSpeech } from './rehearsal-speech.ts'
import { createRehearsalTranslation } from './rehearsal-translation.ts'
import { createStandIn } from './stand-in.ts'

export type { Recognition, SpeechEngine, SpokenWord, TranslationEngine } from './engine.ts'
export { EngineError } from './engine.ts'

/** Which engine stands behind each service. */
export interface EngineDescription {
  speech: 'parakeet-tdt-0.6b-v2' | 'parakeet-tdt-ctc-110m' | 'rehearsal'
  translation: 'mozilla-en-ko' | 'rehearsal'
  /** Why the rehearsal runs: one Korean sentence for the terminal and the page. */
  reason?: string
}

export interface Engines {
  speech: SpeechEngine
  translation: TranslationEngine
  /** As it stands when it is read: a model that is being fetched may turn out not to be had. */
  readonly description: EngineDescription
  close(): Promise<void>
}

export interface EngineOptions {
  /** Folder that keeps the models. */
  modelsDir: string
  /** Whether models may be fetched. */
  download: boolean
  fetch: typeof fetch
  /** A line for the terminal. */
  log(line: string): void
  /** Memory of this machine. */
  memoryBytes: number
  /** `MODELS_DIR`: a copy of the models that is used as it is. `MODELS_URL`: a mirror that is asked instead of the publishers. */
  env?: { MODELS_DIR?: string; MODELS_URL?: string }
  manifest?: Manifest
}

/**
 * The engines that this machine can run, within a second: models that are here, else those that can be fetched (in the
 * background; work waits for them), else the rehearsal.
 */
export async function chooseEngines(options: EngineOptions): Promise<Engines> {
  const { env = process.env, manifest = MANIFEST, log, fetch } = options
  const stop = new AbortController()
  const download = options.download && !env.MODELS_DIR
  const access = {
    modelsDir: env.MODELS_DIR ?? options.modelsDir,
    download,
    mirror: env.MODELS_URL,
    fetch,
    log,
    signal: stop.signal,
  }
  const [openedSpeech, openedTranslation] = await Promise.all([
    openSpeech(manifest.speech, options.memoryBytes, access),
    openTranslation(manifest.translation, access),
  ])
  const notHad = (title: string) => (error: unknown) => {
    if (!stop.signal.aborted) log(`${title}을 쓸 수 없어서 연습 모드로 실행해요: ${String(error)}`)
  }
  const speech = createStandIn(openedSpeech, createRehearsalSpeech(), notHad('음성 인식 모델'))
  const translation = createStandIn(openedTranslation, createRehearsalTranslation(), notHad('번역 모델'))
  return {
    speech: {
      hear: async (file, hearing) => (await unlessStopped(speech.engine(), hearing?.signal)).hear(file, hearing),
    },
    translation: {
      get hasRegisters() {
        return translation.id() === 'rehearsal'
      },
      translate: async (texts, formality) => (await translation.engine()).translate(texts, formality),
    },
    get description() {
      const chosen = { speech: speech.id(), translation: translation.id() }
      const reason = rehearsalReason(chosen.speech === 'rehearsal', chosen.translation === 'rehearsal', download)
      return { ...chosen, ...(reason && { reason }) }
    },
    async close() {
      stop.abort()
      await Promise.all([speech.close(), translation.close()])
    },
  }
}
