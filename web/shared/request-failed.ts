import type { ApiErrorCode } from '../../lambdas/contract/errors.ts'
import { COMMON } from './texts.ts'

/** A code of the contract, `OFFLINE` (no response) or `STRANGE_ANSWER` (a response that violates the contract). */
type RequestFailedCode = ApiErrorCode | 'OFFLINE' | 'STRANGE_ANSWER'

/**
 * A request that was refused or got no response. The message is Korean and meant for users; status 0 means no response.
 */
export class RequestFailed extends Error {
  readonly code: RequestFailedCode
  readonly status: number

  constructor(code: RequestFailedCode, options: { message: string; status?: number; cause?: unknown }) {
    super(options.message, { cause: options.cause })
    this.name = 'RequestFailed'
    this.code = code
    this.status = options.status ?? 0
  }
}

/** Input that the page refuses before anything is sent. The message is Korean, for users. */
export class Refused extends Error {
  override name = 'Refused'
}

/** The Korean message to show for anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof RequestFailed || error instanceof Refused ? error.message : COMMON.unknownError
}

export function codeOf(error: unknown): RequestFailedCode | undefined {
  return error instanceof RequestFailed ? error.code : undefined
}

const PASSING: ReadonlySet<RequestFailedCode> = new Set(['OFFLINE', 'INTERNAL', 'TOO_MANY_REQUESTS', 'CONTENTION'])

/** Whether retrying the same request may succeed. Refusals with a reason, such as the operator's stop, are final. */
export function mayPass(error: unknown): boolean {
  return error instanceof RequestFailed && PASSING.has(error.code)
}
