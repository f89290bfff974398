import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core'

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 360, height: 740 }

/**
 * The Chromium from npm, which needs no system package. Its default arguments are not used: they turn web security off,
 * and these tests are about CORS and the content security policy.
 */
export async function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none']
  return playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true })
}

let shared: Promise<Browser> | undefined

/**
 * One browser for all files that a worker runs, because starting one takes more CPU than most tests; it ends with the
 * worker. Every test has a profile of its own, and `closeProfiles` takes the place of closing the browser.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared
  if (running?.isConnected()) return running
  shared = launchBrowser()
  return shared
}

/** Closes every profile that the tests of a file have left open. */
export async function closeProfiles(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map(context => context.close()))
}

export interface OpenOptions {
  viewport?: { width: number; height: number }
  colourScheme?: 'light' | 'dark'
  /** Runs in every page before its scripts. */
  storage?: Record<string, string>
}

/** A fresh browser profile; `faults` collects errors and violations of the content security policy. */
export async function openProfile(
  browser: Browser,
  { viewport = DESKTOP, colourScheme = 'light', storage = {} }: OpenOptions = {},
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await browser.newContext({
    viewport,
    colorScheme: colourScheme,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    reducedMotion: 'reduce',
    hasTouch: viewport.width < 500,
  })
  const faults: string[] = []
  await context.addInitScript(entries => {
    if (location.protocol === 'about:' || sessionStorage.getItem('storage-was-set')) return
    sessionStorage.setItem('storage-was-set', '1')
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, storage)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`Content Security Policy: ${violatedDirective} ${blockedURI}`)
    })
  })
  context.on('weberror', error => faults.push(`error: ${error.error().message}`))
  const page = await context.newPage()
  page.on('console', message => {
    if (/Content Security Policy|violates the following/i.test(message.text())) faults.push(message.text())
  })
  page.setDefaultTimeout(10_000)
  return { context, page, faults }
}
