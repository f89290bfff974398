import type { Browser, Page } from 'playwright-core'
import { memberStorage } from '../../../test/support/member-storage.ts'
import {
  sampleArchive,
  sampleCues,
  sampleMe,
  sampleMovements,
  sampleProject,
  sampleReceipt,
} from '../../../test/support/sample-data.ts'
import type { Answers, StandIn } from '../../../test/support/stand-in.ts'

/** A screen to measure, and a text by which it is recognized as complete. */
export interface Screen {
  path: string
  member: boolean
  /** Text that the complete screen shows. */
  shows: string
}

const KEY = '20260314140926'

const SCREENS: readonly Screen[] = [
  { path: '/', member: false, shows: 'main .price-file' },
  { path: '/user', member: false, shows: 'main .provider' },
  { path: '/help', member: false, shows: 'main h2' },
  { path: '/terms', member: false, shows: '.legal-contents' },
  { path: '/privacy', member: false, shows: '.legal-contents' },
  { path: '/nowhere', member: false, shows: 'main h1' },
  { path: '/', member: true, shows: '.balance' },
  { path: '/user', member: true, shows: 'main table' },
  { path: '/user/terms', member: true, shows: 'main form' },
  { path: `/user/${KEY}`, member: true, shows: 'main textarea, main .sentence, main video' },
  { path: '/addtoken', member: true, shows: 'main h1' },
  { path: '/checkout?package=tokens-430', member: true, shows: 'main h1' },
  { path: '/success', member: true, shows: 'main h1' },
  { path: '/fail', member: true, shows: 'main h1' },
  { path: '/account', member: true, shows: 'main h2' },
]

/** Responses with which every screen is filled. */
const ANSWERS: Answers = {
  me: () => sampleMe,
  listArchive: () => ({ entries: sampleArchive(), page: 1, pages: 1, total: 5 }),
  readEntry: () => sampleArchive()[2] ?? 'never',
  readGlossary: () => ({ terms: [{ english: 'sky', korean: '하늘' }] }),
  readProject: () => sampleProject(),
  previewCues: () => ({ cues: sampleCues }),
  movements: () => ({ movements: sampleMovements }),
  listPayments: () => ({ orders: [sampleReceipt()] }),
}

/** The cost of loading a screen once, in ms and bytes. */
export interface Load {
  /** Compressed bytes and requests to the site until the screen is complete and the network is quiet. */
  bytes: number
  requests: number
  fonts: number
  fontBytes: number
  firstPaintMs: number
  largestPaintMs: number
  /** Sum of the time beyond 50 ms of each main-thread task. */
  blockingMs: number
  /** Cumulative layout shift. */
  shift: number
  shifted: string[]
}

interface Way {
  width: number
  /** Factor by which the CPU is slowed. */
  slowdown: number
  /** Opens the home page first, as every member has who signed in. Otherwise the cache is empty. */
  afterHome?: boolean
}

/** Loads a screen in a fresh profile. */
export async function loadScreen(
  browser: Browser,
  site: StandIn,
  screen: Screen,
  { width, slowdown, afterHome = false }: Way,
): Promise<Load> {
  site.answers = ANSWERS
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 740 : 800 },
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
  })
  try {
    await context.addInitScript(watch)
    if (screen.member)
      await context.addInitScript(entries => {
        for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
      }, memberStorage())
    const page = await context.newPage()
    if (afterHome) {
      await page.goto(site.origin)
      await page.waitForLoadState('networkidle')
    }
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await session.send('Network.enable')
    const sent = new Map<string, { url: string; bytes: number }>()
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.startsWith(site.origin)) sent.set(requestId, { url: request.url, bytes: 0 })
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const one = sent.get(requestId)
      if (one) one.bytes = encodedDataLength
    })
    await page.goto(site.origin + screen.path)
    // Waits for the network first: looking for an element injects Playwright's own script, which delays the paint.
    await page.waitForLoadState('networkidle')
    await page.locator(screen.shows).first().waitFor()
    await page.waitForLoadState('networkidle')
    const seen = await read(page)
    const all = [...sent.values()]
    const fonts = all.filter(({ url }) => url.endsWith('.woff2'))
    const sum = (those: typeof all) => those.reduce((total, { bytes }) => total + bytes, 0)
    return { ...seen, bytes: sum(all), requests: all.length, fonts: fonts.length, fontBytes: sum(fonts) }
  } finally {
    await context.close()
  }
}

