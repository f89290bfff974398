import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { parseSrt } from '#subtitle-engine'
import { isOpen, type SubtitleProfile, subtitleProfile } from '../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../lambdas/contract/views.ts'
import { type ApiClient, RefusedByService } from './demo/api-client.ts'
import { StageBars } from './demo/progress.ts'
import { findOrStartService, type Service, signInAsSample } from './demo/service.ts'
import { findFault, uploadVideo } from './demo/upload.ts'
import { orUsage, WrongArgument } from './usage.ts'

const HELP = `npm run demo -- [video.mp4] [--out folder] [--profile ${subtitleProfile.options.join('|')}]

Sends one video through the running service (npm start), or through one started for this demo.
Without a file it sends a minute of speech, whose words and translation are on record where no model is installed. The SRT is saved to the folder (default: here).`

/** The caller's working directory; npm runs scripts in the project's folder. */
const HERE = process.env.INIT_CWD ?? process.cwd()
const SAMPLE = join(import.meta.dirname, '../local/sample/sky.mp4')
const FIRST_CUES = 5

async function demo(file: string, out: string, profile: SubtitleProfile): Promise<number> {
  const fault = await findFault(file)
  if (fault) {
    console.error(fault)
    return 1
  }
  let service: Service | undefined
  // Ctrl+C stops the service started for the demo and removes its folder.
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  try {
    service = await findOrStartService(process.env, interrupted.signal)
    const { api, engines } = await signInAsSample(service)
    console.log(`${service.siteUrl} · ${engines}\n${file}\n`)
    const startedMs = Date.now()
    const entry = await follow(api, file, profile, interrupted.signal)
    if (entry.status === 'failed') {
      console.error(`\nfailed: ${entry.failure ?? 'INTERNAL'}, ${entry.refunded ?? 0} tokens refunded`)
    } else await saveAndShow(api, entry, out)
    await showEmails(service, startedMs)
    await showMovements(api, entry)
    return entry.status === 'failed' ? 1 : 0
  } catch (error) {
    if (interrupted.signal.aborted) {
      console.error('\nStopped.')
      return 130
    }
    if (error instanceof RefusedByService) console.error(`\nThe service refused: ${error.code}`)
    else console.error(`\n${error instanceof Error ? error.message : error}`)
    return 1
  } finally {
    await service?.stop()
  }
}

async function follow(api: ApiClient, file: string, profile: SubtitleProfile, signal: AbortSignal): Promise<EntryView> {
  const bars = new StageBars(process.stdout, Date.now)
  const { key } = await uploadVideo(api, file, profile, share => bars.show('uploading', share))
  for (;;) {
    const entry = await api('readEntry', { parameters: { key } })
    if (!isOpen(entry.status)) {
      bars.finish()
      return entry
    }
    if (entry.status !== 'uploading') bars.show(entry.status, 0.5)
    await wait(200, undefined, { signal })
  }
}

async function saveAndShow(api: ApiClient, entry: EntryView, out: string): Promise<void> {
  const { url, filename } = await api('downloadSubtitle', { parameters: { key: entry.key }, query: { format: 'srt' } })
  const srt = await (await fetch(url)).text()
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, filename), srt)
  const cues = parseSrt(srt)
  const { kept = 0, cues: counted = 0 } = entry.certificate ?? {}
  console.log(
    `\n${join(out, filename)}: ${cues.length} cues, ${counted ? ((100 * kept) / counted).toFixed(1) : '-'}% keep every rule\n`,
  )
  console.log(srt.split('\n\n').slice(0, FIRST_CUES).join('\n\n'))
}

const emails = z.array(z.object({ subject: z.string(), to: z.array(z.string()), at: z.number() }))

async function showEmails(service: Service, sinceMs: number): Promise<void> {
  const box = emails.parse(await (await fetch(`${service.awsUrl}/mail?format=json`)).json())
  const sent = box.filter(email => email.at >= sinceMs).reverse()
  console.log(`\n${sent.length} emails (${service.awsUrl}/mail)`)
  for (const { to, subject } of sent) console.log(`  ${to.join(', ')}  ${subject}`)
}

async function showMovements(api: ApiClient, entry: EntryView): Promise<void> {
  const { movements } = await api('movements')
  console.log('\ntokens')
  for (const { movement, amount, balance } of movements.filter(each => each.movement.includes(entry.key)).reverse()) {
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
  if (read.positionals.length > 1) throw new WrongArgument(`'${read.positionals[1]}' is one word too many.`)
  return { ...read.values, profile, file: read.positionals[0] }
}

const { file, out, profile, help } = orUsage(HELP, readWords)
if (help) console.log(HELP)
else process.exitCode = await demo(resolve(HERE, file ?? SAMPLE), resolve(HERE, out), profile)
