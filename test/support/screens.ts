import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, expect, inject } from 'vitest'
import * as z from 'zod'
import {
  closeProfiles,
  DESKTOP,
  type OpenOptions,
  openProfile,
  PHONE,
  type Profile,
  type ReusedProfile,
  reusedProfile,
  sharedBrowser,
} from './browser.ts'
import { memberStorage } from './member-storage.ts'
import { sampleConfig, sampleMe } from './sample-data.ts'
import { type Answers, AXE, AXE_PATH, type StandIn, startStandIn } from './stand-in.ts'

/** The smallest width that the page supports. */
const NARROWEST = { width: 320, height: 640 }
const SHOTS = join(import.meta.dirname, '../../docs/screens')

/** The built page in Chromium, served by a stand-in. */
export interface Screens {
  site: StandIn
  browser: Browser
  /** Opens the page. The visit ends with its test. */
  visit(path: string, options?: VisitOptions): Promise<Visit>
  /** Ends the visits that are still open. */
  leave(): Promise<void>
  close(): Promise<void>
}

export interface VisitOptions extends OpenOptions {
  /** Whether somebody is already signed in. */
  member?: boolean
  answers?: Answers
  /** Called before the page loads. Needs a separate profile, because its changes cannot be undone. */
  before?(page: Page): Promise<unknown>
}

export interface Visit extends Profile {
  /** Ends the visit before its test does; fails if the page violated its security policy or threw. */
  leave(): Promise<void>
}

interface Shared {
  site: StandIn
  browser: Browser
  /** The profile for ordinary visits in a window of this size. */
  reused(viewport: typeof DESKTOP): Promise<ReusedProfile> | undefined
}

let shared: Promise<Shared> | undefined

/** One stand-in and its profiles for all test files of a worker. They end with it. */
async function sharedScreens(): Promise<Shared> {
  const earlier = await shared
  if (earlier?.browser.isConnected()) return earlier
  shared = share(earlier?.site)
  return shared
}

async function share(earlier: StandIn | undefined): Promise<Shared> {
  const [browser, site] = await Promise.all([sharedBrowser(), earlier ?? startStandIn(inject('page'))])
  const profiles = new Map<typeof DESKTOP, Promise<ReusedProfile>>()
  const reused = (viewport: typeof DESKTOP) => {
    if (viewport !== DESKTOP && viewport !== PHONE) return undefined
    const profile = profiles.get(viewport) ?? reusedProfile(browser, site.origin, '/robots.txt', viewport)
    profiles.set(viewport, profile)
    return profile
  }
  return { site, browser, reused }
}

async function openScreens(): Promise<Screens> {
  const { site, browser, reused } = await sharedScreens()
  const open = new Set<Visit>()

  /** Returns the visit's profile and a function that ends it. */
  async function profileFor({ before, ...options }: VisitOptions): Promise<Visit> {
    const kept = before ? undefined : await reused(options.viewport ?? DESKTOP)
    const taken = await kept?.take(options.storage ?? {})
    if (kept && taken) return { ...taken, leave: () => checked(taken, kept.giveBack) }
    const opened = await openProfile(browser, options)
    await before?.(opened.page)
    return { ...opened, leave: () => checked(opened, () => opened.context.close()) }
  }

  return {
    site,
    browser,
    async visit(path, { member = true, answers = {}, storage = {}, ...options } = {}) {
      site.answers = {
        me: () => sampleMe,
        closeSession: () => ({}),
        listArchive: () => ({ entries: [], page: 1, pages: 0, total: 0 }),
        readGlossary: () => ({ terms: [] }),
        listKeys: () => ({ keys: [] }),
        ...answers,
      }
      site.calls.length = 0
      const visit = await profileFor({ ...options, storage: { ...(member && memberStorage()), ...storage } })
      const leave = async () => {
        if (open.delete(ending)) await visit.leave()
      }
      const ending = { ...visit, leave }
      open.add(ending)
      await visit.page.goto(site.origin + path)
      return ending
    },
    async leave() {
      for (const { leave } of open) await leave()
    },
    async close() {
      await closeProfiles(browser)
    },
  }
}

/** Ends a visit; fails if the page violated its security policy or threw. */
async function checked({ faults }: Profile, end: () => Promise<void>): Promise<void> {
  await end()
  expect(faults).toEqual([])
}

/** Restores the site's settings after a test has changed them. */
export function resetSite(site: StandIn): void {
  site.config = { ...sampleConfig, signInDomain: site.foreignOrigin }
  site.foreign = undefined
  site.partners = []
}

/** The page in a browser for the tests of one file; the stand-in forgets its settings after each test. */
export async function setUpScreens(): Promise<Screens> {
  const screens = await openScreens()
  afterEach(async () => {
    await screens.leave()
    resetSite(screens.site)
  })
  afterAll(() => screens.close())
  return screens
}

