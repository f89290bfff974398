import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHostRewriter } from '#local-aws/template/hosts.ts'
import { openShop, type Shop } from '../../../bin/check-toss/shop.ts'
import { contentSecurityPolicy } from '../../../lib/website.ts'
import { closeProfiles, sharedBrowser } from '../../support/browser.ts'
import { playToss } from './as-toss.ts'
import { CLIENT_KEY, type ServedToss, serveToss } from './serve.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeProfiles(browser))

/** The policy of the deployed site. */
const DEPLOYED = contentSecurityPolicy({
  signInHost: 'sign-in.example',
  tokenHost: 'tokens.example',
  mediaHost: 'media.example',
})

/** A shop with the site's policy, as it is served locally. */
function serveShop(toss: ServedToss, clientKey = CLIENT_KEY): Promise<Shop> {
  const hosts = createHostRewriter([
    { host: '*.tosspayments.com', url: toss.url },
    { host: 'js.tosspayments.com', url: toss.url },
  ])
  const scriptUrl = `${toss.url}/v1/payment-widget`
  return openShop({ policy: hosts.policy(DEPLOYED), enforced: true, clientKey, scriptUrl })
}

async function visit(url: string): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(5_000)
  await page.goto(url)
  return page
}

const said = (page: Page) => page.locator('#said').textContent()

async function agree(page: Page): Promise<void> {
  const boxes = page.frameLocator('iframe[title="약관 동의"]').getByRole('checkbox')
  await boxes.last().waitFor()
  for (const box of await boxes.all()) await box.check()
  await page.waitForSelector('body[data-agreed=true]')
}

describe('the local Toss widget', () => {
  it('rejects a payment without the required terms, or with a closed window', async () => {
    await using toss = await serveToss()
    await using shop = await serveShop(toss)
    const page = await visit(shop.url)
    await expect.poll(() => said(page)).toBe('ready')
    await page.click('#pay')
    await expect.poll(() => said(page)).toBe('NEED_AGREEMENT_WITH_REQUIRED_TERMS')
    await agree(page)
    await page.click('#pay')
    await page.frameLocator('iframe[title="결제창"]').getByRole('button', { name: '닫기' }).click()
    await expect.poll(() => said(page)).toBe('USER_CANCEL')
    await page.close()
  })

  it('refuses an unknown client key', async () => {
    await using toss = await serveToss()
    await using shop = await serveShop(toss, 'test_gck_unknown')
    const page = await visit(shop.url)
    const frame = page.frameLocator('iframe[title="결제 수단"]')
    await frame.getByText('인증되지 않은').waitFor()
    await page.click('#pay')
    await expect.poll(() => said(page)).toBe('UNAUTHORIZED_KEY')
    await page.close()
  })
})

describe('the widget under Toss’s own host names', () => {
  it('keeps its styles, image, requests and frames under the deployed policy', async () => {
    await using toss = await serveToss()
    await using shop = await openShop({ policy: DEPLOYED, enforced: true, clientKey: CLIENT_KEY })
    const context = await browser.newContext({ viewport: { width: 1000, height: 700 } })
    const hosts = await playToss(context, toss)
    const page = await context.newPage()
    page.setDefaultTimeout(5_000)
    await page.goto(shop.url)
    await expect.poll(() => said(page)).toBe('ready')
    const methods = await page.locator('iframe[title="결제 수단"]').boundingBox()
    expect(methods?.width).toBeGreaterThan(900)
    await agree(page)
    await page.click('#pay')
    const window = page.locator('iframe[title="결제창"]')
    await window.contentFrame().getByText('20,000원').waitFor()
    await expect.poll(() => window.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1000, height: 700 })
    await window.contentFrame().getByRole('button', { name: '결제하기' }).click()
    await page.waitForURL(/\/success\?/)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
    expect(shop.violations).toEqual([])
    expect([...hosts].sort()).toEqual([
      'apigw-sandbox.tosspayments.com',
      'event.tosspayments.com',
      'js.tosspayments.com',
      'log.tosspayments.com',
      'payment-gateway-sandbox.tosspayments.com',
      'payment-widget.tosspayments.com',
      'static.toss.im',
    ])
  })
})
