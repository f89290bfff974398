import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseEngines, type EngineOptions, type Engines } from '../../../local/engines/index.ts'
import type { Manifest } from '../../../local/engines/models/manifest.ts'
import { toneWav } from '../../fixtures/media/tones.ts'
import { type ModelHost, startModelHost } from '../../fixtures/models/model-host.ts'
import { DICTIONARY, sha256, tinyManifest } from '../../fixtures/models/tiny-manifest.ts'
import { splitTranslator } from '../../fixtures/models/translation-model.ts'
import { eventually } from '../../support/eventually.ts'

const GIGABYTE = 1e9
const NO_HOST = 'http://127.0.0.1:1'

let folder: string
let published: Record<string, Buffer>
let host: ModelHost
let manifest: Manifest
let lines: string[]
let open: Engines[]
let talk: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engines-'))
  published = {}
  host = await startModelHost(published)
  const tiny = tinyManifest(host.url)
  manifest = tiny.manifest
  Object.assign(published, tiny.published)
  lines = []
  open = []
  talk = join(folder, 'talk.wav')
  writeFileSync(talk, toneWav(3, [[0.5, 0.3, 400]]))
})
afterEach(async () => {
  for (const engines of open) await engines.close()
  await host[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

async function choose(options: Partial<EngineOptions> = {}): Promise<Engines> {
  const engines = await chooseEngines({
    modelsDir: join(folder, 'models'),
    download: true,
    fetch,
    log: line => lines.push(line),
    memoryBytes: 16 * GIGABYTE,
    env: {},
    manifest,
    ...options,
  })
  open.push(engines)
  return engines
}
const korean = async (engines: Engines, text: string) => (await engines.translation.translate([text], 'FORMAL'))[0]
const english = async (engines: Engines) => (await engines.speech.transcribe(talk)).words.map(({ text }) => text)

describe('engines when the publishers can be reached', () => {
  it('download both models in the background while work waits, use them afterwards without the network, and distinguish voices, which changes nothing in a recording with one voice', async () => {
    const engines = await choose()
    expect(engines.description).toEqual({ speech: 'parakeet-tdt-0.6b-v2', translation: 'mozilla-en-ko' })
    expect(await english(engines)).toEqual(['Hello'])
    expect(await korean(engines, 'small world.')).toBe('작은 세계.')
    expect(lines).toContain('The speech model is ready.')
    expect(lines.some(line => /^Downloading the translation model: .* MB \(100%\)$/.test(line))).toBe(true)
    host.requests.length = 0
    const second = await choose({ download: false })
    expect(second.description).toEqual(engines.description)
    const { words } = await second.speech.transcribe(talk)
    expect(words).toMatchObject([{ text: 'Hello', voice: 0 }])
    expect(host.requests).toEqual([])
    delete published['voices/embedding.onnx']
    const without = await choose({ modelsDir: join(folder, 'other') })
    expect((await without.speech.transcribe(talk)).words).toEqual(words.map(({ voice: _, ...word }) => word))
  })

  it('use the small speech model with less than 8 GB of memory, or if no other one is present and none may be downloaded', async () => {
    const engines = await choose({ memoryBytes: 4 * GIGABYTE })
    expect(engines.description.speech).toBe('parakeet-tdt-ctc-110m')
    expect(await english(engines)).toEqual(['Hello'])
    expect(host.requests.some(({ path }) => path.startsWith('big/'))).toBe(false)
    expect((await choose({ download: false })).description.speech).toBe('parakeet-tdt-ctc-110m')
  })

  it('fall back to the rehearsal if a file is not the pinned one, and say what it shows', async () => {
    published['big/encoder.int8.onnx'] = Buffer.from(published['big/encoder.int8.onnx'] ?? '').fill(0, 10, 20)
    const engines = await choose()
    const { words } = await engines.speech.transcribe(join(import.meta.dirname, '../../../local/sample/hello.mp4'))
    expect(words.length).toBeGreaterThan(20)
    expect(engines.description).toMatchObject({ speech: 'rehearsal', translation: 'mozilla-en-ko' })
    expect(engines.description.reason).toMatch(/^예시 영상은 .*요\.$/)
    expect(lines.some(line => line.includes('The speech model is unavailable, so a rehearsal takes its place'))).toBe(
      true,
    )
    expect(existsSync(join(folder, 'models/asr/big/encoder.int8.onnx'))).toBe(false)
  })

  it('look up Mozilla’s list if the pinned translation model is gone', async () => {
    const translator = splitTranslator(DICTIONARY)
    const entries = {
      model: translator.model,
      srcvocab: translator.sourceVocabulary,
      trgvocab: translator.targetVocabulary,
    }
    const data = Object.entries(entries).map(([fileType, content]) => {
      const packed = zstdCompressSync(content)
      published[`newer/${fileType}.zst`] = packed
      return {
        fileType,
        sourceLanguage: 'en',
        targetLanguage: 'ko',
        version: '3.0',
        decompressedHash: sha256(content),
        decompressedSize: content.length,
        attachment: {
          hash: sha256(packed),
          size: packed.length,
          filename: `${fileType}.zst`,
          location: `newer/${fileType}.zst`,
        },
      }
    })
    published.records = Buffer.from(JSON.stringify({ data }))
    delete published['en-ko/model.bin']
    const engines = await choose()
    expect(await korean(engines, 'Hello, world.')).toBe('안녕하세요, 세계.')
    expect(existsSync(join(folder, 'models/mt/en-ko/3.0/.complete'))).toBe(true)
  })

  it('abandon work on request that waits for a model', async () => {
    host.stall('big/encoder.int8.onnx')
    const engines = await choose()
    const stop = new AbortController()
    const transcription = engines.speech.transcribe(talk, { signal: stop.signal })
    stop.abort()
    await expect(transcription).rejects.toMatchObject({ code: 'STOPPED' })
  })

  it('stop their downloads when they are closed', async () => {
    host.stall('big/encoder.int8.onnx')
    const engines = await choose()
    await eventually(() => expect(host.requests.some(({ method }) => method === 'GET')).toBe(true))
    await engines.close()
    open = []
    expect(lines.filter(line => line.includes('rehearsal'))).toEqual([])
  })
})

describe('engines when the publishers cannot be reached', () => {
  it('are rehearsals that say in Korean what they show', async () => {
    const engines = await choose({ manifest: tinyManifest(NO_HOST).manifest })
    expect(engines.description).toEqual({
      speech: 'rehearsal',
      translation: 'rehearsal',
      reason: '예시 영상은 미리 기록한 자막을, 다른 영상은 연습용 문장을 보여 드려요.',
    })
    expect(await korean(engines, 'A voice.')).toBe('목소리예요.')
    expect(engines.translation.hasRegisters).toBe(true)
  })

  it('do not wait for a host that never responds', async () => {
    const silent: typeof fetch = (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    const engines = await choose({ fetch: silent })
    expect(engines.description.speech).toBe('rehearsal')
  })

  it('send no request if downloads are off', async () => {
    const engines = await choose({ download: false })
    expect(engines.description).toMatchObject({ speech: 'rehearsal', translation: 'rehearsal' })
    expect(engines.description.reason).toContain('연습용 문장')
    expect(host.requests).toEqual([])
  })
})

describe('the folder in MODELS_DIR', () => {
  it('is checked and used, nothing is added to it, and a file that is not the pinned one is not used', async () => {
    const first = await choose()
    await english(first)
    await korean(first, 'Hello')
    const copy = join(folder, 'copy')
    cpSync(join(folder, 'models'), copy, { recursive: true })
    rmSync(join(copy, 'asr/big/.complete'))
    rmSync(join(copy, 'mt'), { recursive: true })
    host.requests.length = 0
    const engines = await choose({ env: { MODELS_DIR: copy } })
    expect(engines.description).toMatchObject({ speech: 'parakeet-tdt-0.6b-v2', translation: 'rehearsal' })
    expect(await english(engines)).toEqual(['Hello'])
    expect(host.requests).toEqual([])
    writeFileSync(
      join(copy, 'asr/big/encoder.int8.onnx'),
      Buffer.from(published['big/encoder.int8.onnx'] ?? '').fill(0, 5, 9),
    )
    rmSync(join(copy, 'asr/big/.complete'), { force: true })
    const other = await choose({ env: { MODELS_DIR: copy } })
    await eventually(() => expect(other.description.speech).toBe('rehearsal'))
    expect(other.description.reason).toContain('연습용 문장')
  })
})

describe('the mirror in MODELS_URL', () => {
  it('replaces the publishers, with the folders of the models', async () => {
    for (const [path, content] of Object.entries(published)) {
      const [place, name] = path.split('/')
      const folders: Record<string, string> = { 'en-ko': 'mt/en-ko/1.0', voices: 'voices/tiny' }
      published[`mirror/${folders[place ?? ''] ?? `asr/${place}`}/${name}`] = content
    }
    const engines = await choose({
      manifest: tinyManifest(NO_HOST).manifest,
      env: { MODELS_URL: `${host.url}/mirror/` },
    })
    expect(await english(engines)).toEqual(['Hello'])
    expect(await korean(engines, 'Hello')).toBe('안녕하세요')
    expect(host.requests.every(({ path }) => path.startsWith('mirror/'))).toBe(true)
  })
})
