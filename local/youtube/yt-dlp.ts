import { readFileSync } from 'node:fs'
import { SAMPLES } from './samples.ts'
import { FetchError, fetchSample } from './yt-dlp-fetch.ts'
import { helpOf, isVersion, NEWEST, parseCommandLine, UsageError, type Version } from './yt-dlp-options.ts'

const ADDRESS = /^https:\/\/www\.youtube\.com\/watch\?v=([A-Za-z0-9_-]{11})$/

/**
 * A program that speaks the command line of a yt-dlp over the samples and reaches no network: its options, the lines of
 * its templates, its words and its exit codes.
 */
async function main(version: Version, args: readonly string[]): Promise<void> {
  const line = parseCommandLine(args, version)
  const print = (text: string) => void process.stdout.write(`${text}\n`)
  if (line.has('--help')) return print(helpOf(version))
  if (line.has('--version')) return print(version)
  const [address, ...others] = line.addresses
  if (address === undefined) throw new UsageError('You must provide at least one URL.')
  const id = ADDRESS.exec(address)?.[1]
  if (id === undefined || others.length > 0) throw new FetchError(`Unsupported URL: ${line.addresses.join(' ')}`)
  refuseStrangeCookies(line.value('--cookies'))
  // `--print` makes it quiet, and only newer versions can be told otherwise.
  const quiet = line.has('--print') && !line.has('--no-quiet')
  const say = (text: string) => (quiet ? undefined : print(text))
  say(`[youtube] Extracting URL: ${address}`)
  const sample = SAMPLES[id]
  if (!sample || sample.instead === 'hidden') throw new FetchError(`[youtube] ${id}: Video unavailable`)
  await fetchSample({ id, sample, line, say, print })
}

function refuseStrangeCookies(file: string | undefined): void {
  if (file !== undefined && !/^# (?:Netscape )?HTTP Cookie File/.test(readFileSync(file, 'utf8')))
    throw new FetchError(`${file} does not look like a Netscape format cookies file`)
}

const [version = NEWEST, ...args] = process.argv.slice(2)
try {
  if (!isVersion(version)) throw new UsageError(`there is no version ${version} here`)
  await main(version, args)
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`yt-dlp: error: ${error.message}\n`)
  else if (error instanceof FetchError) process.stderr.write(`ERROR: ${error.message}\n`)
  else throw error
  process.exitCode = error instanceof UsageError ? UsageError.exitCode : 1
}
