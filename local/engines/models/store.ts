import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { type DownloadOptions, downloadFile, readSize, sha256OfFile } from './download.ts'
import type { ModelFile } from './manifest.ts'

/** Content of `.complete`, which is written last: the checked digests. */
const completeMark = z.object({ files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })) })

/** Whether the folder contains the model, its digests were checked before and its sizes have not changed. Fast. */
export async function isComplete(folder: string, files: readonly ModelFile[]): Promise<boolean> {
  const text = await readFile(join(folder, '.complete'), 'utf8').catch(() => '')
  const mark = text === '' ? undefined : completeMark.safeParse(parsedJson(text)).data
  if (!mark) return false
  for (const { name, bytes, sha256 } of files)
    if (mark.files[name]?.sha256 !== sha256 || (await readSize(join(folder, name))) !== bytes) return false
  return true
}

/** Whether every file has its full size, as in a manual copy that was not checked yet. */
export async function looksComplete(folder: string, files: readonly ModelFile[]): Promise<boolean> {
  for (const { name, bytes } of files) if ((await readSize(join(folder, name))) !== bytes) return false
  return true
}

/** Checks the digests of a copy, and marks it as complete if the folder is writable. */
export async function checkCopy(folder: string, files: readonly ModelFile[]): Promise<boolean> {
  for (const { name, sha256 } of files)
    if ((await sha256OfFile(join(folder, name)).catch(() => '')) !== sha256) return false
  await markComplete(folder, files).catch(() => {})
  return true
}

interface FetchModelOptions extends DownloadOptions {
  /** Title of the model in progress messages. */
  title: string
  log(line: string): void
}

/**
 * Downloads the missing files of a model, then marks it as complete.
 * @throws {ModelError} UNREACHABLE, NOT_FOUND, WRONG_DIGEST
 */
export async function fetchModel(
  folder: string,
  files: readonly ModelFile[],
  options: FetchModelOptions,
): Promise<void> {
  const size = (file: ModelFile) => file.packing?.bytes ?? file.bytes
  const progress = createProgress(
    options.title,
    files.reduce((sum, file) => sum + size(file), 0),
    options.log,
  )
  let before = 0
  for (const file of files) {
    const path = join(folder, file.name)
    const isThere = (await readSize(path)) === file.bytes && (await sha256OfFile(path)) === file.sha256
    if (!isThere) await downloadFile(file, path, { ...options, onBytes: bytes => progress.at(before + bytes) })
    before += size(file)
    progress.at(before)
  }
  await markComplete(folder, files)
}

async function markComplete(folder: string, files: readonly ModelFile[]): Promise<void> {
  const entries = files.map(({ name, bytes, sha256 }) => [name, { bytes, sha256 }])
  await writeFile(join(folder, '.complete'), JSON.stringify({ files: Object.fromEntries(entries) }, null, 2))
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const STEP_PERCENT = 5

/** Prints `Downloading the speech model: 132/661 MB (20%)` and the like, for every 5 percent. */
export function createProgress(title: string, totalBytes: number, log: (line: string) => void) {
  let printed = -1
  return {
    at(bytes: number): void {
      const percent = Math.min(100, Math.floor((bytes * 100) / totalBytes))
      const step = Math.floor(percent / STEP_PERCENT)
      if (step <= printed) return
      printed = step
      log(`Downloading the ${title}: ${megabytes(bytes)}/${megabytes(totalBytes)} MB (${percent}%)`)
    },
  }
}

function megabytes(bytes: number): string {
  const value = bytes / 1e6
  return value < 10 ? value.toFixed(1) : String(Math.round(value))
}
