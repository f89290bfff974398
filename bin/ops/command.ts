import type { Arguments, OptionKinds } from './arguments.ts'
import type { Context } from './context.ts'

/** What a command has to say: a text for people, the same as JSON for programs. */
export interface Report {
  text: string
  json: unknown
  /** 0 unless something is wrong with what was looked at. */
  exitCode?: number
}

export interface Command {
  /** As typed: `ledger verify`. */
  name: string
  /** Words after the name. */
  words: string
  summary: string
  options: OptionKinds
  /** One line an option, and what else a person must know. */
  help: string[]
  run(context: Context, typed: Arguments): Promise<Report>
}

/** The command could not do what it was asked for: told without a stack, exit code 1. */
export class RefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefusedError'
  }
}
