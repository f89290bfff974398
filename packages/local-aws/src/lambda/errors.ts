import { LocalError } from '../machine/terminal.ts'
import type { ErrorReport } from './protocol.ts'

/** A function failed. Name and code are the error's type, as Lambda reports it to the caller. */
export class FunctionError extends LocalError {
  readonly report: ErrorReport

  constructor(report: ErrorReport) {
    super(report.errorType, report.errorMessage)
    this.name = report.errorType
    this.report = report
  }
}

/**
 * Lambda refused an invocation because too many are running. Name, status, reason and message are those of Lambda's
 * API.
 */
export class ThrottledError extends FunctionError {
  readonly status = 429
  readonly reason = 'ConcurrentInvocationLimitExceeded'

  constructor() {
    super({ errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.', trace: [] })
  }
}
