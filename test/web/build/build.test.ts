import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildWeb } from '../../../bin/build-web.ts'
import { eagerScripts, gzipped } from '../../support/page-weight.ts'

const ROOT = join(import.meta.dirname, '../../..')

describe('the built page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jamak-page-'))
  let html = ''

  beforeAll(async () => {
    await buildWeb(folder)
    html = await readFile(join(folder, 'index.html'), 'utf8')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has no inline script, style or handler, so it needs no exception in the security policy', () => {
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
  })

  it('refers only to files that exist, each named by its content', () => {
    const addresses = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(3)
    for (const address of addresses) {
      expect(readFileSync(join(folder, address)).length).toBeGreaterThan(0)
      expect(address).toMatch(/-[A-Z0-9]{8}\.(js|css)$/)
    }
  })

  it('declares Korean as its language', () => expect(html).toContain('<html lang="ko">'))

  it('serves Pretendard in subsets, with its licence', () => {
    expect(globSync('assets/PretendardVariable.subset.*.woff2', { cwd: folder }).length).toBeGreaterThan(80)
    const [fonts = ''] = globSync('assets/fonts-*.css', { cwd: folder })
    expect(readFileSync(join(folder, fonts), 'utf8')).toContain('font-display:swap')
    expect(readFileSync(join(folder, 'assets/PRETENDARD-LICENSE.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE')
  })

  it('sends a first visitor at most 130 KB of compressed script', async () => {
    const weight = eagerScripts(folder, html).reduce((sum, path) => sum + gzipped(path), 0)
    expect(weight).toBeLessThanOrEqual(130 * 1024)
  })

  it('is byte for byte the same when it is built again', async () => {
    const names = () => globSync('**/*', { cwd: folder }).sort()
    const before = names()
    await buildWeb(folder)
    expect(names()).toEqual(before)
  })
})

describe('the browser’s subset of zod', () => {
  it('exports everything that the contract and the page use', () => {
    const parts = readFileSync(join(ROOT, 'web/build/zod-parts.js'), 'utf8')
    const offered = new Set([...parts.matchAll(/^(?: {2}|export const )(\w+)/gm)].map(match => match[1]))
    const used = globSync(['lambdas/contract/*.ts', 'web/**/*.{ts,tsx}'], { cwd: ROOT }).flatMap(file =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bz\.([a-z]\w*)/g)].map(match => match[1]),
    )
    expect(
      [...new Set(used)].filter(
        name => !offered.has(name) && name !== 'infer' && name !== 'output' && name !== 'input',
      ),
    ).toEqual([])
  })
})
