import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { signInOverHttp } from '#local-aws/cognito/sign-in-flow.ts'
import { siteConfig } from '../../lambdas/contract/site-config.ts'
import { readSettings, synthesize } from '../../local/cloud/synthesize.ts'
import { startCloud } from '../../local/cloud.ts'
import { type ApiClient, apiClient } from './api-client.ts'

const ROOT = join(import.meta.dirname, '../..')
const running = z.object({ pid: z.int(), siteUrl: z.string(), awsUrl: z.string() })

/** A running service for the demo. */
export interface Service {
  siteUrl: string
  /** URL of the mailbox: `/mail`. */
  awsUrl: string
  stop(): Promise<void>
}

/** The service that runs on this machine, or one started for this demo in a temporary folder. */
export async function findOrStartService(
  variables: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<Service> {
  const file = join(variables.JAMAK_DATA || join(ROOT, '.jamak'), 'cloud.json')
  if (existsSync(file)) {
    const found = running.parse(JSON.parse(readFileSync(file, 'utf8')))
    if (isAlive(found.pid)) return { ...found, stop: async () => {} }
  }
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'jamak-demo-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const env = await readSettings(ROOT, variables)
  const assembly = join(folder, 'cdk.out')
  console.log('No service is running on this machine: starting one for this demo.')
  await synthesize(ROOT, assembly, env)
  signal.throwIfAborted()
  const cloud = await startCloud({ assembly, folder, port: 0, env, schedules: true, quiet: true })
  opened.defer(cloud.stop)
  signal.throwIfAborted()
  const started = opened.move()
  return { siteUrl: cloud.siteUrl, awsUrl: cloud.awsUrl, stop: () => started.disposeAsync() }
}

/** Signs in a sample user through the hosted page and opens a session, as the page does. */
export async function signInAsSample(service: Service): Promise<{ api: ApiClient; engines: string }> {
  const config = siteConfig.parse(await (await fetch(new URL('/config.json', service.siteUrl))).json())
  const tokens = await signInOverHttp(
    {
      issuer: config.signInDomain,
      clientId: config.userPoolClientId,
      callbackUrl: `${service.siteUrl}/signed-in`,
      scopes: ['openid', 'email', 'profile'],
    },
    { provider: config.providers[0] ?? '', subject: 'demo', name: '김자막', email: 'demo@jamak.example' },
  )
  const api = apiClient(service.siteUrl, tokens.accessToken)
  await api('openSession')
  const { speech, translation } = config.engines ?? { speech: 'Amazon Transcribe', translation: 'Amazon Translate' }
  return { api, engines: `speech: ${speech} · translation: ${translation}` }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
