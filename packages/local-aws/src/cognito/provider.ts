import { randomBytes } from 'node:crypto'
import { type Context, Provider } from 'oidc-provider'
import { printDefect } from '../machine/terminal.ts'
import type { OidcStore, SignInKeys } from './oidc-store.ts'
import type { SignInPages } from './pages.ts'
import type { UserPool } from './user-pool.ts'
import { formatIdentities, type PoolUser, type Users, usernameOf } from './users.ts'

export interface ProviderOptions {
  pool: UserPool
  issuer: string
  keys: SignInKeys
  store: OidcStore
  users: Users
  pages: SignInPages
  /** Title of the pages. */
  title: string
}

/** Scopes for which a provider shares the email address or name: OpenID Connect's and Kakao's. */
const EMAIL_SCOPES = ['email', 'account_email']
const NAME_SCOPES = ['profile', 'profile_nickname']

/** Selects the attributes of a user that the pool requests from the provider and maps. */
export function selectAttributes(
  user: PoolUser,
  pool: UserPool,
): { email?: string; email_verified?: boolean; name?: string } {
  const { attributes: mapped = [], scopes = [] } = pool.providers.find(one => one.name === user.provider) ?? {}
  const asked = (names: string[]) => names.some(name => scopes.includes(name))
  const email = user.email !== null && asked(EMAIL_SCOPES) && mapped.includes('email') ? user.email : undefined
  return {
    ...(email !== undefined && { email, email_verified: user.verified && mapped.includes('email_verified') }),
    ...(asked(NAME_SCOPES) && mapped.includes('name') && { name: user.name }),
  }
}

/** Configures oidc-provider with Cognito's paths and claims. */
export function createProvider({ pool, issuer, keys, store, users, pages, title }: ProviderOptions): Provider {
  const scope = pool.scopes.join(' ')
  const origins = new Set(pool.callbackUrls.map(url => new URL(url).origin))

  /** Cognito has no consent page: signing in grants the client's scopes. */
  async function loadGrant(ctx: Context) {
    const { client, session, result, provider } = ctx.oidc
    const id = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
    const present = id === undefined ? undefined : await provider.Grant.find(id)
    if (present) return present
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
    grant.addOIDCScope(scope)
    grant.addResourceScope(issuer, scope)
    await grant.save()
    return grant
  }

  const provider = new Provider(issuer, {
    adapter: store.adapter,
    clients: [
      {
        client_id: pool.clientId,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: pool.callbackUrls,
        scope,
      },
    ],
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookies],
      names: { session: 'sign_in', interaction: 'sign_in_step', resume: 'sign_in_resume' },
    },
    routes: {
      authorization: '/oauth2/authorize',
      token: '/oauth2/token',
      revocation: '/oauth2/revoke',
      jwks: '/.well-known/jwks.json',
    },
    discovery: { userinfo_endpoint: `${issuer}/oauth2/userInfo`, end_session_endpoint: `${issuer}/logout` },
    scopes: pool.scopes,
    extraParams: ['identity_provider'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    claims: {
      openid: ['sub', 'identities', 'cognito:username', 'token_use'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: false,
    clientBasedCORS: (_: Context, origin: string) => origins.has(origin),
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => issuer,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope,
          // Cognito's access tokens have no audience, but oidc-provider requires one.
          audience: pool.clientId,
          accessTokenTTL: pool.accessTokenLife,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    extraTokenClaims(_: Context, token: { accountId: string; grantId: string }) {
      const user = users.find(token.accountId)
      return { token_use: 'access', version: 2, origin_jti: token.grantId, username: user && usernameOf(user) }
    },
    findAccount(_: Context, sub: string) {
      const user = users.find(sub)
      if (!user) return undefined
      const identity = { sub, identities: formatIdentities(user), 'cognito:username': usernameOf(user) }
      return { accountId: sub, claims: async () => ({ ...selectAttributes(user, pool), ...identity, token_use: 'id' }) }
    },
    loadExistingGrant: loadGrant,
    interactions: { url: (_: Context, { uid }: { uid: string }) => `${new URL(issuer).pathname}/interaction/${uid}` },
    renderError(ctx: Context, out: { error: string; error_description?: string }) {
      const nonce = randomBytes(16).toString('base64')
      ctx.type = 'html'
      ctx.set(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; frame-ancestors 'none'`,
      )
      ctx.body = pages.page(title, pages.errorPage(`${out.error}: ${out.error_description ?? ''}`), nonce)
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: pool.rotationGrace !== undefined,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: pool.accessTokenLife,
      AuthorizationCode: 300,
      IdToken: pool.idTokenLife,
      RefreshToken: pool.refreshTokenLife,
      Grant: pool.refreshTokenLife,
      Interaction: 3600,
      Session: 3600,
    },
  })
  provider.on('server_error', (_, error) => printDefect('Sign-in', error))
  return provider
}
