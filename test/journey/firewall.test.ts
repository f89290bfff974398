import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { ORIGIN_HEADER } from '../../lambdas/contract/routes/route.ts'
import { ROUTES } from '../../lambdas/contract/routes.ts'
import { createApp } from '../../lib/app.ts'
import { readConfig } from '../../lib/config.ts'
import { exampleSettings } from '../support/example-settings.ts'
import { setUpStory } from '../support/running.ts'
import { visitor } from '../support/visitor.ts'

const SECRET = 'o'.repeat(40)
const folder = mkdtempSync(join(tmpdir(), 'jamak-firewall-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
/** A frozen time, so that the API's rate does not recover meanwhile. */
let frozen: number | undefined

const config = readConfig({ ...exampleSettings(), DEPLOYMENT: 'local', FIREWALL: 'on' })
const parts = { bundles: inject('bundles'), page: inject('page') }
// CDK's rules are applied to the firewall, too, by test/lib/nag.test.ts.
createApp({ config, ...parts, outdir: folder, validation: false }).app.synth()
const story = await setUpStory({
  assembly: folder,
  env: { ...exampleSettings(), SECRET_ORIGIN: JSON.stringify({ value: SECRET }) },
  clock: { now: () => frozen ?? Date.now() },
  apiThrottling: true,
})
const person = await visitor(story.cloud, 'visitor')

/** Calls the API at its own address, bypassing CloudFront. */
const beside = (path: string, init: RequestInit = {}) => fetch(`${story.cloud.awsUrl}/execute-api${path}`, init)
const authorization = () => ({ authorization: `Bearer ${person.accessToken}` })
const codeOf = async (answer: Response) => [answer.status, (await answer.json()).code]

describe('with FIREWALL=on', () => {
  it('the API accepts a signed-in request through CloudFront and refuses the same request at its own address', async () => {
    expect((await fetch(`${story.cloud.siteUrl}/api/me`, { headers: authorization() })).status).toBe(200)
    expect(await codeOf(await beside('/api/me', { headers: authorization() }))).toEqual([403, 'FORBIDDEN'])
    const guessed = { ...authorization(), [ORIGIN_HEADER]: 'x'.repeat(40) }
    expect(await codeOf(await beside('/api/me', { headers: guessed }))).toEqual([403, 'FORBIDDEN'])
  })

  it('a header that a visitor sends through CloudFront is replaced by the secret one', async () => {
    const headers = { ...authorization(), [ORIGIN_HEADER]: 'made up' }
    expect((await fetch(`${story.cloud.siteUrl}/api/me`, { headers })).status).toBe(200)
  })

  it('webhooks of Toss are accepted through CloudFront, too', async () => {
    const notice = { method: 'POST', body: '{"eventType":"PAYMENT_STATUS_CHANGED","data":{}}' }
    expect((await fetch(story.cloud.siteUrl + ROUTES.paymentWebhook.path, notice)).status).toBe(200)
    expect(await codeOf(await beside(ROUTES.paymentWebhook.path, notice))).toEqual([403, 'FORBIDDEN'])
  })
})

describe('a crowd that uses up the API’s rate', () => {
  const crowd = async (path: string, requests: number, init: RequestInit = {}) => {
    const statuses: number[] = []
    for (let sent = 0; sent < requests; sent += 50)
      statuses.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, async () => (await fetch(story.cloud.siteUrl + path, init)).status),
        )),
      )
    return statuses
  }

  it('is refused with 429, while payments are still confirmed and webhooks still accepted', async () => {
    frozen = Date.now() + 60_000
    const statuses = await crowd('/api/me', 250)
    expect(statuses.filter(status => status === 429)).toHaveLength(50)
    expect((await fetch(`${story.cloud.siteUrl}/api/me`, { headers: authorization() })).status).toBe(429)
    const body = { paymentKey: 'key', orderId: 'unknown', amount: 1000 }
    expect(await person.call('confirmPayment', { body })).toMatchObject({ status: 404, body: { code: 'NO_ORDER' } })
    const notice = { method: 'POST', body: '{"eventType":"PAYMENT_STATUS_CHANGED","data":{}}' }
    expect((await fetch(story.cloud.siteUrl + ROUTES.paymentWebhook.path, notice)).status).toBe(200)
  })

  it('is accepted again a second later, up to the rate', async () => {
    frozen = (frozen ?? 0) + 1000
    const statuses = await crowd('/api/me', 150)
    expect(statuses.filter(status => status === 429)).toHaveLength(50)
  })
})
