import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as setTimeoutAsync } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import { ModelError, type ModelFile } from './manifest.ts'

export interface DownloadOptions {
  fetch: typeof fetch
  signal?: AbortSignal
  /** Called with the bytes of this file received so far. */
  onBytes?(bytes: number): void
  /** Waits between two attempts. Tests replace it. */
  rest?(milliseconds: number): Promise<void>
  /** A connection without data for this long is closed. Default: 30 seconds. */
  stallMs?: number
}

/** After this many consecutive fruitless attempts, a host counts as unreachable. */
const MAX_FRUITLESS_TRIES = 4
/** An attempt that receives no more than this is fruitless. */
const FRUITLESS_BYTES = 16 * 1024
const REST_MS = 1500
const STALL_MS = 30_000

/**
 * Downloads a file to `{path}.part`, resuming an earlier attempt, checks its digest, unpacks it and renames it. A file
 * at `path` is therefore always complete.
 * @throws {ModelError} UNREACHABLE, NOT_FOUND, WRONG_DIGEST, NO_SPACE
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
      await moveIntoPlace(file, part, path)
      return
    } catch (error) {
      if (options.signal?.aborted) throw error
      if (isDiskFull(error))
        throw new ModelError('NO_SPACE', `The disk has no space for ${file.name}.`, { cause: error })
      fault ??= error
    }
  }
  throw fault
}

/** Downloads until the part has its full size, resuming after every broken connection. */
async function fetchPart(url: string, part: string, bytes: number, options: DownloadOptions): Promise<void> {
  const rest = options.rest ?? (ms => setTimeoutAsync(ms, undefined, { signal: options.signal }))
  let fruitless = 0
  for (;;) {
    const before = await readSize(part)
    if (before === bytes) return
    if (before > bytes) await rm(part)
    try {
      await fetchRest(url, part, Math.min(before, bytes), options)
    } catch (error) {
      if (error instanceof ModelError || isDiskFull(error) || options.signal?.aborted) throw error
      fruitless = (await readSize(part)) > before + FRUITLESS_BYTES ? 0 : fruitless + 1
      if (fruitless >= MAX_FRUITLESS_TRIES)
        throw new ModelError('UNREACHABLE', `${new URL(url).host} does not deliver the file.`, { cause: error })
      await rest(REST_MS * (fruitless + 1))
    }
  }
}

async function fetchRest(url: string, part: string, from: number, options: DownloadOptions): Promise<void> {
  const stall = createStall(options.stallMs ?? STALL_MS)
  try {
    const answer = await options.fetch(url, {
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      signal: options.signal ? AbortSignal.any([options.signal, stall.signal]) : stall.signal,
    })
    if (answer.status === 416) return void (await rm(part, { force: true }))
    if ([403, 404, 410].includes(answer.status))
      throw new ModelError('NOT_FOUND', `${new URL(url).host} returned ${answer.status}.`)
    if (!answer.ok || !answer.body) throw new Error(`The host returned ${answer.status}.`)
    const isResumed = answer.status === 206
    if (isResumed && !answer.headers.get('content-range')?.startsWith(`bytes ${from}-`))
      throw new Error('The host sends a different part of the file.')
    await append(answer.body, part, isResumed ? from : 0, bytes => {
      stall.bytesCame()
      options.onBytes?.(bytes)
    })
  } finally {
    stall.end()
  }
}

/** Appends a body to the first `from` bytes of the part. Bytes received before an interruption are kept. */
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

/** Retrying does not help if the disk is full or a quota is used up. */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/** Aborts a connection that receives no data for too long. */
function createStall(milliseconds: number) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('The connection went silent.')), milliseconds)
  return { signal: controller.signal, bytesCame: () => timer.refresh(), end: () => clearTimeout(timer) }
}

/** Moves the checked part to its final path. A packed file is unpacked and checked again. */
async function moveIntoPlace(file: ModelFile, part: string, path: string): Promise<void> {
  if (!file.packing) return rename(part, path)
  const unpacked = `${path}.unpacked`
  await pipeline(createReadStream(part), createZstdDecompress(), createWriteStream(unpacked))
  const isPinned = (await readSize(unpacked)) === file.bytes && (await sha256OfFile(unpacked)) === file.sha256
  await rm(part)
  if (isPinned) return rename(unpacked, path)
  await rm(unpacked)
  throw new ModelError('WRONG_DIGEST', `${file.name} is not the pinned file once unpacked.`)
}

/** SHA-256 of a file, in hexadecimal. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return hash.digest('hex')
}

/** Size of a file in bytes; 0 if it does not exist. */
export async function readSize(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}
