import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { sha256OfFile, sizeOf } from './digest.ts'
import { type DownloadOptions, downloadFile } from './download.ts'
import type { ModelFile } from './manifest.ts'
import { createProgress } from './progress.ts'

/** What `.complete` says: the digests that were checked. It is written last. */
const completeMark = z.object({ files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })) })

/** Whether the folder holds the whole model, checked once and of unchanged size since; takes no time. */
export async function isComplete(folder: string, files: readonly ModelFile[]): Promise<boolean> {
  const text = await readFile(join(folder, '.complete'), 'utf8').catch(() => '')
  const mark = text === '' ? undefined : completeMark.safeParse(parsedJson(text)).data
  if (!mark) return false
  for (const { name, bytes, sha256 } of files)
    if (mark.files[name]?.sha256 !== sha256 || (await sizeOf(join(folder, name))) !== bytes) return false
  return true
}

/** Whether every file is there in its full size: a copy by hand, perhaps, that has not been checked yet. */
export async function looksComplete(folder: string, files: readonly ModelFile[]): Promise<boolean> {
  for (const { name, bytes } of files) if ((await sizeOf(join(folder, name))) !== bytes) return false
  return true
}

/** Checks the digests of a copy; marks it as checked where the folder may be written. */
export async function checkCopy(folder: string, files: readonly ModelFile[]): Promise<boolean> {
  for (const { name, sha256 } of files)
    if ((await sha256OfFile(join(folder, name)).catch(() => '')) !== sha256) return false
  await markComplete(folder, files).catch(() => {})
  return true
}

export interface FetchModelOptions extends DownloadOptions {
  /** How the model is called in the lines of progress. */
  title: string
  log(line: string): void
}

/**
 * Fetches what is missing of a model and marks it complete at the very end.
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
    const isThere = (await sizeOf(path)) === file.bytes && (await sha256OfFile(path)) === file.sha256
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
