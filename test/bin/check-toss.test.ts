import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsTable } from '../../bin/check-toss/report.ts'
import { openShop } from '../../bin/check-toss/shop.ts'
import { contentSecurityPolicy } from '../../lib/website.ts'
import { playToss } from '../local/toss/as-toss.ts'
import { CLIENT_KEY, serveToss } from '../local/toss/serve.ts'
import { closeProfiles, sharedBrowser } from '../support/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeProfiles(browser))

const DEPLOYED = contentSecurityPolicy({ signInHost: 's.example', tokenHost: 't.example', mediaHost: 'm.example' })

/** Opens the payment window at a shop that only reports what breaks the policy. */
async function reported(policy: string) {
  await using toss = await serveToss()
  await using shop = await openShop({ policy, enforced: false, clientKey: CLIENT_KEY })
  const context = await browser.newContext()
  await playToss(context, toss)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.goto(shop.url)
  await expect.poll(() => shop.seen).toContain('ready')
  for (const box of await page.frameLocator('iframe[title="약관 동의"]').getByRole('checkbox').all()) await box.check()
  await page.waitForSelector('body[data-agreed=true]')
  await page.click('#pay')
  await page.frameLocator('iframe[title="결제창"]').getByRole('button', { name: '결제하기' }).click()
  await expect.poll(() => shop.seen).toContain('success')
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  return shop.violations
}

describe('npm run check-toss', () => {
  it('reports no violations of the local payment window under the deployed policy', async () => {
    expect(violationsTable(await reported(DEPLOYED))).toBe('None.')
  })

  it('lists every violation of a narrower policy with the entry that would allow it', async () => {
    const planted = DEPLOYED.replace(" 'unsafe-inline'", '')
      .replace(/ https:\/\/static\.toss\.im/, '')
      .replace(/(connect|frame)-src [^;]*/g, "$1-src 'self'")
    const rows = violationsTable(await reported(planted))
      .split('\n')
      .slice(2)
      .map(row => row.split(/ {2,}/))
    expect(rows.map(([directive, refused, , allow]) => [directive, refused, allow])).toEqual([
      ['connect-src', 'log.tosspayments.com', 'connect-src https://log.tosspayments.com'],
      ['connect-src', 'event.tosspayments.com', 'connect-src https://event.tosspayments.com'],
      ['connect-src', 'apigw-sandbox.tosspayments.com', 'connect-src https://apigw-sandbox.tosspayments.com'],
      ['frame-src', 'payment-widget.tosspayments.com', 'frame-src https://payment-widget.tosspayments.com'],
      [
        'frame-src',
        'payment-gateway-sandbox.tosspayments.com',
        'frame-src https://payment-gateway-sandbox.tosspayments.com',
      ],
      ['img-src', 'static.toss.im', 'img-src https://static.toss.im'],
      ['style-src-attr', 'inline', "style-src 'unsafe-inline'"],
      ['style-src-elem', 'inline', "style-src 'unsafe-inline'"],
    ])
  })

  it('never advises allowing inline scripts, and marks unknown hosts', () => {
    const table = violationsTable([
      { directive: 'script-src', what: 'eval', sample: '' },
      { directive: 'frame-src', what: 'https://cards.example/pay?id=1', sample: '' },
    ])
    expect(table).toContain('nothing: ask Toss why its script needs it')
    expect(table).toContain('ask Toss; then frame-src https://cards.example')
    expect(table).not.toContain('id=1')
  })
})

it('reports a browser that does not start in one line, and exits with 2', () => {
  const program = join(import.meta.dirname, '../../bin/check-toss.ts')
  const args = ['--client-key', 'test_gck_x', '--browser', '/nowhere/chromium']
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toContain('--browser')
  expect(stderr).not.toMatch(/\n\s+at /)
})
