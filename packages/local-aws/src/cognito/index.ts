import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { readBody, respond } from '../aws/wire.ts'
import { openDatabase } from '../machine/database.ts'
import { findRefusal } from './authorize.ts'
import { isEmbedded } from './embedded.ts'
import { loadKeys, openOidcStore } from './oidc-store.ts'
import { createPages } from './pages.ts'
import { createProvider, selectAttributes } from './provider.ts'
import type { SignInTexts } from './texts.ts'
import type { UserPool } from './user-pool.ts'
import { formatIdentities, openUsers, type SocialAccount, usernameOf } from './users.ts'

/** Accounts by `login_hint`. */
export type LoginHints = Readonly<Record<string, Omit<SocialAccount, 'provider'>>>

export interface SignInOptions {
  pool: UserPool
  /** Folder of the data. */
  folder: string
  /** Local address of the sign-in, which is both the issuer and the hosted domain. */
  issuer: string
  /** Consent items of the application at Kakao, on top of `openid`. */
  kakaoItems: string[]
  /** Accounts that a request with this `login_hint` signs in at once, without a page. */
  loginHints: LoginHints
  texts: SignInTexts
  now: () => number
  log(line: string): void
}

const account = z.object({
  provider: z.string(),
  subject: z.string().min(1).max(128).optional(),
  name: z.string().min(1).max(200),
  email: z
    .string()
    .max(320)
    .optional()
    .transform(email => email || undefined),
  verified: z
    .enum(['true', 'false'])
    .optional()
    .transform(verified => verified !== 'false'),
})

export type SignIn = Awaited<ReturnType<typeof createSignIn>>