/** Whether axe also checks dark and narrow screens. Off by default, because that takes two thirds of the CPU. */
const EVERY_VIEW = process.env.EVERY_VIEW === 'on' || process.env.KEEP_SCREENS !== undefined

/**
 * Checks what must hold in every state of every screen: no axe violation, and no horizontal scrolling at the narrowest width.
 * `EVERY_VIEW=on` repeats axe in the dark and at that width. `KEEP_SCREENS=on` retakes the pictures of `docs/screens`;
 * `KEEP_SCREENS=/a/folder` saves every screen there at four widths, and at all but the widest in the dark, too.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await page.setViewportSize(DESKTOP)
  await waitUntilStill(page)
  const faults = await violations(page, 'wide')
  if (EVERY_VIEW) faults.push(...(await violationsInDark(page, name)))
  await shoot(page, name, '1280')
  await page.setViewportSize(NARROWEST)
  await waitUntilStill(page)
  if (EVERY_VIEW) faults.push(...(await violations(page, 'narrow')))
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflow > 0) faults.push(`320 px: ${overflow} px too wide`)
  await shoot(page, name, '360', PHONE)
  await page.setViewportSize(DESKTOP)
  expect(faults, name).toEqual([])
}

async function violationsInDark(page: Page, name: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  // In a profile without reduced motion, colours change gradually.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(animation => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  )
  // Dark mode only changes colours.
  const found = await violations(page, 'dark', ['color-contrast'])
  await shoot(page, name, 'dark-1280')
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

const axeResults = z.object({
  violations: z.array(
    z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })) }),
  ),
})

async function violations(page: Page, where: string, runOnly?: string[]): Promise<string[]> {
  if (!(await page.evaluate('typeof axe !== "undefined"')) && !(await page.evaluate(addScript, AXE_PATH)))
    await page.evaluate(await readFile(AXE, 'utf8'))
  // None of the rules reads style sheets, which axe would otherwise load and parse each time.
  const preload = { assets: ['media'] }
  const options = JSON.stringify({ resultTypes: ['violations'], preload, ...(runOnly && { runOnly }) })
  const results = axeResults.parse(await page.evaluate(`axe.run(document, ${options})`))
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${where}: ${id}: ${html} ${failureSummary}`),
  )
}

/** Runs in the page: loads a script of the site and removes its element. False if it cannot be loaded, for example offline. */
function addScript(path: string): Promise<boolean> {
  const script = document.createElement('script')
  script.src = path
  document.head.append(script)
  return new Promise<boolean>(resolve => {
    script.onload = () => resolve(true)
    script.onerror = () => resolve(false)
  }).finally(() => script.remove())
}

/** Waits until fonts are loaded and animations have ended. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    // Only what is drawn asks for its part of a font.
    await drawn()
    await document.fonts.ready
    await Promise.all(document.getAnimations().map(each => each.finished.catch(() => undefined)))
    await drawn()
  })
}

/** Pictures that the README shows. */
const SHOWN = new Set(['archive-1280', 'editor-video-1280'])
const TABLET = { width: 768, height: 1024 }
const LARGE = { width: 1920, height: 1080 }

async function shoot(page: Page, screen: string, size: string, viewport = DESKTOP): Promise<void> {
  const wanted = process.env.KEEP_SCREENS ?? ''
  if (wanted === '' || (wanted === 'on' && !SHOWN.has(`${screen}-${size}`))) return
  // Once idle, the page loads `letters.css`: fonts for letters that occur only in users' texts.
  const hasLetters = () => [...document.styleSheets].some(({ href }) => href?.includes('letters'))
  await page.waitForFunction(hasLetters, undefined, { timeout: 3000 }).catch(() => undefined)
  await page.evaluate(() => document.fonts.ready)
  const folder = wanted === 'on' ? SHOTS : wanted
  await picture(page, viewport, join(folder, `${screen}-${size}.png`))
  if (wanted === 'on' || size !== '360') return
  await picture(page, LARGE, join(folder, `${screen}-1920.png`))
  await picture(page, TABLET, join(folder, `${screen}-768.png`))
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, TABLET, join(folder, `${screen}-dark-768.png`))
  await picture(page, viewport, join(folder, `${screen}-dark-360.png`))
  await page.emulateMedia({ colorScheme: 'light' })
}

async function picture(page: Page, viewport: { width: number; height: number }, path: string): Promise<void> {
  await page.setViewportSize(viewport)
  // Text from a late response may need another font file. The timeout is for states in which a request never ends.
  await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => undefined)
  await waitUntilStill(page)
  await mkdir(dirname(path), { recursive: true })
  const isDialog = (await page.locator('dialog[open]').count()) > 0
  // Otherwise the header would cross the middle of a picture of the whole page.
  if (!isDialog) await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path, fullPage: !isDialog })
}
