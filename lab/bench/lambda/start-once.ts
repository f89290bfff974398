import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import type { EnvironmentName } from '../../../lambdas/runtime/environment.ts'

/** A cold start: milliseconds from process start until the handler is loaded, and the CPU of all threads. */
const start = z.object({ ms: z.number().positive(), cpuMs: z.number().positive() })
export type Start = z.infer<typeof start>

const PROGRAM = join(import.meta.dirname, 'start.ts')

/** Values sufficient to load every handler; none is used before the first event. */
const OWN: Record<EnvironmentName, string> = {
  USERS_TABLE: 'users',
  SERVICE_TABLE: 'service',
  LEDGER_TABLE: 'ledger',
  ARCHIVE_TABLE: 'archive',
  PAYMENTS_TABLE: 'payments',
  LOGS_TABLE: 'logs',
  LOG_DAYS: '30',
  MEDIA_BUCKET: 'media',
  STATE_MACHINE_ARN: 'arn:workflow',
  CLOSING_MACHINE_ARN: 'arn:closing',
  SITE_URL: 'https://jamak.example',
  MAIL_SENDER: 'no-reply@jamak.example',
  OPERATOR_MAIL: 'operator@jamak.example',
  SIGN_IN_URL: 'https://jamak.example',
  USER_POOL_ID: 'pool',
  USER_POOL_CLIENT_ID: 'client',
  IDENTITY_SECRET: 'identity',
  ORIGIN_SECRET: 'none',
  TRANSCRIBE_ROLE_ARN: 'arn:role',
  PARTS_FROM_MINUTES: '30',
  TRANSLATOR: 'amazon-translate',
  BEDROCK_MODEL_ID: 'none',
  SECOND_LOOK: 'off',
  GLOSSARY: '{}',
  YOUTUBE_FETCH: 'off',
  YOUTUBE_SECRET: 'youtube',
  YOUTUBE_PROXY_SECRET: 'none',
  YOUTUBE_API_URL: 'https://jamak.example',
  YT_DLP_PATH: 'yt-dlp',
  TOSS_SECRET: 'toss',
  TOSS_API_URL: 'https://jamak.example',
}
const ENVIRONMENT = {
  ...OWN,
  AWS_REGION: 'ap-northeast-2',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  TZ: 'UTC',
}

/** Loads a handler in a fresh process. @throws Error if it does not load. */
export async function startOnce(file: string): Promise<Start> {
  const { PATH } = process.env
  const program = promisify(execFile)(process.execPath, [PROGRAM, file], { env: { PATH, ...ENVIRONMENT } })
  const { stdout } = await program.catch((error: { stderr?: string }) => {
    // Node prints the source line of the error, which in a minified bundle is the whole bundle.
    const said = (error.stderr ?? '').split('\n').find(line => /^\w*Error\b/.test(line))
    throw new Error(`${file} did not load: ${said ?? 'no reason given'}`)
  })
  return start.parse(JSON.parse(stdout))
}
