import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core'
import { type ChromiumPackage, chromiumPath } from './chromium.ts'

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 360, height: 740 }

/**
 * The Chromium from npm. Its default arguments are not used: they turn web security off,
 * and these tests are about CORS and the content security policy.
 */
export async function launchBrowser(name?: ChromiumPackage): Promise<Browser> {
  // A test's page lives for a second: helpers of V8 and rasterization take a seventh of its CPU and save no time.
  const thrifty = ['--js-flags=--single-threaded', '--num-raster-threads=1']
  const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', ...thrifty]
  return playwright.launch({ executablePath: chromiumPath(process.env, name), args, headless: true })
}

let shared: Promise<Browser> | undefined

/**
 * One browser for all test files of a worker, because starting one takes more CPU than most tests. It ends with the
 * worker. Every test has its own profile; call `closeProfiles` instead of closing the browser.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared
  if (running?.isConnected()) return running
  shared = launchBrowser()
  return shared
}

/**
 * Factor by which pages are slowed down; it also delays stand-ins by up to 50 ms per unit. `SLOW_PAGE=6` reveals tests
 * that pass only because a page is fast.
 */
export const SLOW_PAGE = Number(process.env.SLOW_PAGE ?? 1)

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PAGE })
}

/** Closes every profile that the tests of a file have left open, except those for reuse. */
export async function closeProfiles(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map(context => !reused.has(context) && context.close()))
}

export interface OpenOptions {
  viewport?: { width: number; height: number }
  /** Runs in every page before its scripts. */
  storage?: Record<string, string>
}

export interface Profile {
  context: BrowserContext
  page: Page
  /** Errors and violations of the content security policy. */
  faults: string[]
}

/** A fresh browser profile. */
export async function openProfile(
  browser: Browser,
  { viewport = DESKTOP, storage = {} }: OpenOptions = {},
): Promise<Profile> {
  const context = await browser.newContext({
    viewport,
    colorScheme: 'light',
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
  if (SLOW_PAGE > 1) await slowDown(page)
  page.on('console', message => {
    if (/Content Security Policy|violates the following/i.test(message.text())) faults.push(message.text())
  })
  page.setDefaultTimeout(100_000)
  return { context, page, faults }
}

/**
 * A profile that is emptied after each visit, with scripts that stay cached and compiled: a new one costs Chromium as
 * much CPU as the visit itself.
 */
export interface ReusedProfile {
  /** Returns the emptied profile with these storage entries, or undefined while it is in use or after a failed visit. */
  take(storage: Record<string, string>): Promise<Profile | undefined>
  /** Empties the profile after use. */
  giveBack(): Promise<void>
}

/** The contexts that several test files use, one after the other. */
const reused = new WeakSet<BrowserContext>()

/** Keeps a profile for one origin; `emptyPath` is a file of it that runs no scripts. */
export async function reusedProfile(
  browser: Browser,
  origin: string,
  emptyPath: string,
  viewport = DESKTOP,
): Promise<ReusedProfile> {
  const { context, page, faults } = await openProfile(browser, { viewport })
  reused.add(context)
  const emptyPage = new URL(emptyPath, origin).href
  await page.goto(emptyPage)
  let isLent = false
  return {
    async take(storage) {
      if (isLent) return undefined
      isLent = true
      faults.length = 0
      await page.evaluate(entries => {
        for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
      }, storage)
      return { context, page, faults }
    },
    async giveBack() {
      await Promise.all(context.pages().map(each => each !== page && each.close()))
      page.removeAllListeners('dialog')
      // A page with an unfinished upload opens a dialog before the browser leaves it.
      page.on('dialog', dialog => void dialog.accept())
      await page.goto(emptyPage)
      page.removeAllListeners('dialog')
      await Promise.all([
        page.evaluate(emptyStorage),
        page.setViewportSize(viewport),
        page.mouse.move(0, 0),
        context.setOffline(false),
        context.clearCookies(),
        context.clearPermissions(),
      ])
      isLent = false
    },
  }
}

/** Runs in the page. */
async function emptyStorage(): Promise<void> {
  sessionStorage.clear()
  localStorage.clear()
  const deleted = (name: string) =>
    new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = () => resolve()
      request.onerror = () => reject(request.error)
    })
  const databases = await indexedDB.databases()
  await Promise.all(databases.map(({ name }) => deleted(name ?? '')))
  const kept = await caches.keys()
  await Promise.all(kept.map(name => caches.delete(name)))
  const files = await navigator.storage.getDirectory()
  for await (const name of files.keys()) await files.removeEntry(name, { recursive: true })
}

/**
 * Goes to an address of the page without loading its document again, as its links do. It leaves by way of the terms, so
 * that the screen keeps no state.
 */
export async function goWithinPage(page: Page, path: string): Promise<void> {
  const go = (to: string) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }
  await page.evaluate(go, '/terms')
  await page.getByRole('heading', { name: '이용약관', level: 1 }).waitFor()
  await page.evaluate(go, path)
}

/** Runs in the page: whether all of the element is visible below the sticky header. */
export function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const header = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0
  return top >= header && bottom <= window.innerHeight
}
