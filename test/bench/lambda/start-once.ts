import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as z from 'zod'

/** A cold start: milliseconds from the process's begin until the handler is there, and the CPU of all its threads. */
const start = z.object({ ms: z.number().positive(), cpuMs: z.number().positive() })
export type Start = z.infer<typeof start>

const PROGRAM = new URL('./start.ts', import.meta.url).pathname

/** Values that are enough to load every handler; none of them is used before the first event. */
const ENVIRONMENT = {
  ...Object.fromEntries(
    ['USERS', 'SERVICE', 'LEDGER', 'ARCHIVE', 'PAYMENTS', 'LOGS'].map(name => [`${name}_TABLE`, name.toLowerCase()]),
  ),
  ...Object.fromEntries(
    ['SITE', 'SIGN_IN', 'YOUTUBE_API', 'TOSS_API'].map(name => [`${name}_URL`, 'https://jamak.example']),
  ),
  ...Object.fromEntries(
    ['IDENTITY_SECRET', 'YOUTUBE_SECRET', 'TOSS_SECRET', 'MEDIA_BUCKET', 'USER_POOL_ID', 'USER_POOL_CLIENT_ID'].map(
      name => [name, name.toLowerCase()],
    ),
  ),
  ...Object.fromEntries(
    ['STATE_MACHINE_ARN', 'CLOSING_MACHINE_ARN', 'TRANSCRIBE_ROLE_ARN'].map(name => [name, `arn:${name}`]),
  ),
  ...Object.fromEntries(['ORIGIN_SECRET', 'BEDROCK_MODEL_ID', 'YOUTUBE_PROXY_SECRET'].map(name => [name, 'none'])),
  LOG_DAYS: '30',
  MAIL_SENDER: 'no-reply@jamak.example',
  OPERATOR_MAIL: 'operator@jamak.example',
  TRANSLATOR: 'amazon-translate',
  SECOND_LOOK: 'off',
  GLOSSARY: '{}',
  YOUTUBE_FETCH: 'off',
  YT_DLP_PATH: 'yt-dlp',
  AWS_REGION: 'ap-northeast-2',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  TZ: 'UTC',
}

/** Loads a handler in a fresh process. @throws Error if it does not load. */
export async function startOnce(file: string): Promise<Start> {
  const { PATH } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, file], { env: { PATH, ...ENVIRONMENT } })
  return start.parse(JSON.parse(stdout))
}
