import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FetchModelsOptions, fetchModels } from '../../../../local/engines/models/fetch-models.ts'
import { type ModelHost, startModelHost } from '../../../fixtures/models/model-host.ts'
import { tinyManifest } from '../../../fixtures/models/tiny-manifest.ts'

let host: ModelHost
let folder: string
let published: Record<string, Buffer>
let lines: string[]

beforeEach(async () => {
  published = {}
  host = await startModelHost(published)
  Object.assign(published, tinyManifest(host.url).published)
  folder = mkdtempSync(join(tmpdir(), 'fetched-'))
  lines = []
})
afterEach(async () => {
  await host[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const run = (more: Partial<FetchModelsOptions> = {}) =>
  fetchModels({
    manifest: tinyManifest(host.url).manifest,
    memoryBytes: 16e9,
    modelsDir: folder,
    download: true,
    fetch,
    rest: async () => {},
    log: line => lines.push(line),
    ...more,
  })
const outcomes = async (more: Partial<FetchModelsOptions> = {}) =>
  (await run(more)).map(({ id, failure }) => `${id} ${failure?.code ?? 'ready'}`)

const OTHERS = ['pyannote-titanet ready', 'mozilla-en-ko ready']
const READY = ['parakeet-tdt-0.6b-v2 ready', ...OTHERS]

describe('npm run models', () => {
  it('fetches the models for this machine, prints its progress, and reports them with their licences', async () => {
    const reports = await run()
    expect(reports.map(({ id, licence, failure }) => ({ id, licence, failure }))).toEqual([
      { id: 'parakeet-tdt-0.6b-v2', licence: 'MIT', failure: undefined },
      { id: 'pyannote-titanet', licence: 'MIT', failure: undefined },
      { id: 'mozilla-en-ko', licence: 'MIT', failure: undefined },
    ])
    expect(existsSync(join(folder, 'asr/big/.complete'))).toBe(true)
    expect(lines.some(line => line.startsWith('Downloading the speech model'))).toBe(true)
    expect(await outcomes({ memoryBytes: 4e9 })).toEqual(['parakeet-tdt-ctc-110m ready', ...OTHERS])
  })

  it('fetches every speech model for a mirror, and can use that mirror', async () => {
    expect(await outcomes({ all: true })).toHaveLength(4)
    for (const path of ['asr/big/encoder.int8.onnx', 'asr/big/decoder.int8.onnx', 'asr/big/joiner.int8.onnx'])
      published[`mirror/${path}`] = readFileSync(join(folder, path))
    for (const path of ['asr/big/tokens.txt', 'voices/tiny/segmentation.onnx', 'voices/tiny/embedding.onnx'])
      published[`mirror/${path}`] = readFileSync(join(folder, path))
    for (const path of ['mt/en-ko/1.0/model.bin', 'mt/en-ko/1.0/vocab.spm'])
      published[`mirror/${path}`] = readFileSync(join(folder, path))
    host.requests.length = 0
    expect(await outcomes({ modelsDir: join(folder, 'other'), mirror: `${host.url}/mirror/` })).toEqual(READY)
    expect(host.requests.every(({ path }) => path.startsWith('mirror/'))).toBe(true)
  })

  it('downloads nothing twice, but checks every digest and replaces a changed file', async () => {
    await run()
    host.requests.length = 0
    expect(await outcomes()).toEqual(READY)
    expect(host.requests).toEqual([])
    const tokens = join(folder, 'asr/big/tokens.txt')
    writeFileSync(tokens, readFileSync(tokens).fill(0x20, 0, 3))
    expect(await outcomes({ checkOnly: true })).toEqual(['parakeet-tdt-0.6b-v2 WRONG_DIGEST', ...OTHERS])
    expect(host.requests).toEqual([])
    expect(await outcomes()).toEqual(READY)
  })

  it('reports a wrong digest and keeps nothing of the file', async () => {
    published['big/tokens.txt'] = Buffer.from(published['big/tokens.txt'] ?? '').fill(0x20)
    expect(await outcomes()).toEqual(['parakeet-tdt-0.6b-v2 WRONG_DIGEST', ...OTHERS])
    expect(existsSync(join(folder, 'asr/big/tokens.txt'))).toBe(false)
    expect(existsSync(join(folder, 'asr/big/.complete'))).toBe(false)
  })

  it('reports a lost network and can be run again once it is back', async () => {
    host.cut('big/encoder.int8.onnx', 50, 99)
    expect(await outcomes()).toEqual(['parakeet-tdt-0.6b-v2 UNREACHABLE', ...OTHERS])
    host.cut('big/encoder.int8.onnx', 0, 0)
    expect(await outcomes()).toEqual(READY)
  })

  it('reports a full disk instead of retrying', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const breaking: typeof fetch = async () => new Response(new ReadableStream({ pull: each => each.error(full) }))
    expect(await outcomes({ fetch: breaking })).toEqual([
      'parakeet-tdt-0.6b-v2 NO_SPACE',
      'pyannote-titanet NO_SPACE',
      'mozilla-en-ko NO_SPACE',
    ])
    const { manifest } = tinyManifest(host.url)
    const [first] = manifest.speech
    for (const file of first?.files ?? []) file.bytes = 1e18
    expect(await outcomes({ manifest })).toEqual(['parakeet-tdt-0.6b-v2 NO_SPACE', ...OTHERS])
  })

  it('reports a model that is no longer offered', async () => {
    delete published['small/model.int8.onnx']
    expect(await outcomes({ memoryBytes: 4e9 })).toEqual(['parakeet-tdt-ctc-110m NOT_FOUND', ...OTHERS])
    expect(await outcomes({ modelsDir: join(folder, 'empty'), checkOnly: true })).toEqual([
      'parakeet-tdt-0.6b-v2 NOT_FOUND',
      'pyannote-titanet NOT_FOUND',
      'mozilla-en-ko NOT_FOUND',
    ])
  })
})
