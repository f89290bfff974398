import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ROUTES } from '../../lambdas/contract/routes.ts'
import { createTranscribe } from '../ai/transcribe/index.ts'
import { createTranslate } from '../ai/translate.ts'
import { secretValues } from '../aws/secret-values.ts'
import { createSecrets } from '../aws/secrets.ts'
import type { Installation } from '../machine/installation.ts'
import { createSes } from '../mail/index.ts'
import { createSignIn } from '../sign-in/index.ts'
import { readUserPool } from '../sign-in/user-pool.ts'
import type { CloudStorage } from '../storage/index.ts'
import { signInUrl, youtubeUrl } from '../template/host-rules.ts'
import type { HostRewriter } from '../template/hosts.ts'
import type { Assembly } from '../template/index.ts'
import type { Resolver } from '../template/resolve.ts'
import { createToss } from '../toss/index.ts'
import { createYoutube, standsInForYoutube } from '../youtube/index.ts'
import { enginesFor } from './engines.ts'
import type { CloudOptions } from './options.ts'

export interface ServicesOptions {
  cloud: CloudOptions
  assembly: Assembly
  resolver: Resolver
  hosts: HostRewriter
  installation: Installation
  storage: CloudStorage
  siteUrl: string
  awsUrl: string
  now: () => number
  log(line: string): void
  /** What is open is closed by it. */
  opened: AsyncDisposableStack
}

export type CloudServices = Awaited<ReturnType<typeof openServices>>

/** Mail, secrets, speech, translation, sign-in, payment and, where it is stood in for, YouTube. */
export async function openServices(options: ServicesOptions) {
  const { assembly, resolver, hosts, installation, storage, siteUrl, awsUrl, now, log, opened } = options
  const { folder, env } = options.cloud
  const room = async (name: string): Promise<string> => {
    const path = join(folder, name)
    await mkdir(path, { recursive: true })
    return path
  }

  const identities = assembly.ofType('AWS::SES::EmailIdentity').map(resolver.ref)
  const ses = createSes({ folder: await room('mail'), identities: () => identities, now })
  const secrets = createSecrets(secretValues(assembly, resolver, installation, env))

  const engines = await enginesFor(options.cloud, log)
  opened.defer(async () => engines.close?.())
  const transcribe = await createTranscribe({
    engine: engines.speech,
    hasObject: storage.hasObject,
    readObject: storage.objectFile,
    writeObject: (bucket, key, body) => storage.s3.write(bucket, key, [body]),
    folder: await room('transcribe'),
    now,
  })
  opened.defer(transcribe.close)
  const translate = createTranslate({ engine: engines.translation })

  const pool = readUserPool(assembly, resolver, hosts)
  const signIn = pool && (await createSignIn({ pool, folder, issuer: signInUrl(awsUrl), now, log }))
  opened.defer(() => signIn?.close())
  const toss = createToss({
    folder: await room('toss'),
    publicUrl: `${awsUrl}/toss`,
    secretKey: env.SECRET_TOSS ?? '',
    clientKey: env.TOSS_CLIENT_KEY ?? '',
    webhookUrl: `${siteUrl}${ROUTES.paymentWebhook.path}`,
    now,
  })
  opened.defer(toss.close)
  const youtube = standsInForYoutube(env) ? createYoutube(youtubeUrl(awsUrl), options.cloud.youtubeSamples) : undefined
  return { ses, secrets, transcribe, translate, signIn, toss, youtube, engines: () => engines.description }
}
