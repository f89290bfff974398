import { parseArgs } from 'node:util'
import { EXPORT_FORMATS, type ExportFormat, FRAME_RATE_NAMES, type FrameRateName } from '../export/index.ts'
import { PROFILES } from '../index.ts'

const FORMATS = Object.keys(EXPORT_FORMATS)
const isFormat = (name: string): name is ExportFormat => FORMATS.includes(name)
const isFrameRate = (name: string): name is FrameRateName => FRAME_RATE_NAMES.some(rate => rate === name)

export const HELP = `korean-subtitle-engine transcript.json [translations.json] [options]

transcript.json    result of Amazon Transcribe, or an English subtitle (.srt, .vtt)
translations.json  Korean by sentence id, {"s1": "..."}; without it, the command prints the sentences to translate

--out file         file for the subtitles (default: standard output)
--report file      file for the inspection as JSON (default: as text on standard error)
--format name      ${FORMATS.join(', ')} (default: srt)
--frames rate      puts times on frames: ${FRAME_RATE_NAMES.join(', ')}
--profile name     ${Object.keys(PROFILES).join(', ')} (default: standard)
--seconds n        length of the media: the last cue ends before it
--why              explain each cue on standard error: its costs and the two next-best cuts`

/** The command line is invalid: the command prints the message with the usage and exits with code 2. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'
}

const OPTIONS = {
  out: { type: 'string' },
  report: { type: 'string' },
  format: { type: 'string', default: 'srt' },
  frames: { type: 'string' },
  seconds: { type: 'string' },
  profile: { type: 'string', default: 'standard' },
  why: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Parses and checks the command line. */
export function parseArguments(args: readonly string[]) {
  const { values, positionals } = parseOptions(args)
  const [transcript, translations, extra] = positionals
  const { format, frames } = values
  const profile = new Map(Object.entries(PROFILES)).get(values.profile)
  if (transcript === undefined && !values.help) throw new ArgumentError('The transcript is missing.')
  if (extra !== undefined) throw new ArgumentError(`Unexpected argument: ${extra}`)
  if (!isFormat(format)) throw new ArgumentError(`--format is one of ${FORMATS.join(', ')}.`)
  if (frames !== undefined && !isFrameRate(frames))
    throw new ArgumentError(`--frames is one of ${FRAME_RATE_NAMES.join(', ')}.`)
  if (!profile) throw new ArgumentError(`--profile is one of ${Object.keys(PROFILES).join(', ')}.`)
  if (!(Number(values.seconds ?? 1) > 0)) throw new ArgumentError('--seconds takes a number above 0.')
  const mediaEndMs = values.seconds === undefined ? undefined : Math.round(Number(values.seconds) * 1000)
  const { out, report, why, help } = values
  return { transcript: transcript ?? '', translations, out, report, why, help, format, frames, profile, mediaEndMs }
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (cause) {
    throw new ArgumentError(cause instanceof Error ? `${cause.message.split('. ')[0]}.` : String(cause), { cause })
  }
}
