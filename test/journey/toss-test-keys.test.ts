import { expect, it } from 'vitest'
import { siteConfig } from '../../lambdas/contract/site-config.ts'
import { exampleSettings } from '../support/example-settings.ts'
import { running } from '../support/running.ts'

const RANDOM = 'A1b2C3d4E5f6G7h8I9j0K1l2'

async function pageWith(keys: Record<string, string>) {
  const story = await running({ env: { ...exampleSettings(), ...keys } })
  const answer = await fetch(`${story.cloud.siteUrl}/config.json`)
  const config = siteConfig.parse(await answer.json())
  const page = { config, policy: answer.headers.get('content-security-policy') ?? '', awsUrl: story.cloud.awsUrl }
  await story.stop()
  return page
}

it('with a shop’s test keys the page loads Toss’s own script, and the policy allows it', async () => {
  const { config, policy } = await pageWith({ TOSS_CLIENT_KEY: `test_ck_${RANDOM}`, SECRET_TOSS: `test_sk_${RANDOM}` })
  expect(config.tossScriptUrl).toBeUndefined()
  expect(policy).toContain("script-src 'self' https://js.tosspayments.com")
  expect(policy).toContain('frame-src https://*.tosspayments.com')
})

it('without them the page loads the stand-in’s script and nothing from Toss', async () => {
  const { config, policy, awsUrl } = await pageWith({})
  expect(config.tossScriptUrl).toBe(`${awsUrl}/toss/v1/payment-widget`)
  expect(policy).not.toContain('tosspayments')
})
