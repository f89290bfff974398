import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleMe } from '../support/sample-data.ts'
import { openScreens, resetSite, type Screens } from '../support/screens.ts'
import type { Answers } from '../support/stand-in.ts'

const HOST = 'jamak.auth.ap-northeast-2.amazoncognito.com'
const POOL = 'https://cognito-idp.ap-northeast-2.amazonaws.com'

let screens: Screens
beforeAll(async () => {
  screens = await openScreens()
})
beforeEach(() => {
  Object.assign(screens.site.config, { signIn: 'hosted', signInDomain: HOST, userPoolId: 'ap-northeast-2_Sample01' })
  screens.site.partners = [`https://${HOST}`, POOL]
})
afterEach(() => resetSite(screens.site))
afterAll(() => screens.close())

function tokenOf(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256', kid: 'k' })}.${part({ sub: 'user-1', ...claims })}.c2lnbmVk`
}

const FAR = Date.parse('2100-01-01T00:00:00Z') / 1000
const access = (name: string) =>
  tokenOf({ token_use: 'access', username: 'google_1', exp: FAR, iat: 0, name, origin_jti: 'grant-1' })
const identity = () => tokenOf({ token_use: 'id', 'cognito:username': 'google_1', exp: FAR, iat: 0 })
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

/** Plays Cognito's hosted page and its user pool as the browser sees them. */
function cognito(asked: string[]) {
  return async (page: Page) => {
    await page.route(`https://${HOST}/**`, async route => {
      const url = new URL(route.request().url())
      asked.push(url.pathname)
      if (url.pathname === '/oauth2/authorize') {
        expect(url.searchParams.get('response_type')).toBe('code')
        expect(url.searchParams.get('code_challenge_method')).toBe('S256')
        expect(url.searchParams.get('scope')?.split(' ')).toContain('openid')
        const back = new URL(url.searchParams.get('redirect_uri') ?? '')
        expect(back.pathname).toBe('/signed-in')
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
const bearer = () => screens.site.calls.at(-1)?.headers.authorization

async function signedIn(asked: string[]) {
  const visit = await screens.visit('/user', { member: false, answers, before: cognito(asked) })
  await visit.page.getByRole('main').getByRole('button', { name: '로그인' }).click()
  await visit.page.getByText('아직 자막이 없어요. 첫 영상을 올려 보세요.').waitFor()
  return visit
}

describe('a sign-in at Cognito’s hosted page', () => {
  it('uses a code with PKCE and returns to the page that it started from', async () => {
    const asked: string[] = []
    const { page, leave } = await signedIn(asked)
    expect(new URL(page.url()).pathname).toBe('/user')
    expect(asked).toEqual(['/oauth2/authorize', '/oauth2/token'])
    expect(screens.site.calls[0]?.route).toBe('openSession')
    expect(bearer()).toBe(`Bearer ${access('first')}`)
    await leave()
  })

  it('survives a reload without another request for tokens', async () => {
    const asked: string[] = []
    const { page, leave } = await signedIn(asked)
    await page.reload()
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()
    expect(asked).toEqual(['/oauth2/authorize', '/oauth2/token'])
    await leave()
  })

  it('renews a token that the API refuses', async () => {
    const asked: string[] = []
    const { page, leave } = await signedIn(asked)
    let refused = false
    await page.route('**/api/me', async route => {
      if (refused) return route.fallback()
      refused = true
      return route.fulfill({ status: 401, json: { message: 'Unauthorized' } })
    })
    await page.reload()
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()
    expect(asked.slice(2)).toHaveLength(1)
    await leave()
  })

  it('ends with a sign-out that closes the session, revokes the tokens and returns home', async () => {
    const asked: string[] = []
    const { page, leave } = await signedIn(asked)
    await page.getByRole('button', { name: '민지 내 메뉴' }).click()
    await page.getByRole('menuitem', { name: '로그아웃' }).click()
    await page.getByRole('banner').getByRole('button', { name: '로그인' }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    await expect.poll(() => asked.slice(2)).toEqual(['RevokeToken', '/logout'])
    expect(screens.site.calls.some(({ route }) => route === 'closeSession')).toBe(true)
    await leave()
  })
})
