import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import type { Context } from '../context.ts'
import { Fault } from '../fault.ts'

/** Address of the local service. */
const LOCAL_URL = 'http://127.0.0.1:4280'

const stored = z.object({ url: z.url().max(2048), key: z.string().max(200) })
export type Settings = z.infer<typeof stored>

const fileOf = ({ env }: Context): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'jamak', 'settings.json')

async function readStored(context: Context): Promise<Partial<Settings>> {
  const text = await readFile(fileOf(context), 'utf8').catch(() => '{}')
  return stored.partial().catch({}).parse(JSON.parse(text))
}

/** Address and key from the environment, or else from `login`. @throws Fault NO_KEY */
export async function readSettings(context: Context): Promise<Settings> {
  const { env, say } = context
  const kept = await readStored(context)
  const key = env.JAMAK_KEY || kept.key
  if (!key) throw new Fault('NO_KEY', say('noKey'))
  return { url: await readUrl(context), key }
}

/** The address of the service. */
export async function readUrl(context: Context): Promise<string> {
  return context.env.JAMAK_URL || (await readStored(context)).url || LOCAL_URL
}

/** Stores address and key so that only the user can read them. */
export async function storeSettings(context: Context, settings: Settings): Promise<void> {
  const file = fileOf(context)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${JSON.stringify(stored.parse(settings), null, 2)}\n`, { mode: 0o600 })
}
