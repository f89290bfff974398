/**
 * Root of the local cloud's own errors. `code` is stable; the message says what happened and, where a person can do
 * something about it, what. `npm start` prints the message of such an error without its stack.
 */
export class LocalError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** Lines kept for `logs()`. */
const MOST_LINES = 2000

/** The terminal, with a memory. */
interface CloudLog {
  line(text: string): void
  /** The last lines, oldest first. */
  lines(): string[]
}

/** A quiet log prints nothing but still remembers. */
export function createCloudLog(isQuiet: boolean): CloudLog {
  const kept: string[] = []
  return {
    line(text) {
      kept.push(text)
      if (kept.length > MOST_LINES) kept.shift()
      if (!isQuiet) console.log(text)
    },
    lines: () => [...kept],
  }
}
