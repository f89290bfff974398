import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { launchBrowser } from '../../test/support/browser.ts'
import { eagerScripts, gzipped } from '../../test/support/page-weight.ts'
import { startStandIn } from '../../test/support/stand-in.ts'
import { buildWeb } from '../../web/build/build.ts'
import { type Aim, amount, type Cell, type Report, type Table } from './figures.ts'
import { buildBarePage } from './web/bare-page.ts'
import { auditPage } from './web/lighthouse.ts'
import {
  inWords,
  type Load,
  loadScreen,
  loadScreens,
  MOST_MEMBER_PAINT_MS,
  MOST_SHIFT,
  medianLoad,
  type Screen,
  type ScreenLoad,
  titleOf,
} from './web/screens.ts'

const SCRIPT_BUDGET = 105 * 1024
const SCORES = { performance: 95, accessibility: 100, 'best-practices': 95 }
/** A target; a miss does not fail the run. */
const MOST_BLOCKING_MS = 200
const RUNS = 5
const WIDTHS = [1280, 768, 360]
const SLOWDOWN = 4

/**
 * Measures the weight of a first visit of `/`, how every screen loads on a CPU slowed four times, next to a page of
 * React and the router alone, and Lighthouse's scores of the home page (median of five, simulated throttling).
 * `--quick` loads one width without Lighthouse. Fails if the script budget is exceeded.
 */
export async function run(options: string[]): Promise<Report> {
  const quick = options.includes('--quick')
  const folder = mkdtempSync(join(tmpdir(), 'jamak-page-'))
  try {
    const started = performance.now()
    await buildWeb(folder)
    console.log(`built in ${Math.round(performance.now() - started)} ms`)
    const weight = reportWeight(folder)
    const screens = await measureScreens(folder, quick ? WIDTHS.slice(0, 1) : WIDTHS)
    const medians = quick ? undefined : await measureScores(folder)
    return {
      tables: [screensTable(screens), ...(medians ? [lighthouseTable(medians)] : [])],
      aims: [...loadAims(weight, screens), ...(medians ? lighthouseAims(medians) : [])],
      data: { slowdown: SLOWDOWN, weight, ...screens, lighthouse: medians },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compressed bytes of the first visit's scripts. */
function reportWeight(folder: string): number {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, address = '']) =>
    join(folder, address),
  )
  const scripts = eagerScripts(folder, html)
  const weigh = (paths: string[]) => paths.reduce((sum, path) => sum + gzipped(path), 0)
  for (const path of [...scripts, ...styles]) console.log(`${kilobytes(gzipped(path))}  ${basename(path)}`)
  const weight = weigh(scripts)
  console.log(`${kilobytes(weight)}  scripts of the first visit, compressed (at most ${kilobytes(SCRIPT_BUDGET)})`)
  console.log(`${kilobytes(weigh(styles))}  styles`)
  return weight
}

interface Screens {
  /** React and the router alone. */
  bare: Load
  loads: ScreenLoad[]
}

/** Loads every screen, and the bare page before and after; the slower of the two is the reference. */
async function measureScreens(folder: string, widths: readonly number[]): Promise<Screens> {
  const bareFolder = join(folder, 'bare')
  await buildBarePage(bareFolder)
  const site = await startStandIn(folder)
  const bareSite = await startStandIn(bareFolder)
  const browser = await launchBrowser()
  try {
    const loadBare = () =>
      medianLoad(() =>
        loadScreen(browser, bareSite, { path: '/', member: false, shows: 'h1' }, { width: 1280, slowdown: SLOWDOWN }),
      )
    const before = await loadBare()
    const loads = await loadScreens(browser, site, { widths, slowdown: SLOWDOWN })
    const after = await loadBare()
    const bare = after.largestPaintMs > before.largestPaintMs ? after : before
    console.log(`${'React and the router alone'.padEnd(44)}${inWords(bare)}`)
    return { bare, loads }
  } finally {
    await browser.close()
    await site.close()
    await bareSite.close()
  }
}

