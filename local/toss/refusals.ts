import type * as z from 'zod'

/** Error codes of Toss's public API that the stand-in uses, with their HTTP status and Toss's message. */
const REFUSALS = {
  ALREADY_PROCESSED_PAYMENT: [400, '이미 처리된 결제 입니다.'],
  DUPLICATED_ORDER_ID: [400, '이미 승인 및 취소가 진행된 중복된 주문번호 입니다. 다른 주문번호로 진행해주세요.'],
  INVALID_REQUEST: [400, '잘못된 요청입니다.'],
  INVALID_ORDER_ID: [
    400,
    '주문번호는 영문 대소문자, 숫자, -, _, = 로 이루어진 6자 이상 64자 이하의 문자열이어야 합니다.',
  ],
  INVALID_ORDER_NAME: [400, '주문명은 1자 이상 100자 이하의 문자열이어야 합니다.'],
  INVALID_IDEMPOTENCY_KEY: [400, '멱등키는 300자 이하여야 합니다.'],
  BELOW_ZERO_AMOUNT: [400, '금액은 0보다 커야 합니다.'],
  EXCEED_MAX_AMOUNT: [400, '거래금액 한도를 초과했습니다.'],
  INVALID_BUSINESS_NUMBER: [400, '사업자 등록번호가 잘못되었습니다.'],
  INVALID_CASH_RECEIPT_INFO: [400, '현금 영수증 정보가 잘못되었습니다.'],
  INVALID_DATE: [400, '날짜 데이터가 잘못 되었습니다.'],
  DUPLICATED_CASH_RECEIPT: [400, '이미 현금영수증이 발급된 주문입니다.'],
  NOT_SUPPORTED_METHOD: [400, '지원되지 않는 결제수단입니다.'],
  BELOW_MINIMUM_AMOUNT: [400, '신용카드는 결제금액이 100원 이상, 계좌는 200원이상부터 결제가 가능합니다.'],
  ALREADY_CANCELED_PAYMENT: [400, '이미 취소된 결제 입니다.'],
  INVALID_REFUND_ACCOUNT_INFO: [400, '환불 계좌번호와 예금주명이 일치하지 않습니다.'],
  UNAUTHORIZED_KEY: [401, '인증되지 않은 시크릿 키 혹은 클라이언트 키 입니다.'],
  INCORRECT_BASIC_AUTH_FORMAT: [403, "잘못된 요청입니다. ':' 를 포함해 인코딩해주세요."],
  REJECT_CARD_PAYMENT: [403, '한도초과 혹은 잔액부족으로 결제에 실패했습니다.'],
  NOT_CANCELABLE_AMOUNT: [403, '취소 할 수 없는 금액 입니다.'],
  NOT_CANCELABLE_PAYMENT: [403, '취소 할 수 없는 결제 입니다.'],
  NOT_FOUND_PAYMENT: [404, '존재하지 않는 결제 정보 입니다.'],
  NOT_FOUND_PAYMENT_SESSION: [404, '결제 시간이 만료되어 결제 진행 데이터가 존재하지 않습니다.'],
  NOT_FOUND: [404, '존재하지 않는 정보 입니다.'],
  IDEMPOTENT_REQUEST_PROCESSING: [409, '이전 멱등 요청이 처리중입니다.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

type RefusalCode = keyof typeof REFUSALS

/** An error response of the public API: `{code, message}` with an HTTP status. */
export class TossRefusal extends Error {
  override readonly name = 'TossRefusal'
  readonly code: RefusalCode
  readonly status: number

  constructor(code: RefusalCode, message: string = REFUSALS[code][1], options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.status = REFUSALS[code][0]
  }
}

/**
 * Parses a JSON request body.
 * @throws {TossRefusal} INVALID_REQUEST if the body is not JSON or does not match the schema
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(body))
  if (!parsed.success) throw new TossRefusal('INVALID_REQUEST', undefined, { cause: parsed.error })
  return parsed.data
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body || '{}')
  } catch {
    return undefined
  }
}
