import { type SiteConfig, siteConfig } from '../../lambdas/contract/site-config.ts'

/**
 * Reads the deployment's settings. Rejects if `/config.json` is missing or invalid, because nothing works without it.
 */
export async function fetchConfig(): Promise<SiteConfig> {
  const response = await fetch('/config.json', { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  return siteConfig.parse(await response.json())
}
