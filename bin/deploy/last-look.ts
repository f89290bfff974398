import * as z from 'zod'
import type { Finding } from '../preflight/finding.ts'

const outputsFile = z.object({
  JamakApp: z.object({ SiteUrl: z.url(), Distribution: z.string(), ProviderRedirectUri: z.string() }),
})
const siteConfig = z.object({ userPoolClientId: z.string(), signInDomain: z.string(), providers: z.array(z.string()) })

/** Checks the deployed service as a first visitor would use it: page, settings, API, and each provider's sign-in. */
export async function lastLook(outputs: unknown, fetch: typeof globalThis.fetch): Promise<Finding[]> {
  const { SiteUrl: site, Distribution, ProviderRedirectUri } = outputsFile.parse(outputs).JamakApp
  const visit = async (
    what: string,
    url: string,
    see: (answer: Response) => Promise<Finding['found'] | undefined>,
    next: string,
  ): Promise<Finding> => {
    try {
      const answer = await fetch(url, { redirect: 'manual' })
      const fault = await see(answer)
      return fault === undefined ? { what, state: 'ok', found: url } : { what, state: 'missing', found: fault, next }
    } catch (error) {
      const found = error instanceof Error ? `${url}: ${error.message}` : String(error)
      return { what, state: 'missing', found, next }
    }
  }

  let config: z.infer<typeof siteConfig> | undefined
  const dns = `for a custom domain: a CNAME (or ALIAS) record from it to ${Distribution}`
  const visitPage = (of: string) => visit('Page', `${of}/`, async answer => faultOfPage(answer), dns)
  const atSite = await visitPage(site)
  // Before DNS leads from an own domain to the distribution, the distribution's own name has the page.
  const direct = `https://${Distribution}`
  const atDistribution = atSite.state === 'ok' || direct === site ? undefined : await visitPage(direct)
  const isDnsMissing = atDistribution?.state === 'ok'
  const base = isDnsMissing ? direct : site
  const page: Finding[] = isDnsMissing
    ? [
        { what: 'Domain', state: 'later', found: `${site} does not lead here yet: ${atSite.found}`, next: dns },
        atDistribution,
      ]
    : [atSite]
  const settings = await visit(
    'Settings of the page',
    `${base}/config.json`,
    async answer => {
      const parsed = siteConfig.safeParse(await answer.json())
      config = parsed.data
      return parsed.success ? undefined : 'config.json lacks the sign-in'
    },
    'npx cdk deploy JamakApp',
  )
  const api = await visit(
    'API',
    `${base}/api/me`,
    async answer => (answer.status === 401 ? undefined : `${answer.status} to a visitor, expected 401`),
    'docs/operations.md, ApiFails',
  )
  const signIns = (config?.providers ?? []).map(provider =>
    visit(
      `Sign-in with ${provider}`,
      authorizeUrl(site, config, provider),
      async answer => faultOfSignIn(answer, config?.signInDomain),
      `the secret and client id of ${provider}; its redirect URI is ${ProviderRedirectUri}`,
    ),
  )
  return [...page, settings, api, ...(await Promise.all(signIns))]
}

function faultOfPage(answer: Response): string | undefined {
  if (answer.status !== 200) return `${answer.status}`
  const lacking = ['content-security-policy', 'strict-transport-security'].filter(name => !answer.headers.has(name))
  return lacking.length === 0 ? undefined : `without ${lacking.join(', ')}`
}

function authorizeUrl(site: string, config: z.infer<typeof siteConfig> | undefined, provider: string): string {
  const query = new URLSearchParams({
    client_id: config?.userPoolClientId ?? '',
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${site}/signed-in`,
    identity_provider: provider,
  })
  const domain = config?.signInDomain ?? ''
  return `${/^https?:/.test(domain) ? domain : `https://${domain}`}/oauth2/authorize?${query}`
}

/** Cognito redirects to the provider; a refusal stays on Cognito's host or returns to the page with an error. */
function faultOfSignIn(answer: Response, signInDomain = ''): string | undefined {
  const to = answer.headers.get('location')
  if (answer.status !== 302 || to === null) return `${answer.status} instead of a redirection to the provider`
  const target = new URL(to, `https://${signInDomain}`)
  if (target.host === signInDomain || target.searchParams.has('error'))
    return `refused: ${target.searchParams.get('error_description') ?? target.searchParams.get('error') ?? target.pathname}`
  return undefined
}
