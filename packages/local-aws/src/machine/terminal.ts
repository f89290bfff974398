import { FULL_DISK, isFullDisk } from './full-disk.ts'
import { describeError, type LogStyle, terminalLine } from './log-line.ts'

/**
 * Base of this package's errors. `code` is stable; the message says what happened and, if the user can do something
 * about it, what. Commands print the message without a stack.
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

/** Chooses how this process shows its log lines. */
export function setLogStyle(chosen: LogStyle): void {
  style = chosen
}

let isFullDiskTold = false

/** Prints an internal error, but a full disk only once. The caller receives only a generic failure. */
export function printDefect(service: string, error: unknown): void {
  if (isFullDisk(error)) {
    if (!isFullDiskTold) console.error(terminalLine(FULL_DISK, style, new Date()))
    isFullDiskTold = true
    return
  }
  console.error(terminalLine(`${service} failed: ${describeError(error, style)}`, style, new Date()))
}

/** Prints lines and keeps the latest ones. */
interface CloudLog {
  line(text: string): void
  /** The last lines, oldest first. */
  lines(): string[]
}

/** A quiet log prints nothing but still keeps the lines. */
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
