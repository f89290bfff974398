import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../support/browser.ts'
import { CLIENT_KEY, type ServedToss, serveToss } from './serve.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** The shop's page: the SDK from npm, our CSP, two places for the widget, and the outcome of the payment. */
const SHOP = `
  import { loadPaymentWidget } from '@tosspayments/payment-widget-sdk'
  const { src, clientKey } = document.body.dataset
  const say = text => { document.querySelector('#said').textContent = text }
  const widget = await loadPaymentWidget(clientKey, 'customer-1', {}, { src })
  const methods = widget.renderPaymentMethods('#methods', { value: 20000 }, { variantKey: 'DEFAULT' })
  const agreement = widget.renderAgreement('#agreement', { variantKey: 'AGREEMENT' })
  methods.on('ready', () => say('ready'))
  agreement.on('agreementStatusChange', status => { document.body.dataset.agreed = String(status.agreedRequiredTerms) })
  document.querySelector('#pay').addEventListener('click', () => widget.requestPayment({
    orderId: '20260727120000-abcdef', orderName: '토큰 430개',
    successUrl: location.origin + '/success', failUrl: location.origin + '/fail',
  }).catch(error => say(error.code)))`

async function serveShop(toss: ServedToss, clientKey = CLIENT_KEY) {
  const { outputFiles } = await build({
    stdin: { contents: SHOP, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'esm',
  })
  const { origin } = new URL(toss.url)
  const policy =
    `default-src 'none'; script-src 'self' ${origin}; style-src 'self'; connect-src 'self'; frame-src ${origin}; ` +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  const page =
    `<!doctype html><html lang="ko"><title>상점</title><body data-src="${toss.url}/v1/payment-widget" data-client-key="${clientKey}">` +
    '<div id="methods"></div><div id="agreement"></div><button id="pay">결제</button><p id="said"></p>' +
    '<script type="module" src="/shop.js"></script>'
  const server = createServer((req, res) => {
    const isScript = req.url === '/shop.js'
    res.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
      'content-security-policy': policy,
    })
    res.end(isScript ? outputFiles[0]?.text : page)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function visit(url: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage()
  page.setDefaultTimeout(5_000)
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${url}/checkout`)
  return { page, complaints }
}

const said = (page: Page) => page.locator('#said').textContent()

async function agree(page: Page): Promise<void> {
  const boxes = page.frameLocator('iframe[title="약관 동의"]').getByRole('checkbox')
  await boxes.last().waitFor()
  for (const box of await boxes.all()) await box.check()
  await page.waitForSelector('body[data-agreed=true]', { timeout: 5_000 })
}

describe('the local Toss widget', () => {
  it('renders under the site’s strict content security policy and returns the shopper who pays', async () => {
    await using toss = await serveToss()
    await using shop = await serveShop(toss)
    const { page, complaints } = await visit(shop.url)
    await expect.poll(() => said(page)).toBe('ready')
    await agree(page)
    await page.click('#pay')
    const box = page.frameLocator('iframe[title="결제창"]')
    await box.getByText('20,000원').waitFor()
    await box.getByRole('button', { name: '결제하기' }).click()
    await page.waitForURL(/\/success\?/)
    const query = new URL(page.url()).searchParams
    expect(query.get('orderId')).toBe('20260727120000-abcdef')
    expect(query.get('amount')).toBe('20000')
    expect(query.get('paymentKey')).toMatch(/^tlocal_/)
    expect(complaints).toEqual([])
    await page.close()
  })

  it('rejects a payment without the required terms, or whose window is closed', async () => {
    await using toss = await serveToss()
    await using shop = await serveShop(toss)
    const { page } = await visit(shop.url)
    await expect.poll(() => said(page)).toBe('ready')
    await page.click('#pay')
    await expect.poll(() => said(page)).toBe('NEED_AGREEMENT_WITH_REQUIRED_TERMS')
    await agree(page)
    await page.click('#pay')
    await page.frameLocator('iframe[title="결제창"]').getByRole('button', { name: '닫기' }).click()
    await expect.poll(() => said(page)).toBe('USER_CANCEL')
    await page.close()
  })

  it('sends a shopper who cancels to the failure page', async () => {
    await using toss = await serveToss()
    await using shop = await serveShop(toss)
    const { page } = await visit(shop.url)
    await expect.poll(() => said(page)).toBe('ready')
    await agree(page)
    await page.click('#pay')
    await page.frameLocator('iframe[title="결제창"]').getByRole('button', { name: '취소' }).click()
    await page.waitForURL(/\/fail\?/)
    expect(new URL(page.url()).searchParams.get('code')).toBe('PAY_PROCESS_CANCELED')
    await page.close()
  })

  it('refuses an unknown client key', async () => {
    await using toss = await serveToss()
    await using shop = await serveShop(toss, 'test_gck_unknown')
    const { page } = await visit(shop.url)
    const frame = page.frameLocator('iframe[title="결제 수단"]')
    await frame.getByText('인증되지 않은').waitFor()
    await page.click('#pay')
    await expect.poll(() => said(page)).toBe('UNAUTHORIZED_KEY')
    await page.close()
  })
})
