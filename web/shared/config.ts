import type { SiteConfig } from '../../lambdas/contract/site-config.ts'

/**
 * Reads the deployment's settings. Rejects if `/config.json` is missing or invalid, because nothing works without it.
 */
export async function fetchConfig(): Promise<SiteConfig> {
  const response = await fetch('/config.json', { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  const config: unknown = await response.json()
  if (!isSiteConfig(config)) throw new Error('/config.json does not have the settings of this page')
  return config
}

const TEXTS = ['region', 'userPoolId', 'userPoolClientId', 'signInDomain', 'tossClientKey']
const COMPANY_TEXTS = [
  ...['name', 'representative', 'registrationNumber', 'mailOrderNumber', 'address', 'phone', 'email', 'hosting'],
]

/**
 * Whether a value has every setting that the page uses, each of the right type. A simple check suffices, because the
 * deployment that serves the page also writes the file; the contract's schema would add zod, 27 KB, to a guest's first visit.
 */
export function isSiteConfig(value: unknown): value is SiteConfig {
  if (!isRecord(value)) return false
  const { providers, signIn, tossScriptUrl, testPay, youtubeFetch, registers, processing, company, engines } = value
  return (
    haveTexts(value, TEXTS) &&
    areTexts(providers) &&
    (signIn === 'hosted' || signIn === 'local') &&
    (tossScriptUrl === undefined || typeof tossScriptUrl === 'string') &&
    typeof testPay === 'boolean' &&
    typeof youtubeFetch === 'boolean' &&
    areTexts(registers) &&
    isRecord(processing) &&
    typeof processing.optedOut === 'boolean' &&
    (processing.model === undefined || haveTexts(processing.model, ['geography'])) &&
    haveTexts(company, COMPANY_TEXTS) &&
    (engines === undefined || haveTexts(engines, ['speech', 'translation']))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function haveTexts(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.every(name => typeof value[name] === 'string')
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(each => typeof each === 'string')
}
