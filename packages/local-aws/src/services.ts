import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { createAwsEndpoint } from './aws/index.ts'
import { createSecrets, secretValues } from './aws/secrets.ts'
import type { Access } from './aws/service.ts'
import { createCognitoIdp } from './cognito/cognito-idp.ts'
import { createSignIn, type LoginHints } from './cognito/index.ts'
import { readUserPool } from './cognito/user-pool.ts'
import type { Installation } from './machine/installation.ts'
import type { Handler } from './machine/servers.ts'
import type { Extension, LocalAwsOptions } from './options.ts'
import { createSes } from './ses/index.ts'
import { createStepFunctionsApi } from './step-functions/api.ts'
import type { StepFunctions } from './step-functions/index.ts'
import type { CloudStorage } from './storage/index.ts'
import { type HostRewriter, signInUrl } from './template/hosts.ts'
import type { Assembly } from './template/index.ts'
import type { Resolver } from './template/resolve.ts'

interface ServicesOptions {
  assembly: Assembly
  resolver: Resolver
  hosts: HostRewriter
  /** Folder of all data. */
  folder: string
  dataFolder(name: string): Promise<string>
  /** Variables that hold the values of secrets. */
  env: Record<string, string | undefined>
  kakaoItems: string[]
  loginHints: LoginHints
  texts: NonNullable<LocalAwsOptions['texts']>
  awsUrl: string
  /** Milliseconds. */
  now: () => number
  log(line: string): void
  /** Closes the services. */
  opened: AsyncDisposableStack
}

type Services = Awaited<ReturnType<typeof openServices>>

const identitySchema = z.object({
  ConfigurationSetAttributes: z.object({ ConfigurationSetName: z.string() }).optional(),
})

/** Opens SES, Secrets Manager and, if the template has a user pool, sign-in. */
export async function openServices({
  assembly,
  resolver,
  hosts,
  folder,
  env,
  awsUrl,
  now,
  log,
  texts,
  ...options
}: ServicesOptions) {
  const identities = assembly.ofType('AWS::SES::EmailIdentity').map(resource => ({
    name: resolver.ref(resource),
    configurationSet: resolver.read(resource, identitySchema).ConfigurationSetAttributes?.ConfigurationSetName,
  }))
  const ses = createSes({
    folder: await options.dataFolder('mail'),
    identities: () => identities,
    texts: texts.mailbox,
    now,
  })
  const secrets = createSecrets(secretValues(assembly, resolver, env))
  const pool = readUserPool(assembly, resolver, hosts)
  const issuer = signInUrl(awsUrl)
  const signIn = pool && (await createSignIn({ ...options, pool, folder, issuer, texts: texts.signIn, now, log }))
  options.opened.defer(() => signIn?.close())
  return { ses, secrets, signIn }
}

interface OriginOptions {
  services: Services
  extension: Extension
  storage: CloudStorage
  stepFunctions: StepFunctions
  /** The API at its own address, not behind the distribution. */
  api: Handler
  installation: Installation
  isAllowed(caller: string, access: Access): boolean
  /** Milliseconds. */
  now: () => number
  log(line: string): void
}

/**
 * Handles requests to the second origin. A signed request is a call of an AWS service. Otherwise the first segment of
 * the path selects the pages of sign-in, the mailbox or the extension, or the API at its own address. All other paths
 * are S3 objects.
 */
export function createOrigin({ services, extension, storage, ...options }: OriginOptions): Handler {
  const { ses, secrets, signIn } = services
  const endpoint = createAwsEndpoint({
    services: {
      dynamodb: storage.dynamoDb,
      states: createStepFunctionsApi(options.stepFunctions),
      ses,
      secretsmanager: secrets,
      ...(signIn && { 'cognito-idp': createCognitoIdp(signIn) }),
      ...extension.services,
    },
    secretOf: options.installation.secretOf,
    isAllowed: options.isAllowed,
    s3: storage.s3,
    now: options.now,
    onDenied: message => options.log(`Denied: ${message}`),
  })
  const pages = new Map<string, (...request: Parameters<Handler>) => Promise<unknown>>([
    ['mail', (req, res) => Promise.resolve(ses.page(req, res))],
    ['execute-api', (req, res) => options.api(withoutFirstSegment(req), res)],
    ...Object.entries(extension.pages ?? {}),
  ])
  if (signIn) pages.set('sign-in', (req, res) => Promise.resolve(signIn.handle(req, res)))
  return async (req, res) => {
    const isSigned = req.headers.authorization?.startsWith('AWS4-')
    const page = isSigned ? undefined : pages.get((req.url ?? '/').split(/[/?]/)[1] ?? '')
    if (page && (await page(req, res)) !== false) return
    await endpoint(req, res)
  }
}

function withoutFirstSegment(req: IncomingMessage): IncomingMessage {
  req.url = (req.url ?? '/').replace(/^\/[^/?]*/, '') || '/'
  return req
}
