import { expect, it } from 'vitest'
import { siteConfig } from '../../lambdas/contract/site-config.ts'
import { exampleSettings } from '../support/example-settings.ts'
import { running } from '../support/running.ts'

const RANDOM = 'A1b2C3d4E5f6G7h8I9j0K1l2'

it('with a shop’s test keys the page loads Toss’s own script, and the policy allows it', async () => {
  const keys = { TOSS_CLIENT_KEY: `test_ck_${RANDOM}`, SECRET_TOSS: `test_sk_${RANDOM}` }
  const story = await running({ env: { ...exampleSettings(), ...keys } })
  const answer = await fetch(`${story.cloud.siteUrl}/config.json`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(siteConfig.parse(await answer.json()).tossScriptUrl).toBeUndefined()
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' https://js.tosspayments.com")
  expect(policy).toContain('frame-src https://*.tosspayments.com')
  await story.stop()
})
