import { mkdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { homedir, totalmem } from 'node:os'
import { join } from 'node:path'
import { createAwsEndpoint } from '#local-aws/aws/index.ts'
import { createSecrets, secretValues } from '#local-aws/aws/secrets.ts'
import type { Access } from '#local-aws/aws/service.ts'
import { createCognitoIdp } from '#local-aws/cognito/cognito-idp.ts'
import { createSignIn } from '#local-aws/cognito/index.ts'
import { readUserPool } from '#local-aws/cognito/user-pool.ts'
import type { Installation } from '#local-aws/machine/installation.ts'
import type { Handler } from '#local-aws/machine/servers.ts'
import { createSes } from '#local-aws/ses/index.ts'
import { createStepFunctionsApi } from '#local-aws/step-functions/api.ts'
import type { StepFunctions } from '#local-aws/step-functions/index.ts'
import type { CloudStorage } from '#local-aws/storage/index.ts'
import { type HostRewriter, signInUrl, tossUrl, youtubeUrl } from '#local-aws/template/hosts.ts'
import type { Assembly } from '#local-aws/template/index.ts'
import type { Resolver } from '#local-aws/template/resolve.ts'
import { ROUTES } from '../../lambdas/contract/routes.ts'
import { createBedrock } from '../ai/converse/index.ts'
import { createModelServer } from '../ai/converse/model-server.ts'
import { createRehearsalModel } from '../ai/converse/rehearsal-model.ts'
import { createTranscribe } from '../ai/transcribe/index.ts'
import { createTranslate } from '../ai/translate.ts'
import { chooseEngines, type Engines } from '../engines/index.ts'
import { createToss } from '../toss/index.ts'
import { createYoutube, standsInForYoutube } from '../youtube/index.ts'
import type { CloudOptions } from './options.ts'

/** Consent items that every application at Kakao may switch on; e-mail needs a business application. */
const NEW_KAKAO_APPLICATION = 'profile_nickname,profile_image'

/** What the services are made of. */
interface ServicesOptions {
  cloud: CloudOptions
  assembly: Assembly
  resolver: Resolver
  hosts: HostRewriter
  installation: Installation
  storage: CloudStorage
  siteUrl: string
  awsUrl: string
  /** Milliseconds. */
  now: () => number
  log(line: string): void
  /** Closes the services. */
  opened: AsyncDisposableStack
}

type CloudServices = Awaited<ReturnType<typeof openServices>>

/** Opens mail, secrets, speech, translation, sign-in, payment and, where a stand-in plays it, YouTube. */
export async function openServices(options: ServicesOptions) {
  const { assembly, resolver, hosts, storage, siteUrl, awsUrl, now, log, opened } = options
  const { folder, env } = options.cloud
  const dataFolder = async (name: string): Promise<string> => {
    const path = join(folder, name)
    await mkdir(path, { recursive: true })
    return path
  }

  const identities = assembly.ofType('AWS::SES::EmailIdentity').map(resolver.ref)
  const ses = createSes({ folder: await dataFolder('mail'), identities: () => identities, now })
  const secrets = createSecrets(secretValues(assembly, resolver, env))

  const engines = await enginesFor(options.cloud, log)
  opened.defer(async () => engines.close?.())
  const transcribe = await createTranscribe({
    engine: engines.speech,
    hasObject: storage.hasObject,
    readObject: storage.objectFile,
    writeObject: (bucket, key, body) => storage.s3.write(bucket, key, [body]),
    folder: await dataFolder('transcribe'),
    now,
  })
  opened.defer(transcribe.close)
  const translate = createTranslate({ engine: engines.translation })
  const server = modelServer(env)
  const bedrock = createBedrock(
    server ? createModelServer({ ...server, fetch }) : createRehearsalModel(engines.translation),
  )

  const pool = readUserPool(assembly, resolver, hosts)
  const kakaoItems = (env.KAKAO_CONSENT_ITEMS || NEW_KAKAO_APPLICATION).split(/[\s,]+/)
  const signIn = pool && (await createSignIn({ pool, folder, issuer: signInUrl(awsUrl), kakaoItems, now, log }))
  opened.defer(() => signIn?.close())
  const toss = createToss({
    folder: await dataFolder('toss'),
    publicUrl: tossUrl(awsUrl),
    // What an operator wrote into Secrets Manager may end with a line end; the key at Toss does not.
    secretKey: (env.SECRET_TOSS ?? '').trim(),
    clientKey: env.TOSS_CLIENT_KEY ?? '',
    webhookUrl: `${siteUrl}${ROUTES.paymentWebhook.path}`,
    now,
  })
  opened.defer(toss.close)
  const youtube = standsInForYoutube(env) ? createYoutube(youtubeUrl(awsUrl), options.cloud.youtubeSamples) : undefined
  return { ses, secrets, transcribe, translate, bedrock, signIn, toss, youtube, engines: () => engines.description }
}

/** The OpenAI-compatible server that answers for Bedrock, where one is set. */
function modelServer(
  env: Record<string, string | undefined>,
): { url: string; model: string; key?: string } | undefined {
  const { MODEL_SERVER_URL: url, MODEL_SERVER_MODEL: model = '', MODEL_SERVER_KEY: key } = env
  return url ? { url, model, ...(key && { key }) } : undefined
}

/** The engines in the options, or else the best that this machine can run. */
async function enginesFor(
  { engines, env }: CloudOptions,
  log: (line: string) => void,
): Promise<Partial<Engines> & Pick<Engines, 'speech' | 'translation'>> {
  if (engines) return engines
  return chooseEngines({
    modelsDir: join(homedir(), '.cache', 'jamak', 'models'),
    env,
    download: env.MODELS_DOWNLOAD !== 'off',
    fetch,
    log,
    memoryBytes: totalmem(),
    hasModelServer: modelServer(env) !== undefined,
  })
}

interface OriginOptions {
  services: CloudServices
  storage: CloudStorage
  stepFunctions: StepFunctions
  /** The API at its own address. */
  api: Handler
  installation: Installation
  isAllowed(caller: string, access: Access): boolean
  /** Milliseconds. */
  now: () => number
  log(line: string): void
}

/**
 * The second origin. A signed request is a call of AWS. The first segment of any other path selects the pages of
 * sign-in, mail, Toss or YouTube, or the API at its own address; other paths are objects of S3.
 */
export function createOrigin({ services, storage, ...options }: OriginOptions): Handler {
  const { ses, secrets, transcribe, translate, bedrock, signIn, toss, youtube } = services
  const endpoint = createAwsEndpoint({
    services: {
      dynamodb: storage.dynamoDb,
      states: createStepFunctionsApi(options.stepFunctions),
      ses,
      secretsmanager: secrets,
      transcribe,
      translate,
      bedrock,
      ...(signIn && { 'cognito-idp': createCognitoIdp(signIn) }),
    },
    secretOf: options.installation.secretOf,
    isAllowed: options.isAllowed,
    s3: storage.s3,
    now: options.now,
    onDenied: message => options.log(`Denied: ${message}`),
  })
  return async (req, res) => {
    const isSigned = req.headers.authorization?.startsWith('AWS4-')
    const first = isSigned ? undefined : (req.url ?? '/').split(/[/?]/)[1]
    if (first === 'sign-in' && signIn) return signIn.handle(req, res)
    if (first === 'mail') return ses.page(req, res)
    if (first === 'execute-api') return options.api(withoutFirst(req), res)
    if (first === 'youtube' && youtube) return youtube.handle(req, res)
    if (first === 'toss' && (await toss.handle(req, res))) return
    await endpoint(req, res)
  }
}

/** The request without the first segment of its path. */
function withoutFirst(req: IncomingMessage): IncomingMessage {
  req.url = (req.url ?? '/').replace(/^\/[^/?]*/, '') || '/'
  return req
}
