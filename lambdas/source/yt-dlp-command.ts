import { youtubeUrl } from '../contract/youtube.ts'
import { BusinessError } from '../runtime/step.ts'

/** Prefixes of the lines that yt-dlp prints for our output templates. */
export const INFO = 'jamak-info'
export const PROGRESS = 'jamak-progress'

/** Access settings from the operator's secret. */
export interface Access {
  /** URL of a proxy. */
  proxy?: string
  /** Path of a cookie file in Netscape's format. */
  cookieFile?: string
}

export interface Wanted {
  id: string
  folder: string
  maxBytes: number
  withCaptions: boolean
}

/**
 * Builds the command line of yt-dlp. It ignores configuration files, passes through no shell, and its only URL is built
 * from the id. Options of newer versions are used if `--help` lists them.
 * @param node path of this Node, which solves YouTube's JavaScript challenges if the version needs a runtime
 */
export function ytDlpArguments(wanted: Wanted, access: Access, help: string, node: string): string[] {
  const knows = (option: string) => new RegExp(`(?:^|[\\s,])${option}(?:[\\s,]|$)`, 'm').test(help)
  const captions = ['--write-subs', '--sub-langs', 'en,en-.*', '--sub-format', 'json3/vtt']
  return [
    '--ignore-config',
    '--no-playlist',
    '--no-cache-dir',
    // A missing caption track must not prevent fetching the sound.
    '--ignore-errors',
    ...(knows('--no-update') ? ['--no-update'] : []),
    ...(knows('--no-quiet') ? ['--no-quiet'] : []),
    ...(knows('--js-runtimes') ? ['--js-runtimes', `node:${node}`] : []),
    ...(access.proxy ? ['--proxy', access.proxy] : []),
    ...(access.cookieFile ? ['--cookies', access.cookieFile] : []),
    '--format',
    'bestaudio[ext=m4a]',
    '--fixup',
    'never',
    '--max-filesize',
    String(wanted.maxBytes),
    ...(wanted.withCaptions ? captions : []),
    '--socket-timeout',
    '20',
    '--retries',
    '3',
    '--fragment-retries',
    '3',
    knows('--abort-on-unavailable-fragments') ? '--abort-on-unavailable-fragments' : '--abort-on-unavailable-fragment',
    '--no-mtime',
    '--no-simulate',
    '--newline',
    '--progress',
    '--print',
    `pre_process:${INFO} %(live_status)s %(duration)s %(age_limit)s %(language)s`,
    '--progress-template',
    `download:${PROGRESS} %(progress.downloaded_bytes)s %(progress.total_bytes)s %(progress.total_bytes_estimate)s`,
    '--paths',
    wanted.folder,
    '--output',
    'source.%(ext)s',
    '--',
    youtubeUrl(wanted.id),
  ]
}

type YoutubeFailure =
  | 'YOUTUBE_BLOCKED'
  | 'YOUTUBE_UNAVAILABLE'
  | 'YOUTUBE_LIVE'
  | 'YOUTUBE_AGE_RESTRICTED'
  | 'YOUTUBE_TOO_LONG'
  | 'YOUTUBE_TOOL_MISSING'

/** Messages of yt-dlp and YouTube that identify failures; the first match counts. */
const WORDS: [RegExp, YoutubeFailure][] = [
  [/not a bot|HTTP Error 4(?:03|29)|Too Many Requests|rate-limited|captcha|try again later/i, 'YOUTUBE_BLOCKED'],
  [/confirm your age|age[- ]restricted|inappropriate for some users/i, 'YOUTUBE_AGE_RESTRICTED'],
  [/live event|live stream|Premieres? (?:in|will)|will begin|is live\b|is_upcoming/i, 'YOUTUBE_LIVE'],
  [/larger than max-filesize/i, 'YOUTUBE_TOO_LONG'],
  [
    /DRM protected|private|members[- ]only|Join this channel|requires payment|(?:has been )?removed/i,
    'YOUTUBE_UNAVAILABLE',
  ],
  [
    /in your country|terminated|copyright|unavailable|not available|does not exist|no longer available/i,
    'YOUTUBE_UNAVAILABLE',
  ],
  [/no such option|unsupported version of Python|ImportError|^\S*env: .*No such file/im, 'YOUTUBE_TOOL_MISSING'],
]

/** YouTube hides its formats from suspected bots, which yt-dlp reports as a missing format. */
const HIDDEN_FORMATS = /Requested format is not available|Only images are available/i

/** Exit codes of a program that could not be started. */
const NOT_STARTED = new Set([126, 127])

/**
 * Classifies the failure of a yt-dlp run. Missing output and unknown errors count as blocked, which suggests uploading
 * a file.
 */
export function classifyFailure(exitCode: number | null, said: string): BusinessError {
  const errors = said
    .split('\n')
    .filter(line => /error|max-filesize|No such file/i.test(line) && !/^WARNING:/.test(line))
  const message = withoutCredentials(errors.at(-1)?.trim().slice(0, 300) ?? 'no error was written')
  return new BusinessError(chooseCode(exitCode, errors.join('\n')), `yt-dlp ended with ${exitCode}: ${message}`)
}

function chooseCode(exitCode: number | null, errors: string): YoutubeFailure {
  if (exitCode !== null && NOT_STARTED.has(exitCode)) return 'YOUTUBE_TOOL_MISSING'
  if (HIDDEN_FORMATS.test(errors)) return 'YOUTUBE_BLOCKED'
  return WORDS.find(([words]) => words.test(errors))?.[1] ?? 'YOUTUBE_BLOCKED'
}

/** Masks the user name and password in a proxy's URL. */
function withoutCredentials(message: string): string {
  return message.replace(/\/\/[^/\s@]+@/g, '//…@')
}
