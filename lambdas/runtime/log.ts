type Fields = Record<string, string | number | boolean | undefined>

/** Writes one JSON line. Pass ids and codes only, never names, mail addresses, titles or access tokens. */
export function log(level: 'info' | 'warn' | 'error', message: string, fields: Fields = {}, error?: unknown): void {
  const line = JSON.stringify({ level, message, ...fields, ...(error === undefined ? {} : { error: describe(error) }) })
  console[level](line)
}

interface DescribedError {
  name: string
  message: string
  stack?: string
  cause?: DescribedError
}

function describe(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error, message: redact(String(error)) }
  return {
    name: error.name,
    message: redact(error.message),
    stack: error.stack ? redact(error.stack) : undefined,
    cause: error.cause !== undefined && depth < 5 ? describe(error.cause, depth + 1) : undefined,
  }
}

/** Removes the query from URLs (a presigned one gives access to an object) and masks mail addresses. */
export function redact(text: string): string {
  return text
    .replace(/(https?:\/\/[^\s?"']+)\?[^\s"']*/g, '$1?…')
    .replace(/[^\s@"'<>]+@[^\s@"'<>]+\.[^\s@"'<>]+/g, '…@…')
}
