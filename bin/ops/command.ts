import type { Arguments, OptionKinds } from './arguments.ts'
import type { Context } from './context.ts'

/** Result of a command: a text, and the same as JSON. */
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
  /** A line for each option, and notes. */
  help: string[]
  run(context: Context, typed: Arguments): Promise<Report>
}

/** The command refuses; printed without a stack trace, exit code 1. */
export class RefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefusedError'
  }
}
