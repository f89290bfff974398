import { describeError, type LogStyle, terminalLine } from './log-line.ts'

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

let style: LogStyle = 'text'

/** Chooses how this process shows its log: `npm start -- --stacks` or `--json`. */
export function setLogStyle(chosen: LogStyle): void {
  style = chosen
}

/** Prints a defect of the local cloud itself; the caller was told no more than that it failed. */
export function printDefect(service: string, error: unknown): void {
  console.error(terminalLine(`${service} failed: ${describeError(error, style)}`, style, new Date()))
}

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
      if (!isQuiet) console.log(terminalLine(text, style, new Date()))
    },
    lines: () => [...kept],
  }
}
