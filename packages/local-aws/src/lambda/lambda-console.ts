import { format } from 'node:util'

/** Console methods that Lambda's Node.js runtime replaces, and the level that each one writes. */
const LEVELS = {
  trace: 'TRACE',
  debug: 'DEBUG',
  log: 'INFO',
  info: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
} as const

/**
 * One line of Lambda's log format JSON. A single argument stands under `message` as the object that it is; several
 * become one text, and the first error among them adds its type, message and stack. This is what the source of AWS's
 * runtime interface client for Node.js does (`LogPatch.js`).
 */
export function lambdaLine(level: string, requestId: string | undefined, at: Date, parameters: unknown[]): string {
  const head = { timestamp: at.toISOString(), level, requestId }
  if (parameters.length === 1) {
    const [message] = parameters
    try {
      return JSON.stringify({ ...head, message }, (_, value: unknown) => withErrors(value))
    } catch {
      // A circle cannot be JSON.
      return JSON.stringify({ ...head, message: format(message) })
    }
  }
  const error = parameters.find(each => each instanceof Error)
  return JSON.stringify({ ...head, message: format(...parameters), ...(error instanceof Error && errorFields(error)) })
}

function withErrors(value: unknown): unknown {
  return value instanceof Error ? { ...errorFields(value), ...value } : value
}

function errorFields(error: Error): { errorType: string; errorMessage: string; stackTrace: string[] } {
  return {
    errorType: error.constructor.name,
    errorMessage: error.message,
    stackTrace: (error.stack ?? '').split('\n'),
  }
}

/** Replaces the console's methods in this thread, as the runtime does before it loads a function's code. */
export function patchConsole(requestId: () => string | undefined, write: (line: string) => void): void {
  for (const [method, level] of Object.entries(LEVELS))
    Object.assign(console, {
      [method]: (...parameters: unknown[]) => write(lambdaLine(level, requestId(), new Date(), parameters)),
    })
}
