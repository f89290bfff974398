import { expect, it } from 'vitest'
import { lastLook } from '../../bin/deploy/last-look.ts'
import { running } from '../support/running.ts'

it('the last look at a deployment finds the page, its settings and the API of the running service', async () => {
  const story = await running()
  const { siteUrl } = story.cloud
  const outputs = {
    JamakApp: { SiteUrl: siteUrl, Distribution: 'd1.cloudfront.net', ProviderRedirectUri: 'https://x' },
  }
  const findings = await lastLook(outputs, fetch)
  await story.stop()
  // The local site is not https, so it sends no Strict-Transport-Security; the local hosted page is its own provider, so
  // where Cognito sends people is shown with a played service in test/bin/deploy.test.ts.
  expect(findings.slice(0, 3).map(({ what, state, found }) => `${what}: ${state === 'ok' ? state : found}`)).toEqual([
    'Page: without strict-transport-security',
    'Settings of the page: ok',
    'API: ok',
  ])
})
