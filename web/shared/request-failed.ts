import type { ApiErrorCode } from '../../lambdas/contract/errors.ts'
import { COMMON } from './texts/common.ts'

/** `OFFLINE`: nothing answered. `STRANGE_ANSWER`: something did, but not in the contract's form. */
export type RequestFailedCode = ApiErrorCode | 'OFFLINE' | 'STRANGE_ANSWER'

/** A request that was refused or never answered; the message is Korean, for people. */
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

/** What a person reads of a failure, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof RequestFailed ? error.message : COMMON.unknownError
}

export function codeOf(error: unknown): RequestFailedCode | undefined {
  return error instanceof RequestFailed ? error.code : undefined
}
