import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAwsEndpoint } from '../../src/aws/index.ts'
import type { Access, AwsService } from '../../src/aws/service.ts'
import { createS3, type ObjectCreated, type S3Handler, type S3Options } from '../../src/storage/s3/index.ts'

/** An endpoint on a free port for one test, with a folder that is removed with it. */
export interface TestCloud {
  url: string
  folder: string
  s3: S3Handler
  /** Events of created objects. */
  created: ObjectCreated[]
  /** Messages of denied requests. */
  denials: string[]
  /** Accesses that were checked. */
  accesses: (Access & { caller: string })[]
  clock: { now: number }
  /** Client settings of a caller, whose id is the access key. */
  client(caller?: string): ClientSettings
  close(): Promise<void>
}

export interface ClientSettings {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  maxAttempts: number
  forcePathStyle: boolean
}

export interface TestCloudOptions {
  services?: Record<string, AwsService>
  isAllowed?: (caller: string, access: Access) => boolean
  s3?: Partial<S3Options>
  folder?: string
}

export const REGION = 'ap-northeast-2'
const secretOf = (id: string): string | undefined => (id.startsWith('Unknown') ? undefined : `secret-of-${id}`)

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'local-cloud-'))

/** Starts an endpoint with the services and S3. */
export async function startCloud(options: TestCloudOptions = {}): Promise<TestCloud> {
  const folder = options.folder ?? (await temporaryFolder())
  const created: ObjectCreated[] = []
  const denials: string[] = []
  const accesses: (Access & { caller: string })[] = []
  const clock = { now: Date.now() }
  const s3 = createS3({
    folder: join(folder, 's3'),
    secretOf,
    now: () => clock.now,
    onObjectCreated: event => created.push(event),
    corsOf: () => undefined,
    lifecycleOf: () => undefined,
    ...options.s3,
  })
  const endpoint = createAwsEndpoint({
    services: options.services ?? {},
    secretOf,
    s3,
    now: () => clock.now,
    onDenied: message => denials.push(message),
    isAllowed(caller, access) {
      accesses.push({ caller, ...access })
      return options.isAllowed?.(caller, access) ?? true
    },
  })
  const server = createServer((req, res) => void endpoint(req, res))
  const url = await listen(server)
  return {
    url,
    folder,
    s3,
    created,
    denials,
    accesses,
    clock,
    client: (caller = 'UploadFunction') => ({
      endpoint: url,
      region: REGION,
      credentials: { accessKeyId: caller, secretAccessKey: `secret-of-${caller}` },
      maxAttempts: 1,
      forcePathStyle: true,
    }),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await s3.close()
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Listens on a free port of this machine. Returns its URL. */
export async function listen(server: Server): Promise<string> {
  // Node closes a connection after five idle seconds; on a busy machine, a client might use it just then.
  server.keepAliveTimeout = 0
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}
