import { randomBytes } from 'node:crypto'
import { type Context, Provider } from 'oidc-provider'
import type { OidcStore, SignInKeys } from './oidc-store.ts'
import { errorPage, page } from './pages.ts'
import { identitiesOf, type People, type Person, usernameOf } from './people.ts'
import type { UserPool } from './user-pool.ts'

export interface ProviderOptions {
  pool: UserPool
  issuer: string
  keys: SignInKeys
  store: OidcStore
  people: People
  log(line: string): void
}

/** Scopes that a provider gives its e-mail address or name for: OpenID Connect's, and Kakao's own. */
const EMAIL_SCOPES = ['email', 'account_email']
const NAME_SCOPES = ['profile', 'profile_nickname']

/** A person's attributes, as far as the pool asks the provider for them and maps them. */
export function attributesOf(
  person: Person,
  pool: UserPool,
): { email?: string; email_verified?: boolean; name?: string } {
  const { attributes: mapped = [], scopes = [] } = pool.providers.find(one => one.name === person.provider) ?? {}
  const asked = (names: string[]) => names.some(name => scopes.includes(name))
  const email = person.email !== null && asked(EMAIL_SCOPES) && mapped.includes('email') ? person.email : undefined
  return {
    ...(email !== undefined && { email, email_verified: person.verified && mapped.includes('email_verified') }),
    ...(asked(NAME_SCOPES) && mapped.includes('name') && { name: person.name }),
  }
}

/** Sets oidc-provider up like Cognito: the same paths, the same claims. */
export function createProvider({ pool, issuer, keys, store, people, log }: ProviderOptions): Provider {
  const scope = pool.scopes.join(' ')
  const origins = new Set(pool.callbackUrls.map(url => new URL(url).origin))

  /** Cognito asks nobody for consent: signing in grants the client's scopes. */
  async function grantOf(ctx: Context) {
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
      const person = people.find(token.accountId)
      return { token_use: 'access', version: 2, origin_jti: token.grantId, username: person && usernameOf(person) }
    },
    findAccount(_: Context, sub: string) {
      const person = people.find(sub)
      if (!person) return undefined
      const identity = { sub, identities: identitiesOf(person), 'cognito:username': usernameOf(person) }
      return { accountId: sub, claims: async () => ({ ...attributesOf(person, pool), ...identity, token_use: 'id' }) }
    },
    loadExistingGrant: grantOf,
    interactions: { url: (_: Context, { uid }: { uid: string }) => `${new URL(issuer).pathname}/interaction/${uid}` },
    renderError(ctx: Context, out: { error: string; error_description?: string }) {
      const nonce = randomBytes(16).toString('base64')
      ctx.type = 'html'
      ctx.set('content-security-policy', `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`)
      ctx.body = page('로그인', errorPage(`${out.error}: ${out.error_description ?? ''}`), nonce)
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
  provider.on('server_error', (_, error) => log(`sign-in: ${error.stack}`))
  return provider
}
