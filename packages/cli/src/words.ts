import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Context } from './context.ts'
import { EXIT, Fault } from './fault.ts'
import type { Say } from './texts.ts'

/** Parses a command's arguments. @throws Fault USAGE */
export function parseWords<Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options })
  } catch (cause) {
    throw wrong(cause instanceof Error ? `${cause.message.split('. ')[0]}.` : String(cause))
  }
}

/** The command line is invalid. */
export const wrong = (message: string): Fault => new Fault('USAGE', message, { exit: EXIT.usage })

/** One of several values. @throws Fault USAGE */
export function oneOf<Value extends string>(
  { say }: Context,
  option: string,
  values: readonly Value[],
  given: string,
): Value {
  const found = values.find(value => value === given)
  if (found === undefined) throw wrong(say('oneOf', option, values.join(', ')))
  return found
}

/** The only positional argument. @throws Fault USAGE */
export function onlyFile({ say }: { say: Say }, [file, extra]: readonly string[]): string {
  if (file === undefined) throw wrong(say('noFile'))
  if (extra !== undefined) throw wrong(say('extra', extra))
  return file
}

/** A whole number of at least 0, if given. @throws Fault USAGE */
export function wholeNumber({ say }: Context, option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (!/^\d{1,9}$/.test(given)) throw wrong(say('number', option))
  return Number(given)
}
