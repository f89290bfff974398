import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { contentSecurityPolicy } from '../lib/website.ts'
import { violationsTable } from './check-toss/report.ts'
import { openShop } from './check-toss/shop.ts'
import { orUsage, WrongArgument } from './usage.ts'

const HELP = `npm run check-toss -- [--client-key test_gck_…] [--seconds 600] [--browser path] [--script url]

Opens Toss's real payment widget in this machine's Chrome or Edge, under the site's content security policy, and
prints what the policy would refuse. Choose a method, accept the terms, press 결제 and complete the payment with each method
that the shop offers; then close the window. Meanwhile, the policy only reports, no payment is confirmed, and with a
test key no money moves. Needs the internet and the client key of a payment widget (TOSS_CLIENT_KEY of .env by default).

Exit code: 0 nothing would be refused, 1 something would be, 2 the widget did not appear or no browser started.`

const root = join(import.meta.dirname, '..')
const text = { type: 'string' } as const
const { values } = orUsage(HELP, () => {
  const help = { type: 'boolean', short: 'h' } as const
  const read = parseArgs({ options: { 'client-key': text, seconds: text, browser: text, script: text, help } })
  if (!(Number(read.values.seconds ?? 600) > 0)) throw new WrongArgument('--seconds takes a positive number.')
  return read
})

async function check(clientKey: string): Promise<number> {
  const hosts = { signInHost: 'sign-in.example', tokenHost: 'tokens.example', mediaHost: 'media.example' }
  const policy = contentSecurityPolicy(hosts)
  await using shop = await openShop({ policy, enforced: false, clientKey, scriptUrl: values.script })
  const browser = await openBrowser()
  if (!browser) {
    console.error('No browser started. This needs a screen, and Chrome, Edge or --browser /path/to/a/chromium.')
    return 2
  }
  try {
    const page = await browser.newPage()
    const closed = new Promise(resolve => page.once('close', resolve))
    await page.goto(shop.url)
    console.log(`${shop.url} is open. Complete the payment, then close the window.`)
    await Promise.race([closed, wait(Number(values.seconds ?? 600) * 1000, undefined, { ref: false })])
  } finally {
    await browser.close()
  }
  console.log(`\nSeen: ${shop.seen.join(', ') || 'nothing'}\n\n${violationsTable(shop.violations)}`)
  if (!shop.seen.includes('ready')) return 2
  return shop.violations.length === 0 ? 0 : 1
}

/** The browser of `--browser`, else Chrome or Edge; undefined if none starts. */
async function openBrowser(): Promise<Browser | undefined> {
  const choices = values.browser ? [{ executablePath: values.browser }] : [{ channel: 'chrome' }, { channel: 'msedge' }]
  for (const choice of choices)
    try {
      return await chromium.launch({ ...choice, headless: false })
    } catch {
      // Not installed, or there is no screen; try the next one.
    }
  return undefined
}

if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
const clientKey = values['client-key'] ?? process.env.TOSS_CLIENT_KEY
if (values.help) console.log(HELP)
else if (!clientKey) {
  console.error(`No client key: give --client-key, or set TOSS_CLIENT_KEY in .env.\n\n${HELP}`)
  process.exitCode = 2
} else process.exitCode = await check(clientKey)
