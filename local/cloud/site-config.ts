import { siteConfig } from '../../lambdas/contract/site-config.ts'
import type { EngineDescription } from '../engines/index.ts'
import { tossUrl } from '../hosts.ts'

/** What the page's config depends on at run time. */
interface LiveServices {
  engines(): EngineDescription | undefined
  youtube: { notice: string } | undefined
  awsUrl: string
}

/**
 * Adds the local sign-in and settings to the page's `config.json`. The engines may change while the service runs, so the
 * file is built for each request and cached until they do. A config with an unknown shape stays as it is.
 */
export function liveSiteConfig(services: () => LiveServices | undefined, toss: boolean): (deployed: Buffer) => Buffer {
  let cached: { key: string; body: Buffer } | undefined
  return deployed => {
    const local = localSettings(services(), toss)
    const key = JSON.stringify(local)
    if (cached?.key === key) return cached.body
    const parsed = siteConfig.safeParse(JSON.parse(deployed.toString()))
    const body = parsed.success ? Buffer.from(JSON.stringify({ ...parsed.data, ...local, signIn: 'local' })) : deployed
    cached = { key, body }
    return body
  }
}

function localSettings(services: LiveServices | undefined, toss: boolean) {
  const { speech, translation, reason } = services?.engines() ?? {}
  const notice = [reason, services?.youtube?.notice].filter(Boolean).join(' ') || undefined
  const engines = speech && translation ? { speech, translation, notice } : undefined
  return { ...(toss && services && { tossScriptUrl: `${tossUrl(services.awsUrl)}/v1/payment-widget` }), engines }
}
