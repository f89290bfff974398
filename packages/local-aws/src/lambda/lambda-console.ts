import { format } from 'node:util'

/** Console methods that Lambda's Node.js runtime replaces, with the level that each writes. */
const LEVELS = {
  trace: 'TRACE',
  debug: 'DEBUG',
  log: 'INFO',
  info: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
} as const

/**
 * Formats one line in Lambda's JSON log format. A single argument becomes `message` as it is; several become one text,
 * to which the first error adds its type, message and stack. This follows AWS's runtime interface client for Node.js
 * (`LogPatch.js`).
 */
export function lambdaLine(level: string, requestId: string | undefined, at: Date, parameters: unknown[]): string {
  const head = { timestamp: at.toISOString(), level, requestId }
  if (parameters.length === 1) {
    const [message] = parameters
    try {
      return JSON.stringify({ ...head, message }, (_, value: unknown) => withErrors(value))
    } catch {
      // A circular object cannot be JSON.
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
