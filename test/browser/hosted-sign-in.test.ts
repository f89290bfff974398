import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import * as z from 'zod'
import { type AuthorizeRules, findRefusal } from '#local-aws/cognito/authorize.ts'
import { sampleMe } from '../support/sample-data.ts'
import { setUpScreens } from '../support/screens.ts'
import type { Answers } from '../support/stand-in.ts'

const HOST = 'jamak.auth.ap-northeast-2.amazoncognito.com'
const POOL = 'https://cognito-idp.ap-northeast-2.amazonaws.com'

const screens = await setUpScreens()
beforeEach(() => {
  Object.assign(screens.site.config, { signIn: 'hosted', signInDomain: HOST, userPoolId: 'ap-northeast-2_Sample01' })
  screens.site.partners = [`https://${HOST}`, POOL]
})

function tokenOf(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256', kid: 'k' })}.${part({ sub: 'user-1', ...claims })}.c2lnbmVk`
}

const FAR = Date.parse('2100-01-01T00:00:00Z') / 1000
const access = (name: string) =>
  tokenOf({ token_use: 'access', username: 'google_1', exp: FAR, iat: 0, name, origin_jti: 'grant-1' })
const identity = () => tokenOf({ token_use: 'id', 'cognito:username': 'google_1', exp: FAR, iat: 0 })
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

const client = z.object({
  Type: z.literal('AWS::Cognito::UserPoolClient'),
  Properties: z.object({ AllowedOAuthScopes: z.array(z.string()), SupportedIdentityProviders: z.array(z.string()) }),
})
const template = z.object({ Resources: z.record(z.string(), z.unknown()) })

/**
 * What the client of the synthesized template allows. Its callback address is replaced, because the template has only a
 * `Ref`.
 */
function rulesOfTheTemplate(): AuthorizeRules {
  const text = readFileSync(join(inject('assembly'), 'JamakApp.template.json'), 'utf8')
  const resources = Object.values(template.parse(JSON.parse(text)).Resources)
  const found = resources.map(one => client.safeParse(one).data).find(one => one !== undefined)
  if (!found) throw new Error('the template has no client')
  return {
    clientId: screens.site.config.userPoolClientId,
    callbackUrls: [`${screens.site.origin}/signed-in`],
    scopes: found.Properties.AllowedOAuthScopes,
    supportedProviders: found.Properties.SupportedIdentityProviders,
  }
}

/** Requests to the authorize endpoint, as Amplify made them. */
const authorized: URLSearchParams[] = []

/** Simulates Cognito's hosted page and user pool as the browser sees them. */
function cognito(asked: string[]) {
  return async (page: Page) => {
    await page.route(`https://${HOST}/**`, async route => {
      const url = new URL(route.request().url())
      asked.push(url.pathname)
      if (url.pathname === '/oauth2/authorize') {
        authorized.push(url.searchParams)
        const refusal = findRefusal(rulesOfTheTemplate(), url.searchParams)
        if (refusal) return route.fulfill({ status: 400, contentType: 'text/plain', body: JSON.stringify(refusal) })
        const back = new URL(url.searchParams.get('redirect_uri') ?? '')
        back.search = new URLSearchParams({ code: 'code-1', state: url.searchParams.get('state') ?? '' }).toString()
        return route.fulfill({ status: 302, headers: { location: back.href } })
      }
      if (url.pathname === '/oauth2/token') {
        const body = {
          access_token: access('first'),
          id_token: identity(),
          refresh_token: 'refresh-1',
          token_type: 'Bearer',
        }
        return route.fulfill({ json: body, headers: CORS })
      }
      return route.fulfill({ status: 302, headers: { location: url.searchParams.get('logout_uri') ?? '' } })
    })
    await page.route(`${POOL}/**`, async route => {
      const request = route.request()
      if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: CORS })
      const target = request.headers()['x-amz-target']?.split('.')[1] ?? ''
      asked.push(target)
      const tokens = { AccessToken: access('second'), IdToken: identity(), ExpiresIn: 3600, TokenType: 'Bearer' }
      return route.fulfill({ json: target === 'RevokeToken' ? {} : { AuthenticationResult: tokens }, headers: CORS })
    })
  }
}

const answers: Answers = {
  openSession: () => ({ ...sampleMe, created: false }),
  listArchive: () => ({ entries: [], page: 1, pages: 0, total: 0 }),
}
function expectAllowed(provider: 'Google' | 'Kakao'): void {
  expect(authorized.map(query => Object.fromEntries(query))).toEqual([
    expect.objectContaining({
      identity_provider: provider,
      lang: 'ko',
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      redirect_uri: `${screens.site.origin}/signed-in`,
    }),
  ])
}

const bearer = () => screens.site.calls.at(-1)?.headers.authorization

async function signedIn(asked: string[]) {
  const visit = await screens.visit('/user', { member: false, answers, before: cognito(asked) })
  await visit.page.getByRole('main').getByRole('button', { name: 'Google로 계속하기' }).click()
  await visit.page.getByText('아직 자막이 없어요. 첫 영상을 올려 보세요.').waitFor()
  return visit
}

describe('a sign-in at Cognito’s hosted page', () => {
  it('uses a code with PKCE, returns to the page where it started, survives a reload, renews a token that the API rejects, and ends with a sign-out that closes the session and revokes the tokens', async () => {
    const asked: string[] = []
    authorized.length = 0
    const { page } = await signedIn(asked)
    expect(new URL(page.url()).pathname).toBe('/user')
    expect(asked).toEqual(['/oauth2/authorize', '/oauth2/token'])
    expectAllowed('Google')
    expect(screens.site.calls[0]?.route).toBe('openSession')
    expect(bearer()).toBe(`Bearer ${access('first')}`)
    await page.reload()
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()
    expect(asked).toEqual(['/oauth2/authorize', '/oauth2/token'])
    let refused = false
    await page.route('**/api/me', async route => {
      if (refused) return route.fallback()
      refused = true
      return route.fulfill({ status: 401, json: { message: 'Unauthorized' } })
    })
    await page.reload()
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()
    expect(asked.slice(2)).toHaveLength(1)
    await page.getByRole('button', { name: '민지 내 메뉴' }).click()
    await page.getByRole('menuitem', { name: '로그아웃' }).click()
    await page.getByRole('banner').getByRole('button', { name: '로그인' }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    await expect.poll(() => asked.slice(3)).toEqual(['RevokeToken', '/logout'])
    expect(screens.site.calls.some(({ route }) => route === 'closeSession')).toBe(true)
  })

  it('also requests Kakao from Cognito, with scopes and an address that the template’s client allows', async () => {
    authorized.length = 0
    const visit = await screens.visit('/', { member: false, answers, before: cognito([]) })
    await visit.page.getByRole('button', { name: '로그인' }).click()
    await visit.page.getByRole('dialog').getByRole('button', { name: '카카오로 계속하기' }).click()
    await visit.page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()
    expectAllowed('Kakao')
  })
})
