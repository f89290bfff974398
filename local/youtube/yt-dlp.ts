/**
 * The program that replaces yt-dlp: `node yt-dlp.ts VERSION SAMPLES.json ARGUMENT...`. Implements the command line of
 * that version, prints its templates, messages and exit codes, and uses no network.
 */
import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import hello from '../sample/hello.json' with { type: 'json' }
import { SAMPLE_SECONDS, type Sample, type Samples } from './samples.ts'
import {
  buildHelp,
  type CommandLine,
  filled,
  isVersion,
  NEWEST,
  parseCommandLine,
  UsageError,
  type Version,
} from './yt-dlp-options.ts'

const ADDRESS = /^https:\/\/www\.youtube\.com\/watch\?v=([A-Za-z0-9_-]{11})$/

/** Fragmented, like the sound that YouTube serves. */
const SOUND = join(import.meta.dirname, '../sample/hello.m4a')
const SOUND_BYTES = statSync(SOUND).size

/** A failed download. The message is YouTube's or yt-dlp's. */
class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly exitCode = 1
}

interface Fetch {
  id: string
  sample: Sample
  line: CommandLine
  /** Prints a line unless `--quiet` is set. */
  say(text: string): void
  /** Prints a line even with `--quiet`. */
  print(text: string): void
}

const [version = NEWEST, samplesFile = '', ...args] = process.argv.slice(2)
try {
  if (!isVersion(version)) throw new UsageError(`The stand-in has no version ${version}.`)
  await main(version, samplesFile, args)
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`yt-dlp: error: ${error.message}\n`)
  else if (error instanceof FetchError) process.stderr.write(`ERROR: ${error.message}\n`)
  else throw error
  process.exitCode = error.exitCode
}

async function main(release: Version, samplesPath: string, words: readonly string[]): Promise<void> {
  const line = parseCommandLine(words, release)
  const print = (text: string) => void process.stdout.write(`${text}\n`)
  if (line.has('--help')) return print(buildHelp(release))
  if (line.has('--version')) return print(release)
  const [address, ...others] = line.addresses
  if (address === undefined) throw new UsageError('You must provide at least one URL.')
  const id = ADDRESS.exec(address)?.[1]
  if (id === undefined || others.length > 0) throw new FetchError(`Unsupported URL: ${line.addresses.join(' ')}`)
  checkCookies(line.value('--cookies'))
  // `--print` implies `--quiet`, which only newer versions can undo.
  const isQuiet = line.has('--print') && !line.has('--no-quiet')
  const say = (text: string) => (isQuiet ? undefined : print(text))
  say(`[youtube] Extracting URL: ${address}`)
  const samples: Samples = JSON.parse(readFileSync(samplesPath, 'utf8'))
  const sample = samples[id]
  if (!sample || sample.apiFault === 'private') throw new FetchError(`[youtube] ${id}: Video unavailable`)
  await fetchSample({ id, sample, line, say, print })
}

