import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  checkCopy,
  createProgress,
  fetchModel,
  isComplete,
  looksComplete,
} from '../../../../local/engines/models/store.ts'
import { type ModelHost, startModelHost } from '../../../fixtures/models/model-host.ts'
import { modelFile } from '../../../fixtures/models/tiny-manifest.ts'

const WEIGHTS = Buffer.alloc(40_000, 'weights')
const TOKENS = Buffer.from('a 0\nb 1\n')

let host: ModelHost
let folder: string
let lines: string[]

beforeEach(async () => {
  host = await startModelHost({ 'weights.bin': WEIGHTS, 'tokens.txt': TOKENS })
  folder = join(mkdtempSync(join(tmpdir(), 'models-')), 'asr', 'model')
  lines = []
})
afterEach(async () => {
  await host[Symbol.asyncDispose]()
  rmSync(join(folder, '..', '..'), { recursive: true })
})

const files = () => [modelFile(host.url, 'weights.bin', WEIGHTS), modelFile(host.url, 'tokens.txt', TOKENS)]
const fetchIt = (wanted = files()) =>
  fetchModel(folder, wanted, { fetch, log: line => lines.push(line), title: 'test model', rest: async () => {} })

describe('an installed model', () => {
  it('is complete once every file is downloaded and checked', async () => {
    expect(await isComplete(folder, files())).toBe(false)
    await fetchIt()
    expect(await isComplete(folder, files())).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['.complete', 'tokens.txt', 'weights.bin'])
    expect(lines.at(-1)).toBe('Downloading the test model: 0.0/0.0 MB (100%)')
  })

  it('stays incomplete while a file is unavailable, and downloads only that file the next time', async () => {
    const [weights, tokens] = files()
    if (!weights || !tokens) throw new Error('two files')
    await expect(fetchIt([weights, { ...tokens, urls: [`${host.url}/gone`] }])).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await isComplete(folder, files())).toBe(false)
    host.requests.length = 0
    await fetchIt()
    expect(host.requests.map(({ path }) => path)).toEqual(['tokens.txt'])
    expect(await isComplete(folder, files())).toBe(true)
  })

  it('is incomplete if a file is truncated, the mark is damaged or another version is required', async () => {
    await fetchIt()
    const newer = files().map((file, i) => (i === 0 ? { ...file, sha256: 'f'.repeat(64) } : file))
    expect(await isComplete(folder, newer)).toBe(false)
    truncateSync(join(folder, 'weights.bin'), 100)
    expect(await isComplete(folder, files())).toBe(false)
    await fetchIt()
    writeFileSync(join(folder, '.complete'), '{"files"')
    expect(await isComplete(folder, files())).toBe(false)
  })

  it('may be a manual copy, which is checked once and then complete', async () => {
    await fetchIt()
    rmSync(join(folder, '.complete'))
    expect(await isComplete(folder, files())).toBe(false)
    expect(await looksComplete(folder, files())).toBe(true)
    expect(await checkCopy(folder, files())).toBe(true)
    expect(await isComplete(folder, files())).toBe(true)
  })

  it('is refused as a copy if one byte differs', async () => {
    await fetchIt()
    rmSync(join(folder, '.complete'))
    const bytes = readFileSync(join(folder, 'weights.bin'))
    bytes[7] = 0
    writeFileSync(join(folder, 'weights.bin'), bytes)
    expect(await looksComplete(folder, files())).toBe(true)
    expect(await checkCopy(folder, files())).toBe(false)
    expect(await isComplete(folder, files())).toBe(false)
  })
})

it('the progress of a download is printed for every five percent, in megabytes and percent', () => {
  const lines: string[] = []
  const progress = createProgress('speech model', 661_190_513, line => lines.push(line))
  for (let bytes = 0; bytes <= 661_190_513; bytes += 65_536) progress.at(bytes)
  progress.at(661_190_513)
  progress.at(661_190_513)
  expect(lines).toHaveLength(21)
  expect(lines[0]).toBe('Downloading the speech model: 0.0/661 MB (0%)')
  expect(lines[4]).toBe('Downloading the speech model: 132/661 MB (20%)')
  expect(lines.at(-1)).toBe('Downloading the speech model: 661/661 MB (100%)')
})
