/** Exit codes of the command. */
export const EXIT = {
  done: 0,
  /** The file, the submission or the service failed. */
  failed: 1,
  /** The command line is invalid. */
  usage: 2,
  /** Refused because of its cost: the ceiling, the balance or the key's monthly limit. */
  cost: 3,
  /** The service cannot be reached. */
  offline: 4,
  interrupted: 130,
} as const

/** Why a command ends, in words that a user understands. */
export class Fault extends Error {
  override readonly name = 'Fault'
  /** Stable, for programs: an error code of the service, or one of the command's. */
  readonly code: string
  readonly exit: number

  constructor(code: string, message: string, { exit = EXIT.failed, cause }: { exit?: number; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.exit = exit
  }
}
