import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { DASH } from '../files.ts'
import { FORMAT_NAMES, formatOf } from '../subtitles.ts'
import { oneOf } from '../words.ts'
import type { Client } from './client.ts'

/**
 * Saves a finished subtitle to a folder as `talk.ko.srt` without replacing another submission's file, or writes it to
 * standard output. Returns the file's path.
 */
export async function save(
  context: Context,
  client: Client,
  { id, out, format }: { id: string; out: string; format: string },
): Promise<string> {
  const query = { format: formatOf(oneOf(context, '--format', FORMAT_NAMES, format)) }
  const { name, bytes } = await client.file('v1Subtitle', { parameters: { id }, query })
  if (out === DASH) {
    context.stdout.write(bytes)
    return DASH
  }
  const folder = resolve(context.cwd, out)
  await mkdir(folder, { recursive: true })
  // The service has cleaned the name. If it still contained a folder, the file would end up elsewhere.
  const base = basename(name)
  const korean = base.includes('.en-ko.') ? base : base.replace(/(?=\.[^.]+$)/, '.ko')
  const path = join(folder, korean)
  try {
    await writeFile(path, bytes, { flag: 'wx' })
    return path
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  // Another submission's subtitle, or an earlier version of this one, already has the name.
  const own = join(folder, korean.replace(/(?=\.[^.]+$)/, `.${id}`))
  await writeFile(own, bytes)
  return own
}
