import { copyFileSync, existsSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sample from '../sample/hello.json' with { type: 'json' }
import type { Sample } from './samples.ts'
import { type CommandLine, filled } from './yt-dlp-options.ts'

/** In fragments, as YouTube hands sound out. */
const SOUND = join(import.meta.dirname, '../sample/hello.m4a')
const SOUND_BYTES = statSync(SOUND).size
const LENGTH_SECONDS = 25

/** A fetch that ends with words of YouTube's. */
export class FetchError extends Error {}

export interface Fetch {
  id: string
  sample: Sample
  line: CommandLine
  /** Says a line that `--quiet` keeps to itself. */
  say(text: string): void
  /** Says a line in any case. */
  print(text: string): void
}

/** Does with a sample what yt-dlp would do with a video that behaves so. */
export async function fetchSample(fetch: Fetch): Promise<void> {
  const { id, sample, line, say, print } = fetch
  const { fetched } = sample
  say(`[youtube] ${id}: Downloading webpage`)
  if (fetched.way === 'refused') throw new FetchError(`[youtube] ${id}: ${fetched.words}`)
  print(filled(templateOf(line, '--print', 'pre_process'), factsOf(sample)))
  if (!line.value('--format')?.includes('m4a'))
    throw new FetchError(`[youtube] ${id}: Requested format is not available`)
  const maxBytes = Number(line.value('--max-filesize') ?? Number.POSITIVE_INFINITY)
  switch (fetched.way) {
    case 'comes':
      if (fetched.captions) writeCaptions(fetch)
      return arrive(fetch)
    case 'larger':
      return say(`[download] File is larger than max-filesize (${maxBytes + 1} bytes > ${maxBytes} bytes). Aborting.`)
    case 'swells':
      return swell(fetch, maxBytes)
    case 'killed':
      return dieHalfWay(fetch, fetched.always)
    case 'live':
    case 'longer':
    case 'stuck':
      return forever()
  }
}

function factsOf({ fetched }: Sample): Record<string, string | number | undefined> {
  const live = fetched.way === 'live'
  const seconds = fetched.way === 'longer' ? fetched.seconds : LENGTH_SECONDS
  return {
    live_status: live ? 'is_live' : 'not_live',
    duration: live ? undefined : seconds,
    age_limit: 0,
    language: 'en',
  }
}

/** The template behind `WHEN:`. */
function templateOf(line: CommandLine, option: string, when: string): string {
  return (line.value(option) ?? '').replace(new RegExp(`^${when}:`), '')
}

const fileOf = (line: CommandLine, extension: string): string =>
  join(line.value('--paths') ?? '.', (line.value('--output') ?? '').replace('%(ext)s', extension))

function progress({ line, print }: Fetch, done: number, total: number | undefined): void {
  const template = templateOf(line, '--progress-template', 'download')
  if (line.has('--progress'))
    print(filled(template, { 'progress.downloaded_bytes': done, 'progress.total_bytes': total }))
}

function arrive(fetch: Fetch): void {
  const file = fileOf(fetch.line, 'm4a')
  fetch.say(`[download] Destination: ${file}`)
  for (const part of [0.25, 0.5, 1]) progress(fetch, Math.round(SOUND_BYTES * part), SOUND_BYTES)
  copyFileSync(SOUND, file)
  rmSync(`${file}.part`, { force: true })
}

/** Far more comes than was said: a sparse file, so that no disk fills up. */
async function swell(fetch: Fetch, maxBytes: number): Promise<void> {
  const file = fileOf(fetch.line, 'm4a')
  const part = `${file}.part`
  writeFileSync(part, '')
  for (let bytes = SOUND_BYTES; bytes < maxBytes * 4; bytes *= 2) {
    truncateSync(part, bytes)
    progress(fetch, bytes, SOUND_BYTES)
    await wait(20)
  }
  renameSync(part, file)
}

async function dieHalfWay(fetch: Fetch, always: boolean): Promise<void> {
  const part = `${fileOf(fetch.line, 'm4a')}.part`
  if (existsSync(part) && !always) {
    fetch.say(`[download] Resuming download at byte ${statSync(part).size}`)
    return arrive(fetch)
  }
  const half = Math.floor(SOUND_BYTES / 2)
  writeFileSync(part, Buffer.alloc(half))
  progress(fetch, half, SOUND_BYTES)
  process.kill(process.pid, 'SIGKILL')
  return forever()
}

/** Until it is killed, or whoever started it is gone. */
async function forever(): Promise<never> {
  const parent = process.ppid
  while (process.ppid === parent) await wait(200)
  process.exit(1)
}

/** A track in YouTube's own format, where one is wanted that a person made. */
function writeCaptions({ line, say }: Fetch): void {
  const languages = (line.value('--sub-langs') ?? '').split(',')
  const wanted = line.has('--write-subs') && languages.some(language => new RegExp(`^(?:${language})$`).test('en'))
  if (!wanted || !line.value('--sub-format')?.split('/').includes('json3'))
    return void say('[info] There are no subtitles for the requested languages')
  const events = sample.sentences.map(({ text, startMs, endMs }) => ({
    tStartMs: startMs,
    dDurationMs: endMs - startMs,
    segs: [{ utf8: text }],
  }))
  writeFileSync(fileOf(line, 'en.json3'), JSON.stringify({ wireMagic: 'pb3', events }))
}
