import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buildWeb } from '../../bin/build-web.ts'
import { eagerScripts, gzipped } from '../support/page-weight.ts'
import { startStandIn } from '../support/stand-in.ts'
import { auditPage } from './peers/lighthouse.ts'

const SCRIPT_BUDGET = 130 * 1024
const SCORES = { performance: 95, accessibility: 100, 'best-practices': 95 }
const RUNS = 5

/**
 * What a first visit of `/` weighs, and what Lighthouse says of it (median of five, simulated throttling; `--no-lighthouse`
 * leaves that out). Fails over budget.
 */
export async function run(options: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-page-'))
  try {
    const started = performance.now()
    await buildWeb(folder)
    console.log(`built in ${Math.round(performance.now() - started)} ms`)
    const isLight = reportWeight(folder)
    const isGood = options.includes('--no-lighthouse') || (await reportScores(folder))
    if (!isLight || !isGood) process.exitCode = 1
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

async function reportScores(folder: string): Promise<boolean> {
  const site = await startStandIn(folder)
  try {
    const medians = await auditPage(`${site.origin}/`, { runs: RUNS, categories: Object.keys(SCORES) })
    for (const [name, value] of Object.entries(medians)) console.log(`${name}: ${value}`)
    return Object.entries(SCORES).every(([name, least]) => (medians[name] ?? 0) >= least)
  } finally {
    await site.close()
  }
}

function kilobytes(size: number): string {
  return `${(size / 1024).toFixed(1).padStart(6)} KB`
}
