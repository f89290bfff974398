/** Whether an option takes a value. */
type Options = Readonly<Record<string, boolean>>

/** Options that both versions below list, as far as anybody here has a use for them. */
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

/** Versions of yt-dlp by what their `--help` lists; found by running both: `docs/youtube.md`. */
export const VERSIONS = {
  /** Debian 12's. */
  '2023.03.04': BOTH,
  /** The newest that was to be had when this was written. */
  '2026.08.19': { ...BOTH, '--no-quiet': false, '--js-runtimes': true },
} as const satisfies Record<string, Options>

export type Version = keyof typeof VERSIONS

export const NEWEST: Version = '2026.08.19'

export function isVersion(name: string): name is Version {
  return Object.hasOwn(VERSIONS, name)
}

/** A command line that is refused, with the words and the exit code of yt-dlp. */
export class UsageError extends Error {
  static readonly exitCode = 2
}

export interface CommandLine {
  has(option: string): boolean
  value(option: string): string | undefined
  addresses: string[]
}

/** @throws UsageError where the version does not know an option, or its value is missing */
export function parseCommandLine(args: readonly string[], version: Version): CommandLine {
  const known: Options = VERSIONS[version]
  const given = new Map<string, string>()
  const addresses: string[] = []
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? ''
    if (word === '--') return commandLine(given, [...addresses, ...args.slice(i + 1)])
    const takesValue = known[word]
    if (takesValue === undefined && word.startsWith('-')) throw new UsageError(`no such option: ${word}`)
    if (takesValue === undefined) addresses.push(word)
    else if (!takesValue) given.set(word, '')
    else if (i + 1 < args.length) given.set(word, args[++i] ?? '')
    else throw new UsageError(`${word} option requires 1 argument`)
  }
  return commandLine(given, addresses)
}

function commandLine(given: ReadonlyMap<string, string>, addresses: string[]): CommandLine {
  return { has: option => given.has(option), value: option => given.get(option), addresses }
}

/** What `--help` prints: a line an option. */
export function helpOf(version: Version): string {
  const lines = Object.entries<boolean>(VERSIONS[version]).map(([name, value]) => `    ${name}${value ? ' VALUE' : ''}`)
  return ['Usage: yt-dlp [OPTIONS] URL [URL...]', '', 'Options:', ...lines].join('\n')
}

/** An output template with its fields filled in; what is not known is NA. */
export function filled(template: string, fields: Readonly<Record<string, string | number | undefined>>): string {
  return template.replace(/%\(([\w.]+)\)s/g, (_, name: string) => String(fields[name] ?? 'NA'))
}
