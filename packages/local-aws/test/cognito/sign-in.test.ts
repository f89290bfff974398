import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import {
  AdminDeleteUserCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LocalAws, startLocalAws } from '../../src/index.ts'
import { type WrittenApp, writeApp } from '../support/written-assembly.ts'

const SITE = 'https://site.example'
const CALLBACK = `${SITE}/signed-in`
const provider = (ProviderName: string, authorize_scopes: string, attributes: Record<string, string>) => ({
  Type: 'AWS::Cognito::UserPoolIdentityProvider',
  Properties: {
    ProviderName,
    UserPoolId: { Ref: 'Pool' },
    ProviderDetails: { authorize_scopes },
    AttributeMapping: attributes,
  },
})
const STACK = {
  Resources: {
    Pool: { Type: 'AWS::Cognito::UserPool' },
    Google: provider('Google', 'openid email profile', {
      email: 'email',
      email_verified: 'email_verified',
      name: 'name',
    }),
    Kakao: provider('Kakao', 'openid profile_nickname', { email: 'email' }),
    Client: {
      Type: 'AWS::Cognito::UserPoolClient',
      Properties: {
        UserPoolId: { Ref: 'Pool' },
        CallbackURLs: [CALLBACK],
        LogoutURLs: [`${SITE}/`],
        AllowedOAuthScopes: ['openid', 'email', 'profile'],
        SupportedIdentityProviders: ['Google', 'Kakao'],
        AccessTokenValidity: 60,
        TokenValidityUnits: { AccessToken: 'minutes' },
        ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 30 },
      },
    },
  },
}
const KIM = { provider: 'Google', subject: '42', name: '김하늘', email: 'haneul@example.com' }

let app: WrittenApp
let cloud: LocalAws
let issuer: string
const clock = { ms: 0, now: () => clock.ms || Date.now() }

const SETTINGS = { port: 0, env: {}, quiet: true, schedules: false, clock }
const start = async () => {
  cloud = await startLocalAws({ ...SETTINGS, ...app, folder: app.data })
  issuer = `${cloud.awsUrl}/sign-in`
}
beforeEach(async () => {
  clock.ms = 0
  app = await writeApp({ App: STACK })
  await start()
})
afterEach(async () => {
  await cloud.stop()
  await rm(app.folder, { recursive: true, force: true })
})

const VERIFIER = 'v'.repeat(43)
function authorizeUrl(changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: cloud.physicalName('Client'),
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  })
  return `${issuer}/oauth2/authorize?${query}`
}
const token = (body: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${issuer}/oauth2/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ client_id: cloud.physicalName('Client'), ...body }),
  })
const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken })
const userInfo = async (accessToken: string) => {
  const answer = await fetch(`${issuer}/oauth2/userInfo`, { headers: { authorization: `Bearer ${accessToken}` } })
  return { status: answer.status, body: await answer.json(), cors: answer.headers.get('access-control-allow-origin') }
}
/** Opens a sign-in page as a browser does, with its cookies. */
async function page(url: string): Promise<{ html: string; url: string; cookie: string; policy: string }> {
  const first = await fetch(url, { redirect: 'manual' })
  const cookie = first.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const next = new URL(first.headers.get('location') ?? '', url).href
  const second = await fetch(next, { headers: { cookie } })
  return { html: await second.text(), url: next, cookie, policy: second.headers.get('content-security-policy') ?? '' }
}

it('the hosted page has a button for each provider of the client and runs no script', async () => {
  const { html, policy } = await page(authorizeUrl())
  expect(html).toContain('Continue with Google')
  expect(html).toContain('Continue with Kakao')
  expect(html).not.toContain('<script')
  expect(policy).toContain("default-src 'none'")
})

it('a request that names a provider skips the page of buttons', async () => {
  const { html } = await page(authorizeUrl({ identity_provider: 'Kakao' }))
  expect(html).toContain('Choose a Kakao account')
})

