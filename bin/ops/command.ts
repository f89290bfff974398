import type { Arguments, OptionKinds } from './arguments.ts'
import type { Context } from './context.ts'

/** Result of a command: a text for people, and the same as JSON for programs. */
export interface Report {
  text: string
  json: unknown
  /** 0 unless the command found a fault. */
  exitCode?: number
}

export interface Command {
  /** As typed: `ledger verify`. */
  name: string
  /** Words after the name. */
  words: string
  summary: string
  options: OptionKinds
  /** A line for each option, and other things worth knowing. */
  help: string[]
  run(context: Context, typed: Arguments): Promise<Report>
}

/** The command cannot do what it was asked for: printed without a stack, exit code 1. */
export class RefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefusedError'
  }
}
