import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import lighthouse from 'lighthouse'
import { chromiumPath } from '../../../test/support/chromium.ts'

export interface AuditOptions {
  runs: number
  /** Lighthouse's categories. */
  categories: string[]
}

/**
 * Medians of Lighthouse's scores (0 to 100) and of the underlying times in ms, with simulated throttling of a phone.
 */
export async function auditPage(url: string, { runs, categories }: AuditOptions): Promise<Record<string, number>> {
  const samples = new Map<string, number[]>()
  const add = (name: string, value: number) => samples.set(name, [...(samples.get(name) ?? []), value])
  for (let run = 0; run < runs; run += 1) {
    await using browser = await openBrowser()
    const result = await lighthouse(url, { port: browser.port, onlyCategories: categories, logLevel: 'error' })
    if (!result) throw new Error('Lighthouse gave no result')
    const { lhr } = result
    for (const name of categories) add(name, Math.round((lhr.categories[name]?.score ?? 0) * 100))
    for (const name of TIMES) {
      const value = lhr.audits[name]?.numericValue
      if (value === undefined || !Number.isFinite(value)) throw new Error(`Lighthouse measured no ${name}`)
      add(name, Math.round(value))
    }
    if (run === 0) for (const line of shortcomings(lhr.audits)) console.log(`  not perfect: ${line}`)
  }
  return Object.fromEntries([...samples].map(([name, values]) => [name, medianOf(values)]))
}

const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index']

function shortcomings(
  audits: Record<string, { id: string; title: string; score: number | null; displayValue?: string }>,
) {
  return Object.values(audits)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, title, displayValue }) => `${id}: ${title} ${displayValue ?? ''}`)
}

function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function openBrowser(): Promise<AsyncDisposable & { port: number }> {
  const profile = mkdtempSync(join(tmpdir(), 'jamak-profile-'))
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ]
  const child = spawn(chromiumPath(), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = new Promise(resolve => child.once('exit', resolve))
  for await (const line of createInterface(child.stderr)) {
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1]
    if (!port) continue
    return {
      port: Number(port),
      async [Symbol.asyncDispose]() {
        child.kill()
        await gone
        rmSync(profile, { recursive: true, force: true })
      },
    }
  }
  throw new Error('Chromium did not open its port')
}
