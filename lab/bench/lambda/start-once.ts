import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { TABLES } from '../../../lambdas/contract/tables.ts'
import { ENVIRONMENT } from '../../../lambdas/runtime/environment.ts'

/** A cold start: milliseconds from process start until the handler is loaded, and the CPU of all threads. */
const start = z.object({ ms: z.number().positive(), cpuMs: z.number().positive(), files: z.array(z.string()) })
export type Start = z.infer<typeof start>

const PROGRAM = join(import.meta.dirname, 'start.ts')

const NAMES = [...Object.keys(ENVIRONMENT), ...Object.values(TABLES).map(({ variable }) => variable)]
/** Values sufficient to load every handler; none is used before the first event. */
const VALUES: Record<string, string> = {
  ORIGIN_SECRET: 'none',
  PARTS_FROM_MINUTES: '30',
  MOST_PARTS: '12',
  HEARING: 'transcribe',
  RECOGNIZER_PATH: 'none',
  TRANSLATOR: 'amazon-translate',
  BEDROCK_MODEL_ID: 'none',
  SECOND_LOOK: 'off',
  BREAK_REVIEW: 'off',
  MEANING_CHECK_MODEL: 'none',
  CHECKED_AT_ONCE: '4',
  GLOSSARY: '{}',
  YOUTUBE_FETCH: 'off',
}
const VARIABLES = {
  ...Object.fromEntries(NAMES.map(name => [name, VALUES[name] ?? 'https://jamak.example'])),
  AWS_REGION: 'ap-northeast-2',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  TZ: 'UTC',
}

/**
 * Loads a handler in a fresh process.
 * @throws Error if it does not load.
 */
export async function startOnce(file: string): Promise<Start> {
  const { PATH } = process.env
  const program = promisify(execFile)(process.execPath, [PROGRAM, file], { env: { PATH, ...VARIABLES } })
  const { stdout } = await program.catch((error: { stderr?: string }) => {
    // Node prints the source line of the error, which in a minified bundle is the whole bundle.
    const said = (error.stderr ?? '').split('\n').find(line => /^\w*Error\b/.test(line))
    throw new Error(`${file} did not load: ${said ?? 'no reason given'}`)
  })
  return start.parse(JSON.parse(stdout))
}