function screensTable({ bare, loads }: Screens): Table {
  const cells = (load: Load, shift: number): Cell[] => [
    amount(load.bytes / 1024),
    amount(load.requests),
    amount(load.firstPaintMs),
    amount(load.largestPaintMs),
    amount(load.blockingMs),
    amount(shift, '', 3),
  ]
  const wide = loads.filter(({ width }) => width === WIDTHS[0])
  return {
    name: 'web',
    headings: [
      ...['screen', 'KB', 'requests', 'first paint ms', 'largest ms', 'blocked ms', 'most shift of any width'],
      'largest ms after the home page',
    ],
    rows: [
      ['React and the router alone', ...cells(bare, bare.shift), ''],
      ...wide.map((load): Cell[] => [
        titleOf(load.screen),
        ...cells(load, worstOf(loads, load.screen)),
        load.afterHomeMs === undefined ? '' : amount(load.afterHomeMs),
      ]),
    ],
  }
}

/** The largest layout shift of a screen at any width. */
function worstOf(loads: Screens['loads'], screen: Screen): number {
  return Math.max(...loads.filter(each => each.screen === screen).map(({ shift }) => shift))
}

function loadAims(weight: number, { loads }: Screens): Aim[] {
  return [
    {
      aim: 'scripts of the first visit, compressed',
      measured: amount(weight / 1024, 'KB', 1),
      atMost: SCRIPT_BUDGET / 1024,
      ifMissed: 'A screen brings its code into the first visit; next: load it with its screen.',
      isBudget: true,
    },
    {
      aim: 'largest paint of the slowest member screen, after the home page',
      measured: amount(Math.max(...loads.map(({ afterHomeMs = 0 }) => afterHomeMs)), 'ms'),
      atMost: MOST_MEMBER_PAINT_MS,
      ifMissed: 'Beside other work the figure doubles; repeat on idle cores, then look for what the screen waits for.',
    },
    {
      aim: 'the same with an empty cache',
      measured: amount(
        Math.max(...loads.filter(({ screen }) => screen.member).map(({ largestPaintMs }) => largestPaintMs)),
        'ms',
      ),
      atMost: MOST_MEMBER_PAINT_MS,
      ifMissed: 'Beside other work the figure doubles; repeat on idle cores, then look for what the screen waits for.',
    },
    {
      aim: 'largest shift of any screen at any width',
      measured: amount(Math.max(...loads.map(({ shift }) => shift)), '', 3),
      atMost: MOST_SHIFT,
      ifMissed: 'The output names the elements that moved; next: keep their place.',
      isBudget: true,
    },
  ]
}

/** Lighthouse's medians for the home page, as a guest sees it. */
async function measureScores(folder: string): Promise<Record<string, number>> {
  const site = await startStandIn(folder)
  try {
    const medians = await auditPage(`${site.origin}/`, { runs: RUNS, categories: Object.keys(SCORES) })
    for (const [name, value] of Object.entries(medians)) console.log(`${name}: ${value}`)
    return medians
  } finally {
    await site.close()
  }
}

function lighthouseTable(medians: Readonly<Record<string, number>>): Table {
  const rows = Object.entries(medians).map(([name, value]) => [
    name.replaceAll('-', ' '),
    amount(value, name in SCORES ? 'of 100' : 'ms'),
  ])
  return { name: 'web lighthouse', headings: [`home of a guest, median of ${RUNS} audits`, 'measured'], rows }
}

function lighthouseAims(medians: Readonly<Record<string, number>>): Aim[] {
  const scores = Object.entries(SCORES).map(([name, atLeast]) => ({
    aim: `Lighthouse, ${name.replaceAll('-', ' ')}`,
    measured: amount(medians[name] ?? 0, 'of 100'),
    atLeast,
    ifMissed: 'Beside other work its blocking time grows; next: what the output calls not perfect.',
    isBudget: true,
  }))
  const blocking = {
    aim: 'Lighthouse, blocking time of home',
    measured: amount(medians['total-blocking-time'] ?? 0, 'ms'),
    atMost: MOST_BLOCKING_MS,
    ifMissed: 'Beside other work it grows; next: less that runs before the first paint.',
  }
  return [...scores, blocking]
}

function kilobytes(size: number): string {
  return `${(size / 1024).toFixed(1).padStart(6)} KB`
}
