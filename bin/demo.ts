import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { parseSrt } from '#subtitle-engine'
import { keyScope } from '../lambdas/contract/api-key.ts'
import { type SubtitleProfile, subtitleProfile } from '../lambdas/contract/archive-entry.ts'
import { run as submit } from '../packages/cli/src/commands/submit.ts'
import type { Context } from '../packages/cli/src/context.ts'
import { EXIT, Fault } from '../packages/cli/src/fault.ts'
import { openFilm } from '../packages/cli/src/service/film.ts'
import { speaker } from '../packages/cli/src/texts.ts'
import type { ApiClient } from './demo/api-client.ts'
import { findOrStartService, type Service, signInAsSample } from './demo/service.ts'
import { orUsage, WrongArgument } from './usage.ts'

const HELP = `npm run demo -- [video.mp4] [--out folder] [--profile ${subtitleProfile.options.join('|')}]

Sends one video with the command jamak (packages/cli) through the running service (npm start), or through one started for this demo.
Without a file it sends a minute of speech; if no model is installed, its words and translation come from a recording. The SRT is saved to the folder (default: here).`

/** The caller's working directory; npm runs scripts in the project's folder. */
const HERE = process.env.INIT_CWD ?? process.cwd()
const SAMPLE = join(import.meta.dirname, '../local/sample/sky.mp4')
const FIRST_CUES = 5

async function demo(file: string, out: string, profile: SubtitleProfile): Promise<number> {
  // Ctrl+C stops the service started for the demo and removes its folder.
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  const context = contextFor(interrupted.signal)
  let service: Service | undefined
  try {
    // Rejects an unusable file before any service starts.
    await (await openFilm(context, file)).close()
    service = await findOrStartService(process.env, interrupted.signal)
    const { api, engines } = await signInAsSample(service)
    console.log(`${service.siteUrl} · ${engines}\n${file}\n`)
    const startedMs = Date.now()
    const exit = await sendWithKey(api, { ...context, env: { JAMAK_URL: service.siteUrl } }, [
      ...[file, '--out', out, '--profile', profile],
    ])
    await showEmails(service, startedMs)
    await showMovements(api)
    return exit
  } catch (error) {
    if (interrupted.signal.aborted) {
      console.error('\nStopped.')
      return EXIT.interrupted
    }
    console.error(error instanceof Error ? error.message : error)
    return error instanceof Fault ? error.exit : EXIT.failed
  } finally {
    await service?.stop()
  }
}

/** Builds the command's dependencies. They print the beginning of the SRT after the line that reports it as saved. */
function contextFor(signal: AbortSignal): Context {
  const { stdin, stdout, stderr } = process
  const show = (line: string | Uint8Array) => {
    stdout.write(line)
    const [, path] = /^(.+\.srt): /.exec(String(line)) ?? []
    if (path === undefined) return
    const srt = readFileSync(path, 'utf8')
    console.log(`\n${srt.split('\n\n').slice(0, FIRST_CUES).join('\n\n')}\n… ${parseSrt(srt).length} cues`)
  }
  const wait = (ms: number, stopped?: AbortSignal) => setTimeout(ms, undefined, { signal: stopped })
  const language = 'en'
  return {
    ...{ cwd: HERE, env: {}, language, say: speaker(language), stdin, stderr, fetch, now: Date.now, wait, signal },
    stdout: { write: show },
  }
}

/** Submits with a temporary key, and revokes it afterwards. */
async function sendWithKey(api: ApiClient, context: Context, words: readonly string[]): Promise<number> {
  const body = { name: 'demo', scopes: keyScope.options, days: 1 }
  const { key, secret } = await api('createKey', { body })
  try {
    return await submit(words, { ...context, env: { ...context.env, JAMAK_KEY: secret } })
  } finally {
    await api('revokeKey', { parameters: { id: key.id } })
  }
}

const emails = z.array(z.object({ subject: z.string(), to: z.array(z.string()), at: z.number() }))

async function showEmails(service: Service, sinceMs: number): Promise<void> {
  const box = emails.parse(await (await fetch(`${service.awsUrl}/mail?format=json`)).json())
  const sent = box.filter(email => email.at >= sinceMs).reverse()
  console.log(`\n${sent.length} emails (${service.awsUrl}/mail)`)
  for (const { to, subject } of sent) console.log(`  ${to.join(', ')}  ${subject}`)
}

/** The ledger entries of the newest submission. */
async function showMovements(api: ApiClient): Promise<void> {
  const { movements } = await api('movements')
  const [, newest = ''] = movements[0]?.movement.split('#') ?? []
  console.log('\ntokens')
  for (const { movement, amount, balance } of movements.filter(each => each.movement.includes(newest)).reverse()) {
    const [kind = ''] = movement.split('#')
    console.log(`  ${kind.padEnd(6)}  ${amount > 0 ? '+' : ''}${amount}  balance ${balance}`)
  }
}

function readWords() {
  const read = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string', default: '.' },
      profile: { type: 'string', default: 'standard' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const profile = subtitleProfile.safeParse(read.values.profile).data
  if (!profile) throw new WrongArgument(`--profile is one of ${subtitleProfile.options.join(', ')}.`)
  if (read.positionals.length > 1) throw new WrongArgument(`'${read.positionals[1]}' is an unexpected argument.`)
  return { ...read.values, profile, file: read.positionals[0] }
}

const { file, out, profile, help } = orUsage(HELP, readWords)
if (help) console.log(HELP)
else process.exitCode = await demo(resolve(HERE, file ?? SAMPLE), resolve(HERE, out), profile)
