import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { LocalAws, LocalAwsOptions } from '#local-aws'
import type { LocalBedrock } from '../ai/converse/index.ts'
import type { TranscribeService } from '../ai/transcribe/index.ts'
import type { createTranslate } from '../ai/translate.ts'
import type { EngineDescription, SpeechEngine, TranslationEngine } from '../engines/index.ts'
import type { LocalYoutube } from '../youtube/index.ts'
import type { Samples } from '../youtube/samples.ts'

/** The engines behind Transcribe and Translate. */
export interface CloudEngines {
  speech: SpeechEngine
  translation: TranslationEngine
  description?: EngineDescription
}

type General = Omit<
  LocalAwsOptions,
  'name' | 'kakaoItems' | 'loginHints' | 'texts' | 'hosts' | 'programs' | 'extend' | 'siteFiles'
>

/** Serves the page from its sources, in place of the built one. */
export interface PageServer {
  /** Opens the web socket that notifies browsers of changes. */
  open(siteServer: Server): Promise<void>
  /** Handles a request for a file of the page; resolves to false for any other. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean>
  /** The document that every address gets. */
  document(): Buffer
}

export interface CloudOptions extends General {
  /** Replaces the built page while it is developed. */
  page?: PageServer

  /** Variables of `.env`: values of secrets (SECRET_*), MODELS_DIR and others. */
  env: Record<string, string | undefined>
  /** Replaces the engines that this machine can run. */
  engines?: CloudEngines
  /** Videos that the YouTube stand-in has in addition to its own. */
  youtubeSamples?: Samples
}

/** Jamak, running on this machine. */
export interface Cloud extends LocalAws {
  /** The engines in use, which may change when one falls back to another. */
  engines: EngineDescription | undefined
  services: LocalAws['services'] & {
    transcribe: TranscribeService
    translate: ReturnType<typeof createTranslate>
    bedrock: LocalBedrock
    /** Undefined if the real YouTube is used. */
    youtube: LocalYoutube | undefined
  }
}