/** The hosted sign-in of a user pool: its pages, users and tokens. */
export async function createSignIn({ pool, folder, issuer, texts, now, log, ...options }: SignInOptions) {
  const database = openDatabase(folder, 'sign-in.sqlite')
  const users = openUsers(database, now)
  const pages = createPages(texts)
  const store = openOidcStore(database, now, pool.rotationGrace)
  const keys = await loadKeys(folder)
  const provider = createProvider({ pool, issuer, keys, store, users, pages, title: texts.signIn })
  const oidc = provider.callback()
  const { kty, n, e, kid } = keys.signing
  const publicKeys = createLocalJWKSet({ keys: [{ kty, n, e, kid, alg: 'RS256' }] })
  const base = new URL(issuer).pathname
  const sites = [...new Set(pool.callbackUrls.map(url => new URL(url).origin))]

  /** Sends a page that runs no script and may post only to itself and, through a redirect, to the site. */
  const html = (res: ServerResponse, status: number, title: string, body: string): void => {
    const nonce = randomBytes(16).toString('base64')
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; form-action 'self' ${sites.join(' ')}; frame-ancestors 'none'`
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    }
    respond(res, { status, headers, body: pages.page(title, body, nonce) })
  }

  /** Scopes that the pool requests and the application at Kakao does not have. Kakao then refuses the whole sign-in. */
  function missingItems(name: string): string[] {
    const scopes = name === 'Kakao' ? pool.providers.find(one => one.name === name)?.scopes : undefined
    return (scopes ?? []).filter(scope => scope !== 'openid' && !options.kakaoItems.includes(scope))
  }

  async function interaction(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
    const { params } = await provider.interactionDetails(req, res)
    const names = pool.providers.map(one => one.name)
    const chosen = names.find(name => name === (params.identity_provider ?? url.searchParams.get('provider')))
    const missing = chosen === undefined ? [] : missingItems(chosen)
    if (chosen === 'Google' && isEmbedded(req.headers['user-agent'] ?? ''))
      return html(res, 403, texts.signIn, pages.errorPage(texts.embedded))
    if (missing.length > 0) return html(res, 400, texts.signIn, pages.kakaoErrorPage(missing))
    if (req.method === 'POST') {
      const form = Object.fromEntries(new URLSearchParams((await readBody(req, 10_000)).toString()))
      const parsed = account.safeParse(form)
      const { provider: stated = '' } = parsed.data ?? {}
      if (!parsed.success || !names.includes(stated) || (chosen ?? stated) !== stated)
        return html(res, 400, texts.signIn, pages.errorPage(texts.invalidName))
      const user = users.signIn(parsed.data)
      return provider.interactionFinished(req, res, { login: { accountId: user.sub } })
    }
    const hinted = new Map(Object.entries(options.loginHints)).get(String(params.login_hint))
    const hintedProvider = chosen ?? names[0]
    if (hinted && hintedProvider !== undefined) {
      const user = users.signIn({ ...hinted, provider: hintedProvider })
      return provider.interactionFinished(req, res, { login: { accountId: user.sub } })
    }
    if (chosen === undefined) return html(res, 200, texts.signIn, pages.providersPage(url.pathname, names))
    const known = users.list().filter(user => user.provider === chosen)
    html(res, 200, texts.signIn, pages.accountsPage(url.pathname, chosen, known))
  }

  /** Ends the browser's session and redirects to one of the client's sign-out addresses, as Cognito does. */
  async function logout(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
    const target = url.searchParams.get('logout_uri') ?? ''
    if (url.searchParams.get('client_id') !== pool.clientId || !pool.logoutUrls.includes(target))
      return html(res, 400, texts.signOut, pages.errorPage(texts.unregisteredAddress))
    const cookie = provider.cookieName('session')
    const pairs = (req.headers.cookie ?? '').split(/;\s*/)
    const session = pairs.find(pair => pair.startsWith(`${cookie}=`))?.slice(cookie.length + 1)
    if (session) await store.adapter('Session').destroy(session)
    const gone = [cookie, `${cookie}.sig`].map(
      one => `${one}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; httponly`,
    )
    res.writeHead(302, { location: target, 'set-cookie': gone }).end()
  }

  /** Cognito's userInfo endpoint: the pool's attributes of the access token's user. */
  async function userInfo(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' }
    const json = (status: number, body: unknown) =>
      respond(res, { status, headers: { ...cors, 'content-type': 'application/json' }, body: JSON.stringify(body) })
    if (req.method === 'OPTIONS') return respond(res, { status: 204, headers: cors })
    const user = await findTokenUser(/^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '')
    if (!user)
      return json(401, { error: 'invalid_token', error_description: 'Access token is expired, revoked or invalid' })
    const { email_verified, ...attributes } = selectAttributes(user, pool)
    json(200, {
      sub: user.sub,
      ...attributes,
      ...(email_verified !== undefined && { email_verified: String(email_verified) }),
      username: usernameOf(user),
      identities: JSON.stringify(formatIdentities(user)),
    })
  }

  /** Finds the user of a valid access token whose grant was not revoked. */
  async function findTokenUser(token: string) {
    const claims = z.object({
      sub: z.string(),
      origin_jti: z.string(),
      scope: z.string(),
      token_use: z.literal('access'),
    })
    try {
      const { payload } = await jwtVerify(token, publicKeys, {
        issuer,
        currentDate: new Date(now()),
        requiredClaims: ['exp'],
      })
      const { sub, origin_jti, scope } = claims.parse(payload)
      return scope.split(' ').includes('openid') && store.hasGrant(origin_jti) ? users.find(sub) : undefined
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return undefined
      throw error
    }
  }

  /** Refuses an invalid request. Returns whether it did. */
  function refused(res: ServerResponse, url: URL): boolean {
    const refusal = findRefusal(pool, url.searchParams)
    if (refusal?.where === 'page') html(res, 400, texts.signIn, pages.errorPage(refusal.message))
    if (refusal?.where === 'callback') res.writeHead(302, { location: refusal.location }).end()
    return refusal !== undefined
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', issuer)
    const path = url.pathname.slice(base.length)
    if (path.startsWith('/interaction/'))
      return interaction(req, res, url).catch(error => {
        log(`sign-in: ${String(error)}`)
        html(res, 400, texts.signIn, pages.errorPage(texts.expired))
      })
    if (path === '/logout') return logout(req, res, url)
    if (path === '/oauth2/userInfo') return userInfo(req, res)
    if (path === '/oauth2/authorize' && refused(res, url)) return
    // oidc-provider derives its mount path from the difference between the two URLs.
    Object.assign(req, { originalUrl: req.url, url: `${path || '/'}${url.search}` })
    await oidc(req, res)
  }

  return { pool, users, handle, signOutEverywhere: store.signOutEverywhere, close: () => database.close() }
}