it('users who signed in before are offered again, with their names escaped', async () => {
  await cloud.signIn({ ...KIM, name: '<b>김</b>' })
  const { html } = await page(authorizeUrl({ identity_provider: 'Google' }))
  expect(html).toContain('&lt;b&gt;김&lt;/b&gt;')
  expect(html).not.toContain('<b>김</b>')
})

it("tokens have Cognito's claims", async () => {
  const { accessToken, idToken } = await cloud.signIn(KIM)
  const access = decodeJwt(accessToken)
  expect(access).toMatchObject({
    iss: issuer,
    client_id: cloud.physicalName('Client'),
    token_use: 'access',
    scope: 'openid email profile',
    username: 'google_42',
    sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect((access.exp ?? 0) - (access.iat ?? 0)).toBe(3600)
  expect(decodeJwt(idToken)).toMatchObject({
    sub: access.sub,
    aud: cloud.physicalName('Client'),
    token_use: 'id',
    email: KIM.email,
    email_verified: true,
    name: KIM.name,
    'cognito:username': 'google_42',
    identities: [{ userId: '42', providerName: 'Google', providerType: 'Google' }],
  })
})

it('each social account is one user, whatever its name', async () => {
  const subs = []
  for (const account of [KIM, { ...KIM, name: '새 이름' }, { ...KIM, subject: '43' }, { ...KIM, provider: 'Kakao' }])
    subs.push(decodeJwt((await cloud.signIn(account)).accessToken).sub)
  expect(new Set(subs).size).toBe(3)
  expect(subs[0]).toBe(subs[1])
})

it('userInfo returns the attributes that the pool maps, with email_verified as a string', async () => {
  const { accessToken } = await cloud.signIn(KIM)
  expect(await userInfo(accessToken)).toMatchObject({
    status: 200,
    cors: '*',
    body: {
      email: KIM.email,
      email_verified: 'true',
      name: KIM.name,
      username: 'google_42',
      identities: expect.stringContaining('"userId":"42"'),
    },
  })
})

it('userInfo omits a missing email address and attributes that the pool does not map', async () => {
  const { accessToken } = await cloud.signIn({ provider: 'Kakao', subject: '7', name: '박바다' })
  const { body } = await userInfo(accessToken)
  expect(body).toHaveProperty('username', 'kakao_7')
  for (const absent of ['email', 'email_verified', 'name']) expect(body).not.toHaveProperty(absent)
})

it.each(['', 'abc', 'a.b.c'])('userInfo refuses the token %j', async accessToken => {
  expect(await userInfo(accessToken)).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
})

it('userInfo refuses an expired token', async () => {
  const { accessToken } = await cloud.signIn(KIM)
  clock.ms = Date.now() + 3_601_000
  expect(await userInfo(accessToken)).toMatchObject({ status: 401 })
})

it.each([
  ['an unregistered redirect address', { redirect_uri: 'https://evil.example/' }],
  ['an unknown client', { client_id: 'other' }],
])('a sign-in with %s is refused before any page is shown', async (_, changes) => {
  const answer = await fetch(authorizeUrl(changes), { redirect: 'manual' })
  expect(answer.status).toBe(400)
})

it.each(['COGNITO', 'Naver'])(
  'a sign-in with the provider %s, which the client does not list, is refused',
  async asked => {
    const answer = await fetch(authorizeUrl({ identity_provider: asked }), { redirect: 'manual' })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('Login option is not available.'),
    ])
  },
)

it('a scope that the client does not have returns to the site as invalid_scope', async () => {
  const answer = await fetch(authorizeUrl({ scope: 'openid phone', state: 's1' }), { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe(`${CALLBACK}?error=invalid_scope&state=s1`)
})

it('PKCE is required, and a code works only with its verifier', async () => {
  const without = await fetch(authorizeUrl({ code_challenge: '', code_challenge_method: '' }), { redirect: 'manual' })
  expect(without.headers.get('location')).toContain('error=invalid_request')
  const { url, cookie } = await page(authorizeUrl())
  const posted = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams(KIM),
  })
  const resumed = await fetch(posted.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } })
  const code = new URL(resumed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const wrong = await token({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: 'w'.repeat(43),
  })
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: 'invalid_grant' }])
})

