import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { SocialAccount } from './users.ts'

export interface Tokens {
  accessToken: string
  idToken: string
  refreshToken: string
}

const tokenResponse = z.object({ access_token: z.string(), id_token: z.string(), refresh_token: z.string() })

/** Signs in as a browser does: authorization request, hosted page, code with PKCE, tokens. */
export async function signInOverHttp(
  {
    issuer,
    clientId,
    callbackUrl,
    scopes,
  }: { issuer: string; clientId: string; callbackUrl: string; scopes: string[] },
  account: SocialAccount,
): Promise<Tokens> {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callbackUrl,
    response_type: 'code',
    scope: scopes.join(' '),
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    identity_provider: account.provider,
  })
  const browser = createBrowser()
  const hosted = await browser(`${issuer}/oauth2/authorize?${query}`)
  const form = {
    provider: account.provider,
    subject: account.subject,
    name: account.name,
    email: account.email,
    verified: account.verified,
  }
  const filled = new URLSearchParams()
  for (const [name, value] of Object.entries(form)) if (value !== undefined) filled.append(name, String(value))
  let next = await browser(hosted, filled)
  while (!next.startsWith(callbackUrl)) next = await browser(next)
  const back = new URL(next).searchParams
  const code = back.get('code')
  if (!code) throw new Error(`The sign-in returned no code: ${back.get('error_description')}`)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: callbackUrl,
    code,
    code_verifier: verifier,
  })
  const answer = await fetch(`${issuer}/oauth2/token`, { method: 'POST', body })
  const tokens = tokenResponse.parse(await answer.json())
  return { accessToken: tokens.access_token, idToken: tokens.id_token, refreshToken: tokens.refresh_token }
}

/** Creates a browser that keeps cookies. Each request resolves to the address that it is redirected to. */
function createBrowser() {
  const cookies = new Map<string, string>()
  return async (url: string, form?: URLSearchParams): Promise<string> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const method = form ? 'POST' : 'GET'
    const answer = await fetch(url, { method, redirect: 'manual', headers: { cookie }, ...(form && { body: form }) })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`The sign-in returned ${answer.status} at ${url}: ${await answer.text()}`)
    return new URL(location, url).href
  }
}
