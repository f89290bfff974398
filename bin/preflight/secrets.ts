import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import type { Config } from '../../lib/config.ts'
import type { Clients } from './clients.ts'
import { type Answer, isNamed, type Question, type State } from './finding.ts'

/** A secret that the deployment or the running service reads. */
interface ExpectedSecret {
  name: string
  /** CloudFormation passes it to Cognito unchanged; the service trims secrets that it reads itself. */
  isVerbatim: boolean
  /** Whether the deployment fails without it (`missing`) or only a part of the service (`later`). */
  without: State
  /** Describes what is wrong with the value, if anything, without quoting it. */
  fault: (value: string) => string | undefined
}

/** Every secret that this configuration needs. */
function expectedSecrets(config: Config): ExpectedSecret[] {
  const none = () => undefined
  return [
    ...config.providers.map(
      ({ secretName }): ExpectedSecret => ({ name: secretName, isVerbatim: true, without: 'missing', fault: none }),
    ),
    { name: 'jamak/identity', isVerbatim: false, without: 'missing', fault: identityFault },
    { name: 'jamak/toss', isVerbatim: false, without: 'later', fault: tossFault(config) },
    ...(config.firewall
      ? [{ name: 'jamak/origin', isVerbatim: true, without: 'missing' as const, fault: originFault }]
      : []),
    ...(config.youtubeFetch === 'on'
      ? [{ name: 'jamak/youtube', isVerbatim: false, without: 'later' as const, fault: youtubeFault }]
      : []),
    ...(config.youtubeProxySecret
      ? [{ name: config.youtubeProxySecret, isVerbatim: false, without: 'later' as const, fault: proxyFault }]
      : []),
  ]
}

/** Checks that every secret exists and has a plausible value. Values are never printed. */
export function secretQuestions(clients: Clients, config: Config): Question[] {
  return expectedSecrets(config).map(expected => ({
    what: `Secret ${expected.name}`,
    permission: 'secretsmanager:GetSecretValue',
    look: () => lookAt(clients, expected, config.region),
  }))
}

async function lookAt({ secrets }: Clients, expected: ExpectedSecret, region: string): Promise<Answer> {
  const { name, without } = expected
  const aws = (command: string) => `aws secretsmanager ${command} --region ${region}`
  const fromFile = '--secret-string file://value.txt (docs/operations.md, "Secrets": without a trailing newline)'
  try {
    const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: name }))
    const fault = findFault(SecretString ?? '', expected)
    if (fault === undefined) return { state: 'ok', found: 'present' }
    return { ...fault, next: `${aws('put-secret-value')} --secret-id ${name} ${fromFile}` }
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException'))
      return { state: without, found: 'none', next: `${aws('create-secret')} --name ${name} ${fromFile}` }
    if (isNamed(error, 'InvalidRequestException'))
      return { state: without, found: 'scheduled for deletion', next: `${aws('restore-secret')} --secret-id ${name}` }
    throw error
  }
}

function findFault(value: string, { isVerbatim, without, fault }: ExpectedSecret): Answer | undefined {
  if (value.trim() === '') return { state: without, found: 'empty' }
  if (isVerbatim && value !== value.trim())
    return { state: 'missing', found: 'whitespace around the value: Cognito would send it to the provider' }
  const found = fault(value.trim())
  return found === undefined ? undefined : { state: without, found }
}

/** Shorter keys can be guessed: 16 random bytes have 22 characters in base64. */
const SHORTEST_KEY = 22

function identityFault(value: string): string | undefined {
  const keys = value.split(/\s+/)
  if (keys.length > 2) return `${keys.length} keys: at most two are read, the newer first`
  return keys.some(key => key.length < SHORTEST_KEY) ? 'a key is too short: `openssl rand -base64 32`' : undefined
}

function tossFault({ deployment, tossClientKey }: Config): (value: string) => string | undefined {
  return value => {
    const kind = (key: string) => /^(?:test|live)_/.exec(key)?.[0] ?? ''
    if (!/^(?:test|live)_g?sk_/.test(value))
      return 'not a secret key of Toss (test_sk_…, live_sk_…, test_gsk_…, live_gsk_…)'
    if (kind(value) !== kind(tossClientKey)) return 'a test key with a live one: it does not match TOSS_CLIENT_KEY'
    return deployment === 'production' && kind(value) === 'test_' ? 'a test key, which charges nothing' : undefined
  }
}

function originFault(value: string): string | undefined {
  const { value: shown } = parseFields(value)
  return typeof shown === 'string' && shown.length >= 32
    ? undefined
    : 'not JSON {"value": "…"} with at least 32 characters'
}

function youtubeFault(value: string): string | undefined {
  const { apiKey } = parseFields(value)
  return typeof apiKey === 'string' && apiKey !== '' ? undefined : 'not JSON {"apiKey": "…"}'
}

function proxyFault(value: string): string | undefined {
  const { proxy, cookies } = parseFields(value)
  return proxy === undefined && cookies === undefined ? 'not JSON {"proxy": "…", "cookies": "…"}' : undefined
}

/** Fields of a JSON object; none for any other value. */
function parseFields(value: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {}
  } catch {
    return {}
  }
}