it('an account of a provider that the client does not support is refused', async () => {
  await expect(cloud.signIn({ ...KIM, provider: 'Naver' })).rejects.toThrow('400')
})

it('the token endpoint allows requests from pages of the site only', async () => {
  const { refreshToken } = await cloud.signIn(KIM)
  const ask = (origin: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken }, { origin })
  expect((await ask(SITE)).headers.get('access-control-allow-origin')).toBe(SITE)
  expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
})

it('each refresh token returns the next one, also after a restart', async () => {
  let { refreshToken } = await cloud.signIn(KIM)
  await cloud.stop()
  await start()
  for (const _ of [1, 2]) {
    const answer = await refresh(refreshToken)
    expect(answer.status).toBe(200)
    const body = await answer.json()
    expect(body.refresh_token).not.toBe(refreshToken)
    refreshToken = body.refresh_token
  }
})

it('a replaced refresh token works during the grace period and afterwards ends its grant', async () => {
  const { refreshToken } = await cloud.signIn(KIM)
  const next = await (await refresh(refreshToken)).json()
  expect((await refresh(refreshToken)).status).toBe(200)
  clock.ms = Date.now() + 31_000
  expect((await refresh(refreshToken)).status).toBe(400)
  expect((await refresh(next.refresh_token)).status).toBe(400)
})

it.each([
  ['lists a provider that the pool does not have', { SupportedIdentityProviders: ['Google', 'Naver'] }],
  ['rotates refresh tokens and allows the flow that cannot', { ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'] }],
])('a client that %s is refused at the start, as CloudFormation would', async (_, Properties) => {
  const refused = structuredClone(STACK)
  Object.assign(refused.Resources.Client.Properties, Properties)
  const faulty = await writeApp({ App: refused })
  const starting = startLocalAws({ ...SETTINGS, ...faulty, folder: faulty.data })
  await expect(starting).rejects.toThrow(/supports Naver|ALLOW_REFRESH_TOKEN_AUTH/)
  await rm(faulty.folder, { recursive: true, force: true })
})

describe('an application at Kakao without the email item', () => {
  const asking = structuredClone(STACK)
  asking.Resources.Kakao = provider('Kakao', 'openid profile_nickname account_email', { email: 'email' })

  it.each([
    [undefined, 400],
    ['profile_nickname account_email', 200],
  ])('refuses every sign-in if the pool requests the email address: items %j', async (items, status) => {
    const other = await writeApp({ App: asking })
    const asked = await startLocalAws({ ...SETTINGS, ...other, folder: other.data, kakaoItems: items?.split(' ') })
    const query = new URL(authorizeUrl({ identity_provider: 'Kakao', client_id: asked.physicalName('Client') })).search
    const first = await fetch(`${asked.awsUrl}/sign-in/oauth2/authorize${query}`, { redirect: 'manual' })
    const cookie = first.headers.getSetCookie().map(line => line.split(';')[0])
    const answer = await fetch(new URL(first.headers.get('location') ?? '', asked.awsUrl), {
      headers: { cookie: cookie.join('; ') },
    })
    const text = await answer.text()
    expect([answer.status, text.includes('KOE205'), text.includes('account_email')]).toEqual([
      status,
      status === 400,
      status === 400,
    ])
    await asked.stop()
    await rm(other.folder, { recursive: true, force: true })
  })
})

it('an unverified address is marked, and an address that is not requested is omitted', async () => {
  const unverified = await cloud.signIn({ ...KIM, verified: false })
  expect((await userInfo(unverified.accessToken)).body).toMatchObject({ email: KIM.email, email_verified: 'false' })
  const kakao = await cloud.signIn({ provider: 'Kakao', subject: '8', name: '박바다', email: 'bada@example.com' })
  expect((await userInfo(kakao.accessToken)).body).not.toHaveProperty('email')
})

it('revoking a refresh token also ends the access tokens of its grant', async () => {
  const { refreshToken, accessToken } = await cloud.signIn(KIM)
  const body = new URLSearchParams({ token: refreshToken, client_id: cloud.physicalName('Client') })
  expect((await fetch(`${issuer}/oauth2/revoke`, { method: 'POST', body })).status).toBe(200)
  expect((await refresh(refreshToken)).status).toBe(400)
  expect((await userInfo(accessToken)).status).toBe(401)
})

/** Signs in as a browser does and returns its cookies. */
async function signedInCookies(): Promise<string> {
  const { url, cookie } = await page(authorizeUrl())
  const body = new URLSearchParams(KIM)
  const posted = await fetch(url, { method: 'POST', redirect: 'manual', headers: { cookie }, body })
  const resumed = await fetch(posted.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } })
  return resumed.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}

