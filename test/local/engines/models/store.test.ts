import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkCopy, fetchModel, isComplete, looksComplete } from '../../../../local/engines/models/store.ts'
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
  fetchModel(folder, wanted, { fetch, log: line => lines.push(line), title: '모델', rest: async () => {} })

describe('a model on this machine', () => {
  it('is complete once every file was fetched and checked', async () => {
    expect(await isComplete(folder, files())).toBe(false)
    await fetchIt()
    expect(await isComplete(folder, files())).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['.complete', 'tokens.txt', 'weights.bin'])
    expect(lines.at(-1)).toBe('모델을 받고 있어요: 0.0/0.0 MB (100%)')
  })

  it('is not complete while one of its files cannot be had, and asks for that one only the next time', async () => {
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

  it('is not complete when a file lost its end, when the mark is broken, or when another version is wanted', async () => {
    await fetchIt()
    const newer = files().map((file, i) => (i === 0 ? { ...file, sha256: 'f'.repeat(64) } : file))
    expect(await isComplete(folder, newer)).toBe(false)
    truncateSync(join(folder, 'weights.bin'), 100)
    expect(await isComplete(folder, files())).toBe(false)
    await fetchIt()
    writeFileSync(join(folder, '.complete'), '{"files"')
    expect(await isComplete(folder, files())).toBe(false)
  })

  it('may be a copy made by hand: it is checked once, then complete', async () => {
    await fetchIt()
    rmSync(join(folder, '.complete'))
    expect(await isComplete(folder, files())).toBe(false)
    expect(await looksComplete(folder, files())).toBe(true)
    expect(await checkCopy(folder, files())).toBe(true)
    expect(await isComplete(folder, files())).toBe(true)
  })

  it('is refused as a copy when one byte differs', async () => {
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
