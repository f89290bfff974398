import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const PROGRAM = join(import.meta.dirname, '../src/main.ts')

export interface Ran {
  status: number | null
  out: string
  error: string
}

/** Runs the command as a user does, in a folder, with English messages and without a stored key. */
export function jamak(
  cwd: string,
  words: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<Ran> {
  const { promise, resolve, reject } = Promise.withResolvers<Ran>()
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd,
    env: { PATH: process.env.PATH, LC_ALL: 'C', XDG_CONFIG_HOME: cwd, INIT_CWD: cwd, ...env },
  })
  const ran = { out: '', error: '' }
  child.stdout.on('data', piece => (ran.out += piece))
  child.stderr.on('data', piece => (ran.error += piece))
  child.once('error', reject)
  child.once('close', status => resolve({ status, ...ran }))
  child.stdin.end(input)
  return promise
}