it('a signed-in browser sees no sign-in page again until it signs out', async () => {
  const cookie = await signedInCookies()
  const next = async () =>
    (await fetch(authorizeUrl(), { redirect: 'manual', headers: { cookie } })).headers.get('location')
  expect(await next()).toContain(`${CALLBACK}?code=`)
  const query = new URLSearchParams({ client_id: cloud.physicalName('Client'), logout_uri: `${SITE}/` })
  await fetch(`${issuer}/logout?${query}`, { redirect: 'manual', headers: { cookie } })
  expect(await next()).toContain('/interaction/')
})

it('signing out ends the session and redirects to registered addresses only', async () => {
  const out = (to: string, client = cloud.physicalName('Client')) =>
    fetch(`${issuer}/logout?${new URLSearchParams({ client_id: client, logout_uri: to })}`, { redirect: 'manual' })
  const answer = await out(`${SITE}/`)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `${SITE}/`])
  expect(answer.headers.getSetCookie()[0]).toMatch(/^sign_in=;.*1970/)
  expect((await out('https://evil.example/')).status).toBe(400)
  expect((await out(`${SITE}/`, 'other')).status).toBe(400)
})

it('the addresses in the discovery document exist', async () => {
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
  expect(metadata).toMatchObject({
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    userinfo_endpoint: `${issuer}/oauth2/userInfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
  })
  expect((await fetch(metadata.jwks_uri)).status).toBe(200)
})

it('the administrator can sign a user out everywhere and delete a user', async () => {
  const client = cloud.client(CognitoIdentityProviderClient)
  const { refreshToken, accessToken } = await cloud.signIn(KIM)
  const user = { UserPoolId: cloud.physicalName('Pool'), Username: 'google_42' }

  await client.send(new AdminUserGlobalSignOutCommand(user))
  expect((await refresh(refreshToken)).status).toBe(400)
  expect((await userInfo(accessToken)).status).toBe(401)

  await client.send(new AdminDeleteUserCommand(user))
  await expect(client.send(new AdminDeleteUserCommand(user))).rejects.toMatchObject({ name: 'UserNotFoundException' })
  const again = decodeJwt((await cloud.signIn(KIM)).accessToken)
  expect(again.sub).not.toBe(decodeJwt(accessToken).sub)
  client.destroy()
})

it('an unsupported administrator call is refused by name', async () => {
  const client = cloud.client(CognitoIdentityProviderClient)
  await expect(client.send(new ListUsersCommand({ UserPoolId: cloud.physicalName('Pool') }))).rejects.toMatchObject({
    name: 'UnknownOperationException',
    message: 'The local Cognito does not support ListUsers.',
  })
  client.destroy()
})
