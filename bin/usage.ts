/** What was typed cannot be understood. */
export class WrongArgument extends Error {
  override readonly name = 'WrongArgument'
}

/**
 * Gives what `read` reads from the command line. For arguments that it cannot read, prints one line and the usage, and
 * ends the process with exit code 2.
 */
export function orUsage<Read>(help: string, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    const message = reasonOf(error)
    if (message === undefined) throw error
    console.error(`${message}\n\n${help}`)
    process.exit(2)
  }
}

/** The reason of a WrongArgument, or the first sentence of what Node's `parseArgs` says. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof WrongArgument) return error.message
  if (!(error instanceof TypeError) || !('code' in error) || !String(error.code).startsWith('ERR_PARSE_ARGS'))
    return undefined
  return `${error.message.split('. ')[0]}.`
}