/** Runs in the page before its scripts: collects the browser's paint, long-task and layout-shift entries. */
function watch(): void {
  const seen = { largestPaintMs: 0, blockingMs: 0, shift: 0, shifted: [] as string[] }
  Object.assign(globalThis, { seenByBench: seen })
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) take(entry)
    }).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaintMs = startTime
  })
  observe('longtask', ({ duration }) => {
    seen.blockingMs += duration - 50
  })
  observe('layout-shift', entry => {
    if (!('value' in entry) || typeof entry.value !== 'number') return
    seen.shift += entry.value
    const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
    for (const { node } of sources) {
      const element = node instanceof Element ? node : node?.parentElement
      seen.shifted.push(`${element?.tagName}.${element?.className} ${entry.value.toFixed(3)}`)
    }
  })
}

async function read(page: Page): Promise<Omit<Load, 'bytes' | 'requests' | 'fonts' | 'fontBytes'>> {
  return page.evaluate(async () => {
    await document.fonts.ready
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const seen: { largestPaintMs: number; blockingMs: number; shift: number; shifted: string[] } = Reflect.get(
      globalThis,
      'seenByBench',
    )
    const firstPaintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    if (firstPaintMs === undefined) throw new Error(`${location.pathname} has painted nothing`)
    return { ...seen, firstPaintMs }
  })
}

/** Loads of a screen at one width; the one with the median largest paint is reported. */
const LOADS = 3

export interface ScreenLoad extends Load {
  screen: Screen
  width: number
  /** The largest paint of a member's screen that is opened after the home page. */
  afterHomeMs?: number
}

/** Loads every screen at every width and prints each result; seven minutes on idle cores. */
export async function loadScreens(
  browser: Browser,
  site: StandIn,
  { widths, slowdown }: { widths: readonly number[]; slowdown: number },
): Promise<ScreenLoad[]> {
  const loads: ScreenLoad[] = []
  for (const screen of SCREENS)
    for (const width of widths) {
      const load = await medianLoad(() => loadScreen(browser, site, screen, { width, slowdown }))
      console.log(`${`${titleOf(screen)} at ${width}`.padEnd(44)}${inWords(load)}`)
      if (load.shift > MOST_SHIFT) console.log(`  shifts: ${load.shifted.join(', ')}`)
      const afterHome =
        screen.member &&
        (await medianLoad(() => loadScreen(browser, site, screen, { width, slowdown, afterHome: true })))
      if (afterHome)
        console.log(`${''.padEnd(44)}after the home page: largest ${Math.round(afterHome.largestPaintMs)} ms`)
      loads.push({ ...load, screen, width, ...(afterHome && { afterHomeMs: afterHome.largestPaintMs }) })
    }
  return loads
}

export async function medianLoad(load: () => Promise<Load>): Promise<Load> {
  const loads: Load[] = []
  for (let n = 0; n < LOADS; n += 1) loads.push(await load())
  loads.sort((a, b) => a.largestPaintMs - b.largestPaintMs)
  const median = loads[Math.floor(LOADS / 2)]
  if (!median) throw new Error('nothing was loaded')
  return median
}

/** Limit of the largest contentful paint of a member's screen. */
export const MOST_MEMBER_PAINT_MS = 1200

/** Google's "good" ends at 0.1; ours at half of that. */
export const MOST_SHIFT = 0.05

export function titleOf({ path, member }: Screen): string {
  return `${path} (${member ? 'member' : 'guest'})`
}

export function inWords(load: Load): string {
  const { bytes, requests, fonts, fontBytes, firstPaintMs, largestPaintMs, blockingMs, shift } = load
  const whole = [firstPaintMs, largestPaintMs, blockingMs].map(ms => Math.round(ms))
  return `${Math.round(bytes / 1024)} KB in ${requests} requests (${fonts} fonts, ${Math.round(fontBytes / 1024)} KB), first paint ${whole[0]} ms, largest ${whole[1]} ms, blocked ${whole[2]} ms, shift ${shift.toFixed(3)}`
}
