import type { Access } from '#local-aws/aws/service.ts'
import type { SocialAccount } from '#local-aws/cognito/people.ts'
import type { Tokens } from '#local-aws/cognito/sign-in-flow.ts'
import type { EventEntry } from '#local-aws/eventbridge/index.ts'
import type { LocalSes, StoredMail } from '#local-aws/ses/index.ts'
import type { Execution, HistoryEvent } from '#local-aws/step-functions/execution-store.ts'
import type { CloudStorage } from '#local-aws/storage/index.ts'
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

export interface CloudOptions {
  /** Folder of the synthesized application (`cdk.out`). */
  assembly: string
  /** Folder of the data, which survive a restart. */
  folder: string
  /** Port of the site; the next port serves sign-in, mail box, S3 and the other AWS services. 0 takes two free ports. */
  port: number
  /** Variables of `.env`: values of secrets (SECRET_*), MODELS_DIR. */
  env: Record<string, string | undefined>
  /** Replaces the engines that this machine can run. */
  engines?: CloudEngines
  /** Videos that the YouTube stand-in knows in addition to its own. */
  youtubeSamples?: Samples
  /** Milliseconds. */
  clock?: { now(): number }
  /** Prints nothing; `logs()` still has the lines. */
  quiet?: boolean
  /** Whether scheduled rules and clean-up run by the clock. */
  schedules: boolean
  /** Factor on Wait states and on the waits between retries. */
  waitScale?: number
  /** Executions of all functions at once, from which on Lambda throttles: 1000 if not given, 10 in a new account. */
  lambdaConcurrency?: number
  /** Replaces the time limit of the state machines. */
  executionTimeoutSeconds?: number
  /** Whether the API refuses requests beyond the rates of its template. Off by default: a laptop is slower than they are. */
  apiThrottling?: boolean
  /** Called for every permission that a role is asked for and has; `caller` is the logical id of a function or a role. */
  onAccess?: (caller: string, access: Access) => void
}

/** Settings of an SDK client that talks to the local cloud. */
export interface ClientSettings {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  forcePathStyle: boolean
}

/** The synthesized application, running on this machine. */
export interface Cloud {
  siteUrl: string
  /** Origin that stands for every host of AWS; `/mail` is the mail box. */
  awsUrl: string
  region: string
  /** The engines that answer now. */
  engines: EngineDescription | undefined
  stop(): Promise<void>

  /** Newest first. */
  mails(): StoredMail[]
  /** Invokes a function, named by its logical id or the start of it, and gives its result. */
  invoke(logicalIdPrefix: string, event: unknown): Promise<unknown>
  putEvent(event: EventEntry): void
  /** Newest first. */
  executions(): (Execution & { history(): HistoryEvent[] })[]
  /** Runs a scheduled rule now; `name` is its logical id, the start of it, or its physical name. */
  runRule(name: string): Promise<void>
  /** Turns a rule off or on. */
  setRuleEnabled(name: string, enabled: boolean): void
  /** Deletes items and objects that are past their time; `now` is in milliseconds. */
  sweep(now: number): Promise<void>
  /** Settings of an SDK client with the operator's credentials. */
  clientSettings: ClientSettings
  /** An SDK client with the operator's credentials. */
  client<Client>(type: new (settings: ClientSettings) => Client): Client
  /** `Ref` of a resource, named by its logical id or the start of it. */
  physicalName(logicalIdPrefix: string): string
  /** Signs in through the hosted page, as a browser would. */
  signIn(person: SocialAccount): Promise<Tokens>
  /** The last lines of the terminal, oldest first; lines of a function start with its name. */
  logs(): string[]
  services: CloudStorage & {
    ses: LocalSes
    transcribe: TranscribeService
    translate: ReturnType<typeof createTranslate>
    bedrock: LocalBedrock
    /** Undefined if YouTube itself is asked. */
    youtube: LocalYoutube | undefined
  }
}
