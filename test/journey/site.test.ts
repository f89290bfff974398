import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod'
import { lastLook } from '../../bin/deploy/last-look.ts'
import { siteConfig } from '../../lambdas/contract/site-config.ts'
import { exampleSettings } from '../support/example-settings.ts'
import { expectNoPersonalData } from '../support/log-privacy.ts'
import { rawRequest } from '../support/raw-request.ts'
import { shareStory } from '../support/running.ts'
import { visitor } from '../support/visitor.ts'

const story = await shareStory()
/** Documents: home, the frame of the other pages, and the screen for unknown addresses. */
let home: string
let page: string
let notFound: string

beforeAll(async () => {
  home = (await get('/')).body
  page = (await get('/fail')).body
  notFound = (await get('/nowhere')).body
})

it('the site gives messengers and search engines its own address, and browsers without SVG support an icon', async () => {
  const { siteUrl } = story.cloud
  expect(home).toContain(`<meta property="og:image" content="${siteUrl}/share-card.png" />`)
  expect(home).toContain(`<meta property="og:url" content="${siteUrl}/" />`)
  expect((await get('/robots.txt')).body).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
  expect((await get('/sitemap.xml')).body).toContain(`<loc>${siteUrl}/terms</loc>`)
  for (const file of ['/', '/user', '/terms', '/nowhere', '/robots.txt', '/sitemap.xml'])
    expect((await get(file)).body).not.toContain('jamak.invalid')
  for (const file of ['/favicon.ico', '/apple-touch-icon.png', '/share-card.png'])
    expect((await get(file)).status, file).toBe(200)
})

const get = (path: string, method = 'GET', headers = {}) => rawRequest(story.cloud.siteUrl, path, method, headers)
const PATHS = [
  '/',
  '/user',
  '/config.json',
  '/assets/missing.js',
  '/api',
  '/api/',
  '/api/nothing',
  '/api/me',
  '//',
  '/%',
]

const override = { Override: z.literal(true) }
const policy = z.object({
  ResponseHeadersPolicyConfig: z.object({
    CustomHeadersConfig: z.object({
      Items: z.array(z.object({ ...override, Header: z.string(), Value: z.string() })),
    }),
    SecurityHeadersConfig: z.object({
      ContentSecurityPolicy: z.object(override),
      ContentTypeOptions: z.object(override),
      FrameOptions: z.object({ ...override, FrameOption: z.string() }),
      ReferrerPolicy: z.object({ ...override, ReferrerPolicy: z.string() }),
      StrictTransportSecurity: z.object(override),
    }),
  }),
})

/** Headers that the template's policy sets, apart from the content security policy. */
function headersOfTemplate(): Record<string, string> {
  const template = JSON.parse(readFileSync(join(inject('assembly'), 'JamakApp.template.json'), 'utf8'))
  const resources = z.record(z.string(), z.looseObject({ Type: z.string() })).parse(template.Resources)
  const found = Object.values(resources).find(({ Type }) => Type === 'AWS::CloudFront::ResponseHeadersPolicy')
  const { CustomHeadersConfig, SecurityHeadersConfig } = policy.parse(found?.Properties).ResponseHeadersPolicyConfig
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': SecurityHeadersConfig.FrameOptions.FrameOption,
    'referrer-policy': SecurityHeadersConfig.ReferrerPolicy.ReferrerPolicy,
    ...Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value])),
  }
}

describe('every response', () => {
  it.each(PATHS)('of %s carries the headers of the template, whatever the method', async path => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await get(path, method)
      expect([method, status < 500]).toEqual([method, true])
      expect(headers).toMatchObject(headersOfTemplate())
      const rules = String(headers['content-security-policy']).split('; ')
      expect(rules).toEqual(
        expect.arrayContaining(["default-src 'none'", "style-src 'self' 'unsafe-inline'", "frame-ancestors 'none'"]),
      )
      const others = rules.filter(rule => !rule.startsWith('style-src '))
      expect(others.join()).not.toMatch(/(?<!wasm-)unsafe-(inline|eval)|\*(?!\.)/)
    }
  })

  it('from an authenticated API route forbids caching', async () => {
    const { accessToken } = await visitor(story.cloud, 'reader')
    const { status, headers } = await get('/api/me', 'GET', { authorization: `Bearer ${accessToken}` })
    expect(status).toBe(200)
    expect(headers).toMatchObject({ ...headersOfTemplate(), 'cache-control': 'no-store' })
  })
})

/** The document at an address, never from a cache. */
async function documentAt(path: string): Promise<string> {
  const { status, headers, body } = await get(path)
  expect([path, status, headers['content-type'], headers['cache-control']]).toEqual([
    path,
    200,
    'text/html',
    'no-cache',
  ])
  return body
}

