import type { ApiErrorCode } from '../../lambdas/contract/errors.ts'
import { COMMON } from './texts.ts'

/** A code of the contract, or `OFFLINE` (no answer at all) or `STRANGE_ANSWER` (an answer that breaks the contract). */
type RequestFailedCode = ApiErrorCode | 'OFFLINE' | 'STRANGE_ANSWER'

/** A request that was refused or never answered. The message is Korean and meant for users; status 0 means no answer. */
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

/** The Korean sentence to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof RequestFailed ? error.message : COMMON.unknownError
}

export function codeOf(error: unknown): RequestFailedCode | undefined {
  return error instanceof RequestFailed ? error.code : undefined
}

const PASSING: ReadonlySet<RequestFailedCode> = new Set(['OFFLINE', 'INTERNAL', 'TOO_MANY_REQUESTS'])

/** Whether the same request may succeed in a moment. Refusals with a reason, such as the operator's stop, do not pass. */
export function mayPass(error: unknown): boolean {
  return error instanceof RequestFailed && PASSING.has(error.code)
}
