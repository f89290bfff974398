import type { TranscribeService } from '../ai/transcribe/index.ts'
import type { createTranslate } from '../ai/translate.ts'
import type { EngineDescription, SpeechEngine, TranslationEngine } from '../engines/index.ts'
import type { EventEntry } from '../events/index.ts'
import type { LocalSes, StoredMail } from '../mail/index.ts'
import type { SocialAccount } from '../sign-in/people.ts'
import type { Tokens } from '../sign-in/sign-in-flow.ts'
import type { CloudStorage } from '../storage/index.ts'
import type { Execution, HistoryEvent } from '../workflow/execution-store.ts'
import type { LocalYoutube } from '../youtube/index.ts'
import type { Samples } from '../youtube/samples.ts'

/** What stands behind the speech and translation services. */
export interface CloudEngines {
  speech: SpeechEngine
  translation: TranslationEngine
  description?: EngineDescription
}

export interface CloudOptions {
  /** Folder that the synthesis wrote (`cdk.out`). */
  assembly: string
  /** Folder of the data; what is in it survives a restart. */
  folder: string
  /** Port of the site; the one after it serves sign-in, mail box, S3 and the other AWS services. 0: two free ones. */
  port: number
  /** Variables of `.env`: values of secrets (SECRET_*), MODELS_DIR. */
  env: Record<string, string | undefined>
  /** In place of the engines that this machine can run. */
  engines?: CloudEngines
  /** Videos that the YouTube stand-in knows beside its own. */
  youtubeSamples?: Samples
  clock?: { now(): number }
  /** Prints nothing; the lines stay in `logs()`. */
  quiet?: boolean
  /** Whether scheduled rules and clean-up run by the clock. */
  schedules: boolean
  /** Factor on Wait states and on the waits between retries. */
  waitScale?: number
  /** Takes the place of the state machines' own time limit. */
  executionTimeoutSeconds?: number
}

/** How a client of the SDK is made. */
export interface ClientSettings {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  forcePathStyle: boolean
}

/** The synthesized application, running on this machine. */
export interface Cloud {
  siteUrl: string
  /** Origin of everything that is a host of AWS once deployed; `/mail` is the mail box. */
  awsUrl: string
  region: string
  /** Which engines answer. */
  engines: EngineDescription | undefined
  stop(): Promise<void>

  /** Newest first. */
  mails(): StoredMail[]
  /** Result of a function, named by its logical id or the start of it. */
  invoke(logicalIdPrefix: string, event: unknown): Promise<unknown>
  putEvent(event: EventEntry): void
  /** Newest first. */
  executions(): (Execution & { history: HistoryEvent[] })[]
  /** Runs a scheduled rule now: logical id (or the start of it) or name. */
  runRule(name: string): Promise<void>
  /** Switches a rule off or on again. */
  setRuleEnabled(name: string, enabled: boolean): void
  /** Does what is due by lifecycle rules and time to live. */
  sweep(now: number): Promise<void>
  /** A client of the SDK with the operator's credentials. */
  client<Client>(type: new (settings: ClientSettings) => Client): Client
  /** Name that a resource has here (its `Ref`), by its logical id or the start of it. */
  physicalName(logicalIdPrefix: string): string
  /** Signs in over the hosted page, as a browser would. */
  signIn(person: SocialAccount): Promise<Tokens>
  /** The last lines of the terminal, oldest first; functions' lines start with their name. */
  logs(): string[]
  services: CloudStorage & {
    ses: LocalSes
    transcribe: TranscribeService
    translate: ReturnType<typeof createTranslate>
    /** Absent where YouTube itself is asked. */
    youtube: LocalYoutube | undefined
  }
}
