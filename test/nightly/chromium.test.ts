import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chromiumPath } from '../support/chromium.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chromium-path-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('unpacks Chromium into the user’s cache and ignores a copy planted in the temporary folder', async () => {
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  await writeFile(join(temporary, 'chromium'), 'planted')
  const env = { ...process.env, TMPDIR: temporary, XDG_CACHE_HOME: join(folder, 'my cache'), CHROMIUM_PATH: '' }
  const path = chromiumPath(env)
  expect(path).toMatch(/my cache\/jamak\/chromium-[\d.]+\/chromium$/)
  expect(existsSync(path)).toBe(true)
  expect(chromiumPath(env)).toBe(path)
})

it('uses the browser that CHROMIUM_PATH names', () => {
  expect(chromiumPath({ CHROMIUM_PATH: '/opt/chrome' })).toBe('/opt/chrome')
})
