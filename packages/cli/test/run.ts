import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { run } from '../src/run.ts'
import { chooseLanguage, speaker } from '../src/texts.ts'

export const PROGRAM = join(import.meta.dirname, '../src/main.ts')

export interface Ran {
  status: number
  out: string
  error: string
}

/**
 * Runs the command in this process, in a folder, with English messages and without a stored key.
 * `test/packages.test.ts` starts the program itself.
 */
export async function jamak(
  cwd: string,
  words: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<Ran> {
  const ran = { out: '', error: '' }
  const own = { LC_ALL: 'C', XDG_CONFIG_HOME: cwd, ...env }
  const language = chooseLanguage(own)
  const status = await run(words, {
    cwd,
    env: own,
    language,
    say: speaker(language),
    stdin: Readable.from([Buffer.from(input)]),
    stdout: { write: piece => (ran.out += Buffer.from(piece).toString()) },
    stderr: { write: piece => (ran.error += piece) },
    fetch,
    now: Date.now,
    wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
    signal: new AbortController().signal,
  })
  return { status, ...ran }
}
