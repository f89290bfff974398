import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { downloadFile } from '../../../../local/engines/models/download.ts'
import { type ModelHost, startModelHost } from '../../../fixtures/models/model-host.ts'
import { modelFile, sha256 } from '../../../fixtures/models/tiny-manifest.ts'

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 251))
const PACKED = zstdCompressSync(CONTENT)

let host: ModelHost
let folder: string
let path: string
let rests: number[]

beforeEach(async () => {
  host = await startModelHost({ 'a/weights.bin': CONTENT, 'b/weights.bin': CONTENT, 'a/weights.zst': PACKED })
  folder = mkdtempSync(join(tmpdir(), 'models-'))
  path = join(folder, 'model', 'weights.bin')
  rests = []
})
afterEach(async () => {
  await host[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const file = () => modelFile(host.url, 'a/weights.bin', CONTENT)
const download = (wanted = file(), more: object = {}) =>
  downloadFile(wanted, path, { fetch, rest: async ms => void rests.push(ms), ...more })

/** A fetch whose first responses break after their first bytes. */
function breaking(times: number): typeof fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    times -= 1
    if (times < 0 || !response.body) return response
    const reader = response.body.getReader()
    let pulls = 0
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          pulls += 1
          const { value } = pulls < 2 ? await reader.read() : {}
          if (value) return controller.enqueue(value.subarray(0, 20_000))
          await reader.cancel()
          controller.error(new TypeError('terminated'))
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(body, { status: response.status, headers: response.headers })
  }
}

describe('the download of a model file', () => {
  it('leaves only the complete file', async () => {
    const reported: number[] = []
    await download(file(), { onBytes: (bytes: number) => reported.push(bytes) })
    expect(readFileSync(path).equals(CONTENT)).toBe(true)
    expect(existsSync(`${path}.part`)).toBe(false)
    expect(reported.at(-1)).toBe(CONTENT.length)
  })

  it('resumes after a broken connection', async () => {
    await download(file(), { fetch: breaking(2) })
    expect(readFileSync(path).equals(CONTENT)).toBe(true)
    const ranges = host.requests.map(({ range }) => Number(/\d+/.exec(range ?? '0')?.[0]))
    expect(ranges).toHaveLength(3)
    expect(ranges).toEqual(ranges.toSorted((x, y) => x - y))
    expect(new Set(ranges).size).toBe(3)
  })

  it('survives a host that closes the connection', async () => {
    host.cut('a/weights.bin', 100_000, 2)
    await download()
    expect(readFileSync(path).equals(CONTENT)).toBe(true)
  })

  it('resumes the part of an earlier run', async () => {
    await download()
    rmSync(path)
    writeFileSync(`${path}.part`, CONTENT.subarray(0, 250_000))
    await download()
    expect(host.requests.at(-1)?.range).toBe('bytes=250000-')
    expect(readFileSync(path).equals(CONTENT)).toBe(true)
  })

  it('starts over if the host does not support ranges', async () => {
    host.cut('a/weights.bin', 100_000)
    host.ignoreRanges()
    await download()
    expect(readFileSync(path).equals(CONTENT)).toBe(true)
  })

  it('discards a part that is longer than the file', async () => {
    await download()
    rmSync(path)
    writeFileSync(`${path}.part`, Buffer.concat([CONTENT, CONTENT]))
    await download()
    expect(readFileSync(path).equals(CONTENT)).toBe(true)
  })

  it('never installs a file with a wrong digest, and starts over the next time', async () => {
    const wrong = { ...file(), sha256: sha256(Buffer.from('another')) }
    await expect(download(wrong)).rejects.toMatchObject({ name: 'ModelError', code: 'WRONG_DIGEST' })
    expect(existsSync(path)).toBe(false)
    expect(existsSync(`${path}.part`)).toBe(false)
    await download()
    expect(readFileSync(path).equals(CONTENT)).toBe(true)
  })

  it('recovers from a damaged part: its digest is refused, and the next run has the file', async () => {
    await download()
    rmSync(path)
    writeFileSync(`${path}.part`, Buffer.alloc(1000))
    await expect(download()).rejects.toMatchObject({ code: 'WRONG_DIGEST' })
    await download()
    expect(readFileSync(path).equals(CONTENT)).toBe(true)
  })

  it('tries the next publisher if the first does not have the file', async () => {
    const wanted = { ...file(), urls: [`${host.url}/gone`, `${host.url}/b/weights.bin`] }
    await download(wanted)
    expect(readFileSync(path).equals(CONTENT)).toBe(true)
  })

  it('fails with NOT_FOUND if no publisher has the file', async () => {
    await expect(download({ ...file(), urls: [`${host.url}/gone`] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('gives up after four fruitless attempts', async () => {
    host.cut('a/weights.bin', 0, 99)
    await expect(download()).rejects.toMatchObject({ code: 'UNREACHABLE' })
    expect(host.requests).toHaveLength(4)
    expect(rests).toHaveLength(3)
  })

  it('closes a connection that receives no data', async () => {
    host.stall('a/weights.bin')
    await expect(download(file(), { stallMs: 20 })).rejects.toMatchObject({ code: 'UNREACHABLE' })
  })

  it('stops with the service and keeps its part', async () => {
    const stop = new AbortController()
    host.stall('a/weights.bin')
    const stopped = download(file(), { signal: stop.signal, onBytes: () => stop.abort() })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect(readFileSync(`${path}.part`)).toHaveLength(1)
  })

  it('unpacks a file published as zstd, and checks it before and after', async () => {
    const packed = modelFile(host.url, 'a/weights.zst', PACKED)
    const packing = { kind: 'zstd' as const, bytes: packed.bytes, sha256: packed.sha256 }
    const wanted = { ...file(), urls: packed.urls, packing }
    await download(wanted)
    expect(readFileSync(path).equals(CONTENT)).toBe(true)
    rmSync(path)
    const lying = { ...wanted, sha256: sha256(PACKED) }
    await expect(download(lying)).rejects.toMatchObject({ code: 'WRONG_DIGEST' })
    expect(existsSync(path)).toBe(false)
  })
})
