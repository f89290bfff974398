import { JamakError } from '../../contract/errors.ts'

/**
 * Meaning of a Toss error for an order. `declined`: this payment will not be approved; `lapsed`: its ten minutes are
 * over; `mismatch`: the request does not match the payment; `processed`: already processed, look up the outcome;
 * `missing`: no such payment; `misconfigured`: our key or contract is wrong; `unavailable`: outcome unknown, retry.
 */
export type TossErrorKind =
  | 'declined'
  | 'lapsed'
  | 'mismatch'
  | 'processed'
  | 'missing'
  | 'misconfigured'
  | 'unavailable'

/** Codes of https://docs.tosspayments.com/reference/error-codes whose HTTP status does not give the meaning. */
const KINDS: Record<string, TossErrorKind> = {
  ALREADY_PROCESSED_PAYMENT: 'processed',
  ALREADY_COMPLETED_PAYMENT: 'processed',
  ALREADY_CANCELED_PAYMENT: 'processed',
  DUPLICATED_CASH_RECEIPT: 'processed',
  DUPLICATED_ORDER_ID: 'processed',
  NOT_FOUND_PAYMENT_SESSION: 'lapsed',
  NOT_FOUND_PAYMENT: 'missing',
  NOT_FOUND: 'missing',
  INVALID_REQUEST: 'mismatch',
  FORBIDDEN_REQUEST: 'mismatch',
  UNAUTHORIZED_KEY: 'misconfigured',
  INVALID_API_KEY: 'misconfigured',
  INCORRECT_BASIC_AUTH_FORMAT: 'misconfigured',
  INVALID_IDEMPOTENCY_KEY: 'misconfigured',
  UNAPPROVED_ORDER_ID: 'misconfigured',
  NOT_REGISTERED_BUSINESS: 'misconfigured',
  INVALID_UNREGISTERED_SUBMALL: 'misconfigured',
  NOT_FOUND_TERMINAL_ID: 'misconfigured',
  NOT_FOUND_MERCHANT_BUSINESS_NUMBER: 'misconfigured',
  PROVIDER_ERROR: 'unavailable',
  CARD_PROCESSING_ERROR: 'unavailable',
  IDEMPOTENT_REQUEST_PROCESSING: 'unavailable',
  FORBIDDEN_CONSECUTIVE_REQUEST: 'unavailable',
}

/** A refusal by Toss, or no response; `code` is Toss's, or `NO_ANSWER` without one. */
export class TossError extends JamakError {
  readonly kind: TossErrorKind

  constructor(code: string, message: string, kind: TossErrorKind, options?: { cause?: unknown }) {
    super(code, message, options)
    this.name = 'TossError'
    this.kind = kind
  }
}

/** Toss did not respond in time, or the response did not come from Toss. */
export function noAnswer(cause: unknown): TossError {
  return new TossError('NO_ANSWER', 'Toss did not answer', 'unavailable', { cause })
}

export function tossError(status: number, code: string, message: string): TossError {
  return new TossError(code, message, KINDS[code] ?? kindOfStatus(status))
}

/** Most codes with 400 and 403 give an issuer's reason for declining the payment. */
function kindOfStatus(status: number): TossErrorKind {
  if (status === 401) return 'misconfigured'
  if (status === 404) return 'missing'
  return status === 400 || status === 403 ? 'declined' : 'unavailable'
}
