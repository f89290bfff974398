import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buildWeb } from '../../bin/build-web.ts'
import { launchBrowser } from '../support/browser.ts'
import { eagerScripts, gzipped } from '../support/page-weight.ts'
import { startStandIn } from '../support/stand-in.ts'
import { type Figure, writeFigures } from './figures.ts'
import { auditPage } from './peers/lighthouse.ts'
import { buildBarePage } from './web/bare-page.ts'
import { inWords, loadScreen, loadScreens, MOST_SHIFT, type Screen, titleOf } from './web/screens.ts'

const SCRIPT_BUDGET = 130 * 1024
const SCORES = { performance: 95, accessibility: 100, 'best-practices': 95 }
/** Aims, which do not fail the run. */
const LIMITS_MS: Readonly<Record<string, number>> = { 'total-blocking-time': 200 }
const RUNS = 5
const WIDTHS = [1280, 768, 360]
const SLOWDOWN = 4

/**
 * What a first visit of `/` weighs, how every screen loads on a CPU four times slower beside a page of React and the router
 * alone, and what Lighthouse says of home (median of five, simulated throttling; `--no-lighthouse` leaves that out). `--page`
 * writes docs/performance.md. Fails over budget.
 */
export async function run(options: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-page-'))
  try {
    const started = performance.now()
    await buildWeb(folder)
    console.log(`built in ${Math.round(performance.now() - started)} ms`)
    const isLight = reportWeight(folder)
    const screens = await measureScreens(folder)
    const scores = options.includes('--no-lighthouse') ? undefined : await measureScores(folder)
    const figures = [...screens.figures, ...(scores?.figures ?? [])]
    const json = { slowdown: SLOWDOWN, ...screens.json, lighthouse: scores?.medians }
    writeFigures('web', figures, json, options.includes('--page'))
    if (!isLight || !screens.isCalm || scores?.isGood === false) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function reportWeight(folder: string): boolean {
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
  return weight <= SCRIPT_BUDGET
}

/** Loads every screen, and the bare page before and after them; the reference is the slower of the two. */
async function measureScreens(folder: string): Promise<{ figures: Figure[]; json: object; isCalm: boolean }> {
  const bareFolder = join(folder, 'bare')
  await buildBarePage(bareFolder)
  const site = await startStandIn(folder)
  const bareSite = await startStandIn(bareFolder)
  const browser = await launchBrowser()
  try {
    const loadBare = () =>
      loadScreen(browser, bareSite, { path: '/', member: false, shows: 'h1' }, { width: 1280, slowdown: SLOWDOWN })
    const before = await loadBare()
    const loads = await loadScreens(browser, site, { widths: WIDTHS, slowdown: SLOWDOWN })
    const after = await loadBare()
    const bare = after.largestPaintMs > before.largestPaintMs ? after : before
    console.log(`${'React and the router alone'.padEnd(44)}${inWords(bare)}`)
    const figures = loads
      .filter(({ width }) => width === WIDTHS[0])
      .map(load => ({
        figure: `${titleOf(load.screen)}, first load`,
        measured: inWords(load),
        reference: `React and the router alone: ${Math.round(bare.bytes / 1024)} KB, largest ${Math.round(bare.largestPaintMs)} ms, blocked ${Math.round(bare.blockingMs)} ms`,
        limit: `shift ${MOST_SHIFT} at ${WIDTHS.join(', ')} px: ${worstOf(loads, load.screen).toFixed(3)}`,
        means: 'how long the screen takes on a phone, and whether it jumps',
      }))
    return { figures, json: { bare, loads }, isCalm: loads.every(({ shift }) => shift <= MOST_SHIFT) }
  } finally {
    await browser.close()
    await site.close()
    await bareSite.close()
  }
}

/** The largest shift of a screen at any width. */
function worstOf(loads: readonly { screen: Screen; shift: number }[], screen: Screen): number {
  return Math.max(...loads.filter(each => each.screen === screen).map(({ shift }) => shift))
}

/** Lighthouse's medians of home, as a guest sees it. */
async function measureScores(
  folder: string,
): Promise<{ figures: Figure[]; medians: Record<string, number>; isGood: boolean }> {
  const site = await startStandIn(folder)
  try {
    const medians = await auditPage(`${site.origin}/`, { runs: RUNS, categories: Object.keys(SCORES) })
    for (const [name, value] of Object.entries(medians)) console.log(`${name}: ${value}`)
    const isGood = Object.entries(SCORES).every(([name, least]) => (medians[name] ?? 0) >= least)
    const figures = Object.entries(medians).map(([name, value]) => ({
      figure: `/ (guest), Lighthouse, ${name}, median of ${RUNS}`,
      measured: name in SCORES ? `${value}` : `${value} ms`,
      reference: name in SCORES ? '100 at best' : 'a simulated phone',
      limit:
        Object.entries(SCORES)
          .find(([each]) => each === name)?.[1]
          ?.toString() ?? (LIMITS_MS[name] ? `${LIMITS_MS[name]} ms` : '-'),
      means: name in SCORES ? 'what Lighthouse says of the page as a whole' : 'how long a first visit on a phone takes',
    }))
    return { figures, medians, isGood }
  } finally {
    await site.close()
  }
}

function kilobytes(size: number): string {
  return `${(size / 1024).toFixed(1).padStart(6)} KB`
}
