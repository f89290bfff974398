import type { Server } from 'node:http'
import type { Access, AwsService } from './aws/service.ts'
import type { Tokens } from './cognito/sign-in-flow.ts'
import type { SignInTexts } from './cognito/texts.ts'
import type { SocialAccount } from './cognito/users.ts'
import type { EventEntry } from './eventbridge/index.ts'
import type { Handler } from './machine/servers.ts'
import type { LocalSes, StoredEmail } from './ses/index.ts'
import type { MailboxTexts } from './ses/texts.ts'
import type { Execution, HistoryEvent } from './step-functions/execution-store.ts'
import type { CloudStorage } from './storage/index.ts'
import type { HostRule } from './template/hosts.ts'

export interface LocalAwsOptions {
  /** Folder of the synthesized application (`cdk.out`). */
  assembly: string
  /** Folder of the data, which survives a restart. */
  folder: string
  /**
   * Port of the site. The next port serves sign-in, mailbox, S3 and all other AWS services. 0 chooses two free ports.
   */
  port: number
  /** Name of the application in messages. */
  name?: string
  /** Variables that hold the values of secrets: `SECRET_PAYMENT_KEY` is the value of `shop/payment-key`. */
  env?: Record<string, string | undefined>
  /** Consent items enabled at Kakao, if the user pool has that provider. Default: those of a new application. */
  kakaoItems?: string[]
  /** Accounts by `login_hint`: a sign-in with that hint uses the account at once, without a page. */
  loginHints?: Record<string, Omit<SocialAccount, 'provider'>>
  /** Texts of the sign-in pages and of the mailbox. Default: English. */
  texts?: { signIn: SignInTexts; mailbox: MailboxTexts }
  /** Hosts of partners to replace. `awsUrl` is the origin of all AWS services. */
  hosts?: (awsUrl: string) => HostRule[]
  /** Folder to load a function from, in place of its bundle's in the assembly, while it is developed. */
  codeFolder?: (bundle: string) => string
  /** Folders of programs that the functions find on their PATH. */
  programs?: string[]
  /** Adds services and pages. Called once, after storage is open. */
  extend?: (context: ExtensionContext) => Promise<Extension>
  /**
   * Files of the site that depend on this machine, by path. Each function returns what to serve for the deployed
   * content.
   */
  siteFiles?: Record<string, (deployed: Buffer) => Buffer>
  /** Milliseconds since the epoch. */
  clock?: { now(): number }
  /** Prints nothing; `logs()` still has the lines. */
  quiet?: boolean
  /** Whether scheduled rules and clean-up run by the clock. */
  schedules: boolean
  /** Scales Wait states and the delays between retries. */
  waitScale?: number
  /** Concurrent executions at which Lambda throttles. Default: 1000; a new AWS account has 10. */
  lambdaConcurrency?: number
  /** Time limit in seconds of the state machine with this name; undefined leaves the template's. */
  timeLimit?: (machine: string) => number | undefined
  /**
   * Whether the API throttles at the rates of its template. Off by default, because a laptop is slower than those
   * rates.
   */
  apiThrottling?: boolean
  /** Called for each permission check that succeeds; `caller` is the logical id of a function or a role. */
  onAccess?: (caller: string, access: Access) => void
}

/** What an extension can use. */
export interface ExtensionContext {
  siteUrl: string
  /** The site's server, for web sockets of an extension. */
  siteServer: Server
  /** Origin of all AWS services. */
  awsUrl: string
  storage: CloudStorage
  putEvent(event: EventEntry): void
  /** Creates a folder for data that survives a restart. */
  dataFolder(name: string): Promise<string>
  /** Milliseconds since the epoch. */
  now: () => number
  log(line: string): void
}

export interface Extension {
  /** Further AWS services, by the signing name of their requests: `transcribe`. */
  services?: Record<string, AwsService>
  /** Pages by the first segment of their path at `awsUrl`. A page that resolves to false leaves the request to S3. */
  pages?: Record<string, (...request: Parameters<Handler>) => Promise<unknown>>
  /** Handles requests to the site before its distribution does. Resolves to false to leave a request to the distribution. */
  site?: (...request: Parameters<Handler>) => Promise<boolean>
  close?(): Promise<void> | void
}

/** Settings of an SDK client for the local services. */
export interface ClientSettings {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  forcePathStyle: boolean
}

/** A synthesized application running on this machine. */
export interface LocalAws {
  siteUrl: string
  /** Origin of every AWS host. `/mail` is the mailbox. */
  awsUrl: string
  region: string
  stop(): Promise<void>

  /** Newest first. */
  emails(): StoredEmail[]
  /** Makes the functions of these folders load their code again before the next event. */
  reloadFunctions(folders: ReadonlySet<string>): void
  /** Invokes a function, named by its logical id or a prefix of it, and returns its result. */
  invoke(logicalIdPrefix: string, event: unknown): Promise<unknown>
  putEvent(event: EventEntry): void
  /** Newest first. */
  executions(): (Execution & { history(): HistoryEvent[] })[]
  /** Runs a scheduled rule now. `name` is a prefix of its logical id, or its physical name. */
  runRule(name: string): Promise<void>
  setRuleEnabled(name: string, enabled: boolean): void
  /** Deletes expired items and objects; `now` is in milliseconds. */
  sweep(now: number): Promise<void>
  /** Settings of an SDK client with the operator's credentials. */
  clientSettings: ClientSettings
  /** Creates an SDK client with the operator's credentials. */
  client<Client>(type: new (settings: ClientSettings) => Client): Client
  /** `Ref` of a resource, named by its logical id or a prefix of it. */
  physicalName(logicalIdPrefix: string): string
  /** Signs in through the hosted page, as a browser would. */
  signIn(account: SocialAccount): Promise<Tokens>
  /** The last log lines, oldest first. A function's lines start with its name. */
  logs(): string[]
  services: CloudStorage & { ses: LocalSes }
}