function checkCookies(file: string | undefined): void {
  if (file !== undefined && !/^# (?:Netscape )?HTTP Cookie File/.test(readFileSync(file, 'utf8')))
    throw new FetchError(`${file} does not look like a Netscape format cookies file`)
}

/** Simulates yt-dlp for a video that behaves like the sample. */
async function fetchSample(fetch: Fetch): Promise<void> {
  const { id, sample, line, say, print } = fetch
  const { fetched } = sample
  say(`[youtube] ${id}: Downloading webpage`)
  if (fetched.kind === 'refused') throw new FetchError(`[youtube] ${id}: ${fetched.message}`)
  print(filled(readTemplate(line, '--print', 'pre_process'), describeVideo(sample)))
  if (!line.value('--format')?.includes('m4a'))
    throw new FetchError(`[youtube] ${id}: Requested format is not available`)
  const maxBytes = Number(line.value('--max-filesize') ?? Number.POSITIVE_INFINITY)
  switch (fetched.kind) {
    case 'arrives':
      if (fetched.captions) writeCaptions(fetch)
      return arrive(fetch)
    case 'tooLarge':
      return say(`[download] File is larger than max-filesize (${maxBytes + 1} bytes > ${maxBytes} bytes). Aborting.`)
    case 'grows':
      return grow(fetch, maxBytes)
    case 'killed':
      return dieHalfway(fetch, fetched.always)
    case 'live':
    case 'longer':
    case 'hangs':
      return hang()
  }
}

/** Fields of the template that yt-dlp prints before it downloads. */
function describeVideo({ fetched }: Sample): Record<string, string | number | undefined> {
  const isLive = fetched.kind === 'live'
  const seconds = fetched.kind === 'longer' ? fetched.seconds : SAMPLE_SECONDS
  return {
    live_status: isLive ? 'is_live' : 'not_live',
    duration: isLive ? undefined : seconds,
    age_limit: 0,
    language: 'en',
  }
}

/** The template of an option whose value is `{stage}:{template}`. */
function readTemplate(line: CommandLine, option: string, stage: string): string {
  const value = line.value(option) ?? ''
  return value.startsWith(`${stage}:`) ? value.slice(stage.length + 1) : value
}

function buildPath(line: CommandLine, extension: string): string {
  return join(line.value('--paths') ?? '.', (line.value('--output') ?? '').replace('%(ext)s', extension))
}

function printProgress({ line, print }: Fetch, done: number, total: number | undefined): void {
  const template = readTemplate(line, '--progress-template', 'download')
  if (line.has('--progress'))
    print(filled(template, { 'progress.downloaded_bytes': done, 'progress.total_bytes': total }))
}

function arrive(fetch: Fetch): void {
  const file = buildPath(fetch.line, 'm4a')
  fetch.say(`[download] Destination: ${file}`)
  for (const part of [0.25, 0.5, 1]) printProgress(fetch, Math.round(SOUND_BYTES * part), SOUND_BYTES)
  copyFileSync(SOUND, file)
  rmSync(`${file}.part`, { force: true })
}

/** Downloads four times the size limit, as a sparse file that takes no disk space. */
async function grow(fetch: Fetch, maxBytes: number): Promise<void> {
  const file = buildPath(fetch.line, 'm4a')
  const part = `${file}.part`
  writeFileSync(part, '')
  for (let bytes = SOUND_BYTES; bytes < maxBytes * 4; bytes *= 2) {
    truncateSync(part, bytes)
    printProgress(fetch, bytes, SOUND_BYTES)
    await wait(20)
  }
  renameSync(part, file)
}

async function dieHalfway(fetch: Fetch, always: boolean): Promise<void> {
  const part = `${buildPath(fetch.line, 'm4a')}.part`
  if (existsSync(part) && !always) {
    fetch.say(`[download] Resuming download at byte ${statSync(part).size}`)
    return arrive(fetch)
  }
  const half = Math.floor(SOUND_BYTES / 2)
  writeFileSync(part, Buffer.alloc(half))
  printProgress(fetch, half, SOUND_BYTES)
  process.kill(process.pid, 'SIGKILL')
  return hang()
}

/** Waits to be killed. Ends once the parent process has exited. */
async function hang(): Promise<never> {
  const parent = process.ppid
  while (process.ppid === parent) await wait(200)
  process.exit(1)
}

/** Writes captions in YouTube's JSON format, if the command line requests captions written by hand. */
function writeCaptions({ line, say }: Fetch): void {
  const languages = (line.value('--sub-langs') ?? '').split(',')
  // yt-dlp takes languages as regular expressions.
  const isWanted = line.has('--write-subs') && languages.some(language => new RegExp(`^(?:${language})$`).test('en'))
  if (!isWanted || !line.value('--sub-format')?.split('/').includes('json3')) {
    say('[info] There are no subtitles for the requested languages')
    return
  }
  const events = hello.sentences.map(({ text, startMs, endMs }) => ({
    tStartMs: startMs,
    dDurationMs: endMs - startMs,
    segs: [{ utf8: text }],
  }))
  writeFileSync(buildPath(line, 'en.json3'), JSON.stringify({ wireMagic: 'pb3', events }))
}
