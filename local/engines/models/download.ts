import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as setTimeoutAsync } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import { sha256OfFile, sizeOf } from './digest.ts'
import type { ModelFile } from './manifest.ts'
import { ModelError } from './model-error.ts'

export interface DownloadOptions {
  fetch: typeof fetch
  signal?: AbortSignal
  /** Bytes of this file that are here so far. */
  onBytes?(bytes: number): void
  /** Rests between two tries; an argument so that tests need not wait. */
  rest?(milliseconds: number): Promise<void>
  /** A connection that brings nothing for so long is given up. */
  stallMs?: number
}

/** Tries in a row that bring next to nothing before a host counts as unreachable. */
const FRUITLESS_TRIES = 4
const NEXT_TO_NOTHING = 16 * 1024
const REST_MS = 1500
const STALL_MS = 30_000

/**
 * Brings a file to its place: into `{path}.part`, going on where an earlier try stopped, then checked against its digest,
 * unpacked and renamed. A file at `path` is always whole.
 * @throws {ModelError} UNREACHABLE, NOT_FOUND, WRONG_DIGEST
 */
export async function downloadFile(file: ModelFile, path: string, options: DownloadOptions): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.part`
  const { bytes, sha256 } = file.packing ?? file
  let fault: unknown
  for (const url of file.urls) {
    try {
      await fetchPart(url, part, bytes, options)
      if ((await sha256OfFile(part)) !== sha256) {
        await rm(part, { force: true })
        throw new ModelError('WRONG_DIGEST', `${file.name} from ${new URL(url).host} is not the pinned file.`)
      }
      await settle(file, part, path)
      return
    } catch (error) {
      if (options.signal?.aborted) throw error
      fault ??= error
    }
  }
  throw fault
}

/** Fetches until the part has its full size, resuming after every break. */
async function fetchPart(url: string, part: string, bytes: number, options: DownloadOptions): Promise<void> {
  const rest = options.rest ?? (ms => setTimeoutAsync(ms, undefined, { signal: options.signal }))
  let fruitless = 0
  for (;;) {
    const before = await sizeOf(part)
    if (before === bytes) return
    if (before > bytes) await rm(part)
    try {
      await fetchRest(url, part, Math.min(before, bytes), options)
    } catch (error) {
      if (error instanceof ModelError || options.signal?.aborted) throw error
      fruitless = (await sizeOf(part)) > before + NEXT_TO_NOTHING ? 0 : fruitless + 1
      if (fruitless >= FRUITLESS_TRIES)
        throw new ModelError('UNREACHABLE', `${new URL(url).host} does not give the file.`, { cause: error })
      await rest(REST_MS * (fruitless + 1))
    }
  }
}

async function fetchRest(url: string, part: string, from: number, options: DownloadOptions): Promise<void> {
  const stall = createStall(options.stallMs ?? STALL_MS)
  try {
    const response = await options.fetch(url, {
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      signal: options.signal ? AbortSignal.any([options.signal, stall.signal]) : stall.signal,
    })
    if (response.status === 416) return void (await rm(part, { force: true }))
    if (response.status === 403 || response.status === 404 || response.status === 410)
      throw new ModelError('NOT_FOUND', `${new URL(url).host} answers ${response.status}.`)
    if (!response.ok || !response.body) throw new Error(`The host answers ${response.status}.`)
    const isResumed = response.status === 206
    if (isResumed && !response.headers.get('content-range')?.startsWith(`bytes ${from}-`))
      throw new Error('The host sends another part of the file.')
    await append(response.body, part, isResumed ? from : 0, bytes => {
      stall.bytesCame()
      options.onBytes?.(bytes)
    })
  } finally {
    stall.end()
  }
}

/** Writes what comes behind the first `from` bytes of the part; what came before a break stays. */
async function append(
  body: ReadableStream<Uint8Array>,
  part: string,
  from: number,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const reader = body.getReader()
  await using file = await open(part, from > 0 ? 'a' : 'w')
  let here = from
  for (let next = await reader.read(); next.value; next = await reader.read()) {
    await file.write(next.value)
    here += next.value.length
    onBytes(here)
  }
}

/** Gives a connection up that brings nothing for too long. */
function createStall(milliseconds: number) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('Nothing comes any more.')), milliseconds)
  return { signal: controller.signal, bytesCame: () => timer.refresh(), end: () => clearTimeout(timer) }
}

/** Puts the checked part in its place; a packed one is unpacked and checked once more. */
async function settle(file: ModelFile, part: string, path: string): Promise<void> {
  if (!file.packing) return rename(part, path)
  const unpacked = `${path}.unpacked`
  await pipeline(createReadStream(part), createZstdDecompress(), createWriteStream(unpacked))
  const isPinned = (await sizeOf(unpacked)) === file.bytes && (await sha256OfFile(unpacked)) === file.sha256
  await rm(part)
  if (isPinned) return rename(unpacked, path)
  await rm(unpacked)
  throw new ModelError('WRONG_DIGEST', `${file.name}, once unpacked, is not the pinned file.`)
}