describe('the site', () => {
  it('returns the frame for every address without a document of its own, never from a cache', async () => {
    for (const path of ['/success?orderId=1', '/fail', '/signed-in?code=1', '/user/20260314140926', '/Recut/']) {
      expect(await documentAt(path)).toBe(page)
    }
  })

  it('returns a member’s page with its heading, never from a cache', async () => {
    for (const [path, heading] of [
      ['/user', '내 보관함'],
      ['/user?page=2', '내 보관함'],
      ['/user/terms', '내 용어집'],
      ['/addtoken', '토큰 충전'],
      ['/checkout?package=tokens-430', '결제'],
      ['/Account/', '계정'],
    ] as const) {
      expect(await documentAt(path)).toContain(`${heading}</h1>`)
    }
  })

  it('returns the prerendered document of a text page, never from a cache', async () => {
    for (const [path, sentence] of [
      ['/help', '또렷하게 말하는 강연과 인터뷰는 잘 번역하지만'],
      ['/terms', '올린 영상은 3일 동안 보관한 뒤 자동으로 지웁니다.'],
      ['/privacy', '카드 번호와 계좌 번호는 토스페이먼츠가 직접 받고'],
      ['/Terms/', '올린 영상은 3일 동안 보관한 뒤 자동으로 지웁니다.'],
    ] as const) {
      expect(await documentAt(path)).toContain(sentence)
    }
  })

  it('shows the home page and the not-found screen before any script has run', () => {
    expect(home).toContain('번역된 자막을 쉽고 빠르게 확인하세요</p>')
    expect(page).not.toContain('</h1>')
    expect(notFound).toContain('페이지를 찾을 수 없어요</h1>')
    expect(notFound).toContain('<title>페이지를 찾을 수 없어요 | Jamak 자막</title>')
  })

  it('returns 404 and the page’s own screen for an unknown address, never from a cache', async () => {
    for (const path of [
      '/nowhere',
      '/a/b/c',
      '/user/a/b',
      '/users',
      '/wp-login.php',
      '/index.html',
      '/page.html',
      '/terms.html',
    ]) {
      const { status, headers, body } = await get(path)
      expect([path, status, headers['content-type'], headers['cache-control']]).toEqual([
        path,
        404,
        'text/html',
        'no-cache',
      ])
      expect(body).toBe(notFound)
      expect((await get(path, 'HEAD')).status).toBe(404)
    }
  })

  it('serves hashed files with a cache time of a year, and revalidates with 304', async () => {
    const assets = [...home.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(assets.length).toBeGreaterThan(1)
    for (const path of assets) {
      const { status, headers } = await get(path)
      expect([path, status, headers['cache-control']]).toEqual([path, 200, 'max-age=31536000, immutable'])
      expect((await get(path, 'GET', { 'if-none-match': headers.etag })).status).toBe(304)
    }
  })

  it('provides the page with its settings and no secret', async () => {
    const { headers, body } = await get('/config.json')
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-cache' })
    expect(siteConfig.strict().parse(JSON.parse(body)).signIn).toBe('local')
    const secrets = Object.entries(exampleSettings()).filter(([name, value]) => /SECRET/.test(name) && value)
    expect(secrets.length).toBeGreaterThan(0)
    for (const [, value = ''] of secrets) expect(body + page).not.toContain(value)
  })
})

describe('a private object', () => {
  const TRICKS = [
    '/../../etc/passwd',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/\\..\\..\\package.json',
    '//etc/passwd',
    '///etc/passwd.txt',
    '/config.json%00.html',
    '/%00',
    '/%ff.txt',
    '/.env',
    '/.git/config',
    '/JamakApp.template.json',
    '/assets',
    '/assets/',
    '/assets/?list-type=2',
    '/?list-type=2',
    'http://other.example/config.txt',
  ]

  it.each(TRICKS)('is served at %s', async path => {
    const { status, body } = await get(path)
    if (status === 200) expect([home, page]).toContain(body)
    else if (status === 404) expect(body).toBe(notFound)
    else {
      expect(status).toBe(403)
      expect(body).toMatch(/^<\?xml[^>]*>\n<Error><Code>AccessDenied<\/Code><\/Error>$/)
    }
  })

  it('is not served by the media bucket to a request without a signature', async () => {
    const bucket = `/${story.cloud.physicalName('Media')}`
    for (const path of [bucket, `${bucket}/`, `${bucket}/?list-type=2`, `${bucket}/videos/`, `${bucket}/../`, '/']) {
      const { status, body } = await rawRequest(story.cloud.awsUrl, path)
      expect([path, status >= 400 && status < 500]).toEqual([path, true])
      expect(body).not.toContain('<Contents>')
    }
  })
})

it('without a shop’s test keys the page loads the stand-in’s script and nothing from Toss', async () => {
  const { headers, body } = await get('/config.json')
  expect(siteConfig.parse(JSON.parse(body)).tossScriptUrl).toBe(`${story.cloud.awsUrl}/toss/v1/payment-widget`)
  expect(String(headers['content-security-policy'])).not.toContain('tosspayments')
})

it('the final check of a deployment finds the page, its settings and the API of the running service', async () => {
  const { siteUrl } = story.cloud
  const outputs = {
    JamakApp: { SiteUrl: siteUrl, Distribution: 'd1.cloudfront.net', ProviderRedirectUri: 'https://x' },
  }
  const findings = await lastLook(outputs, fetch)
  // The local site is not https, so it sends no Strict-Transport-Security; the local hosted page is its own provider, so
  // where Cognito redirects is tested with a stand-in in test/bin/deploy.test.ts.
  expect(findings.slice(0, 3).map(({ what, state, found }) => `${what}: ${state === 'ok' ? state : found}`)).toEqual([
    'Page: without strict-transport-security',
    'Settings of the page: ok',
    'API: ok',
  ])
})

it('the logs contain no personal data', () => {
  expectNoPersonalData(story.cloud, 'reader')
})
