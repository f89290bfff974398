import { parseArgs } from 'node:util'

/** A usage error: printed with the command's help, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

export type OptionKinds = Record<string, 'text' | 'flag'>

/** Options of every command. */
const COMMON: OptionKinds = { config: 'text', profile: 'text', json: 'flag', help: 'flag' }

/** The words and options after a command's name. */
export interface Arguments {
  /** The n-th word, or `undefined`. */
  word(index: number): string | undefined
  /** @throws UsageError with the word's name where it is missing. */
  need(index: number, name: string): string
  text(option: string): string | undefined
  /** @throws UsageError where the option is missing or empty. */
  needText(option: string): string
  flag(option: string): boolean
  /**
   * A whole number of at least 1.
   * @throws UsageError
   */
  count(option: string, otherwise: number): number
}

/**
 * Parses the arguments of a command that takes at most `most` words.
 * @throws UsageError for unknown options and surplus words
 */
export function parseArguments(words: string[], kinds: OptionKinds, most = Number.POSITIVE_INFINITY): Arguments {
  const { values, positionals } = parse(words, { ...COMMON, ...kinds })
  const surplus = positionals[most]
  if (surplus !== undefined && values.help !== true) throw new UsageError(`'${surplus}' is an unexpected argument.`)
  const text = (option: string) => {
    const value = values[option]
    return typeof value === 'string' ? value : undefined
  }
  return {
    word: index => positionals[index],
    need(index, name) {
      const word = positionals[index]
      if (word === undefined || word === '') throw new UsageError(`<${name}> is missing.`)
      return word
    },
    text,
    needText(option) {
      const value = text(option)?.trim()
      if (!value) throw new UsageError(`--${option} is missing.`)
      return value
    },
    flag: option => values[option] === true,
    count(option, otherwise) {
      const value = text(option)
      if (value === undefined) return otherwise
      if (!/^[1-9]\d{0,8}$/.test(value)) throw new UsageError(`--${option} takes a whole number of at least 1.`)
      return Number(value)
    },
  }
}

function parse(words: string[], kinds: OptionKinds) {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      kind === 'flag'
        ? ({ type: 'boolean', ...(name === 'help' && { short: 'h' }) } as const)
        : ({ type: 'string' } as const),
    ]),
  )
  try {
    return parseArgs({ args: words, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? `${error.message.split('. ')[0]}.` : String(error))
  }
}
