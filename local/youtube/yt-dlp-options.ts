/** Options by name; true if the option takes a value. */
type Options = Readonly<Record<string, boolean>>

/** Options of both versions that this project uses. */
const BOTH: Options = {
  '--help': false,
  '--version': false,
  '--no-update': false,
  '--ignore-config': false,
  '--ignore-errors': false,
  '--abort-on-unavailable-fragments': false,
  '--proxy': true,
  '--socket-timeout': true,
  '--no-playlist': false,
  '--max-filesize': true,
  '--retries': true,
  '--fragment-retries': true,
  '--paths': true,
  '--output': true,
  '--no-mtime': false,
  '--cookies': true,
  '--no-cache-dir': false,
  '--no-simulate': false,
  '--print': true,
  '--newline': false,
  '--progress': false,
  '--progress-template': true,
  '--format': true,
  '--write-subs': false,
  '--write-auto-subs': false,
  '--sub-format': true,
  '--sub-langs': true,
  '--fixup': true,
}

/** Options by version of yt-dlp, from its `--help`. Both versions were run; see `docs/youtube.md`. */
export const VERSIONS = {
  /** Packaged by Debian 12. */
  '2023.03.04': BOTH,
  /** The newest release on PyPI when this was written. */
  '2026.08.19': { ...BOTH, '--no-quiet': false, '--js-runtimes': true },
} as const satisfies Record<string, Options>

export type Version = keyof typeof VERSIONS

export const NEWEST: Version = '2026.08.19'

export function isVersion(text: string): text is Version {
  return Object.hasOwn(VERSIONS, text)
}

/** A command line that yt-dlp refuses, with yt-dlp's message and exit code. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly exitCode = 2
}

/** A parsed command line. Options without a value have the value `''`. */
export interface CommandLine {
  has(option: string): boolean
  value(option: string): string | undefined
  addresses: string[]
}

/** @throws {UsageError} if the version does not have an option, or an option lacks its value */
export function parseCommandLine(args: readonly string[], version: Version): CommandLine {
  const known: Options = VERSIONS[version]
  const given = new Map<string, string>()
  const addresses: string[] = []
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? ''
    if (word === '--') return commandLine(given, [...addresses, ...args.slice(i + 1)])
    const takesValue = known[word]
    if (takesValue === undefined && word.startsWith('-')) throw new UsageError(`no such option: ${word}`)
    if (takesValue === undefined) addresses.push(word)
    else if (!takesValue) given.set(word, '')
    else if (i + 1 < args.length) {
      i += 1
      given.set(word, args[i] ?? '')
    } else throw new UsageError(`${word} option requires 1 argument`)
  }
  return commandLine(given, addresses)
}

function commandLine(given: ReadonlyMap<string, string>, addresses: string[]): CommandLine {
  return { has: option => given.has(option), value: option => given.get(option), addresses }
}

/** The output of `--help`: one line per option. */
export function buildHelp(version: Version): string {
  const lines = Object.entries<boolean>(VERSIONS[version]).map(
    ([option, takesValue]) => `    ${option}${takesValue ? ' VALUE' : ''}`,
  )
  return ['Usage: yt-dlp [OPTIONS] URL [URL...]', '', 'Options:', ...lines].join('\n')
}

/** Fills in the fields of an output template. Unknown ones become `NA`. */
export function filled(template: string, fields: Readonly<Record<string, string | number | undefined>>): string {
  return template.replace(/%\(([\w.]+)\)s/g, (_, field: string) => String(fields[field] ?? 'NA'))
}
