import { youtubeUrl } from '../contract/youtube.ts'

/** First word of the lines that our templates make yt-dlp print. */
export const INFO = 'jamak-info'
export const PROGRESS = 'jamak-progress'

/** From the operator's secret; both optional. */
export interface Access {
  /** Address of a proxy. */
  proxy?: string
  /** Path of a file in Netscape's cookie format. */
  cookieFile?: string
}

export interface Wanted {
  id: string
  folder: string
  maxBytes: number
  withCaptions: boolean
}

/**
 * The command line. No configuration file is read, no shell sees it, and the only address is the one made of the id.
 * Options that came with a later version are chosen by what `--help` lists.
 * @param node path of this Node, which solves YouTube's JavaScript challenges where the version asks for a runtime
 */
export function ytDlpArguments(wanted: Wanted, access: Access, help: string, node: string): string[] {
  const knows = (option: string) => new RegExp(`(?:^|[\\s,])${option}(?:[\\s,]|$)`, 'm').test(help)
  const captions = ['--write-subs', '--sub-langs', 'en,en-.*', '--sub-format', 'json3/vtt']
  return [
    '--ignore-config',
    '--no-playlist',
    '--no-cache-dir',
    // A track of captions that does not come is no reason to do without the sound.
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
