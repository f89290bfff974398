#!/usr/bin/env node
import { setTimeout } from 'node:timers/promises'
import type { Context } from './context.ts'
import { run } from './run.ts'
import { chooseLanguage, speaker } from './texts.ts'

const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())

const { env, stdin, stdout, stderr } = process
const language = chooseLanguage(env)
const context: Context = {
  // `npm run jamak` runs in the package's folder.
  cwd: (env.npm_lifecycle_event === 'jamak' && env.INIT_CWD) || process.cwd(),
  env,
  language,
  say: speaker(language),
  stdin,
  stdout,
  stderr,
  fetch,
  now: Date.now,
  wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
  signal: interrupted.signal,
}

process.exitCode = await run(process.argv.slice(2), context)
