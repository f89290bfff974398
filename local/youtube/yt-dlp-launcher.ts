import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NEWEST, type Version } from './yt-dlp-options.ts'

/** Puts the stand-in as `yt-dlp` into a folder, to be found where that folder is on PATH. Gives the folder. */
export async function installYtDlp(folder: string, version: Version = NEWEST): Promise<string> {
  await mkdir(folder, { recursive: true })
  const words = [process.execPath, join(import.meta.dirname, 'yt-dlp.ts'), version].map(quoted).join(' ')
  await writeFile(join(folder, 'yt-dlp'), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 })
  return folder
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
