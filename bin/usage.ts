/** A usage error in the command line. */
export class WrongArgument extends Error {
  override readonly name = 'WrongArgument'
}

/**
 * Returns what `read` parses from the command line. If it throws, prints one line and the usage, and exits with code 2.
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

/** The reason of a WrongArgument, or the first sentence of the message of Node's `parseArgs`. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof WrongArgument) return error.message
  if (!(error instanceof TypeError) || !('code' in error) || !String(error.code).startsWith('ERR_PARSE_ARGS'))
    return undefined
  return `${error.message.split('. ')[0]}.`
}
