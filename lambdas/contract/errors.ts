import * as z from 'zod'
import { koreanMoment } from './time.ts'

/** Every refusal of the API: its HTTP status and the text for the user. Codes are stable; texts may improve. */
export const API_ERRORS = {
  BAD_REQUEST: [400, '요청을 이해하지 못했어요. 새로고침하고 다시 시도해 주세요.'],
  BODY_TOO_LARGE: [413, '보낸 내용이 너무 길어요. 줄여서 다시 시도해 주세요.'],
  UNAUTHORIZED: [401, '로그인이 필요해요. 다시 로그인해 주세요.'],
  KEY_INVALID: [401, '키가 올바르지 않거나 만료됐어요. 계정에서 키를 확인해 주세요.'],
  KEY_SCOPE: [403, '이 키로는 할 수 없는 일이에요. 권한이 있는 키를 만들어 주세요.'],
  KEY_LIMIT: [429, '이 키의 한 달 한도를 모두 썼어요.'],
  NO_KEY: [404, '키를 찾을 수 없어요.'],
  TOO_MANY_KEYS: [409, '키는 10개까지 만들 수 있어요. 쓰지 않는 키를 지우고 다시 시도해 주세요.'],
  LINK_INVALID: [404, '주소가 잘렸거나 지워진 링크예요. 보낸 분에게 새 링크를 부탁해 주세요.'],
  LINK_OVER: [410, '기한이 지났거나 정한 횟수만큼 연 링크예요. 보낸 분에게 새 링크를 부탁해 주세요.'],
  LINK_COMMENTS_ONLY: [403, '의견만 남길 수 있는 링크예요.'],
  TOO_MANY_LINKS: [409, '링크는 10개까지 만들 수 있어요. 쓰지 않는 것을 지워 주세요.'],
  COMMENTS_FULL: [409, '의견은 250개까지 남길 수 있어요. 해결한 것을 표시해 주세요.'],
  OVER_CEILING: [402, '정한 것보다 토큰이 더 필요해서 맡기지 않았어요. 한도를 올리고 다시 시도해 주세요.'],
  FORBIDDEN: [403, '이 작업을 할 수 없어요.'],
  NOT_FOUND: [404, '찾을 수 없어요.'],
  NO_USER: [404, '사용자 정보를 찾을 수 없어요. 다시 로그인해 주세요.'],
  NO_VIDEO: [404, '영상이나 자막을 찾을 수 없어요.'],
  NO_SUBTITLE: [409, '자막이 아직 없어요. 완성되면 보관함에서 볼 수 있어요.'],
  SUSPENDED: [403, '이용이 제한된 계정이에요. 자세한 내용은 이메일로 문의해 주세요.'],
  NOT_MP4: [400, '오류: MP4 파일만 올릴 수 있어요.'],
  TOO_LARGE: [400, '파일이 너무 커요. 2GB까지 올릴 수 있어요.'],
  TOO_LONG: [400, '4시간이 넘는 영상은 아직 만들지 못해요. 나누어서 올려 주세요.'],
  INSUFFICIENT_TOKENS: [402, '토큰이 부족해요. 충전하고 다시 시도해 주세요.'],
  TOO_MANY_OPEN: [409, '한 번에 30개까지 맡길 수 있어요. 하나가 끝나면 다시 시도해 주세요.'],
  KEY_REUSED: [409, '같은 요청이 다른 내용으로 이미 처리됐어요. 새로고침하고 다시 시도해 주세요.'],
  UPLOAD_INCOMPLETE: [409, '아직 올라오지 않은 부분이 있어요. 이어서 올려 주세요.'],
  UPLOAD_CLOSED: [409, '이 업로드는 이미 끝났어요.'],
  VIDEO_GONE: [410, '보관 기간이 지나 올린 파일이 지워졌어요. 다시 올려 주세요.'],
  NOT_FAILED: [409, '만들지 못한 자막만 다시 만들 수 있어요.'],
  RETRY_USELESS: [409, '다시 만들어도 결과가 같아요.'],
  NOT_OPEN: [409, '이미 끝났어요.'],
  CANCEL_COSTS: [409, '그사이에 자막을 만들기 시작해서 돌려받을 토큰이 달라졌어요. 확인하고 다시 시도해 주세요.'],
  STILL_OPEN: [409, '자막을 만드는 중이에요. 끝난 뒤에 다시 시도해 주세요.'],
  CONTENTION: [409, '같은 내용을 동시에 바꾸고 있어요. 잠시 후 다시 시도해 주세요.'],
  EDIT_REFUSED: [400, '고친 내용을 저장하지 못했어요. 새로고침하고 다시 고쳐 주세요.'],
  EDIT_TOO_LARGE: [413, '자막이 너무 길어졌어요. 줄여서 다시 저장해 주세요.'],
  TERM_REFUSED: [400, '용어를 저장하지 못했어요. 영어와 한국어를 확인해 주세요.'],
  NO_SERIES: [404, '시리즈를 찾을 수 없어요. 보관함에서 확인해 주세요.'],
  NO_BRIEF: [404, '정리해 둔 용어가 없어요.'],
  GLOSSARY_FULL: [409, '용어는 500개까지 저장할 수 있어요. 쓰지 않는 용어를 지우고 다시 시도해 주세요.'],
  ASK_OFF: [409, '지금은 다시 번역할 수 없어요.'],
  ASK_SPENT: [429, '이 자막에서 다시 번역할 수 있는 만큼 모두 썼어요.'],
  ASK_STALE: [409, '그사이에 문장이 달라졌어요. 저장된 뒤에 다시 시도해 주세요.'],
  ASK_TOO_LONG: [413, '한 번에 다시 번역하기에는 너무 길어요. 문장을 나누거나 적게 골라 주세요.'],
  ASK_UNANSWERED: [503, '번역기가 답하지 않았어요. 남은 문장은 줄지 않았으니 잠시 후 다시 시도해 주세요.'],
  YOUTUBE_TEXT_OFF: [409, '지금은 YouTube용 글을 만들 수 없어요.'],
  YOUTUBE_TEXT_SPENT: [429, '이 자막으로 글을 만들 수 있는 횟수를 모두 썼어요.'],
  YOUTUBE_TEXT_UNANSWERED: [503, '글을 만들지 못했어요. 횟수는 줄지 않았으니 잠시 후 다시 시도해 주세요.'],
  SUBTITLE_UNREADABLE: [400, '자막 파일이 아니에요. SRT, VTT, SMI, ASS 같은 자막 파일을 골라 주세요.'],
  SUBTITLE_EMPTY: [400, '자막에 대사가 없어요. 다른 파일을 골라 주세요.'],
  SUBTITLE_NO_TIMES: [400, '자막에 시간 정보가 없어요. 시간이 적힌 자막 파일을 골라 주세요.'],
  SUBTITLE_NOT_ENGLISH: [
    400,
    '영어 자막이 아니에요. 한국어 자막이라면 ‘자막 줄 정리하기’에서 무료로 정리할 수 있어요.',
  ],
  SUBTITLE_TOO_LARGE: [400, '자막 파일이 너무 커요. 2MB까지 올릴 수 있어요.'],
  SUBTITLE_WRONG_TIME: [400, '시작과 끝이 뒤바뀌었거나 24시간을 넘는 자막이 있어요. 시간을 고쳐서 다시 올려 주세요.'],
  SUBTITLE_TOO_DENSE: [400, '1분 안에 말하기에는 글이 너무 많은 곳이 있어요. 자막의 시간을 확인해 주세요.'],
  SUBTITLE_TOO_MUCH: [400, '자막이 너무 많아요. 자막 20,000개, 단어 200,000개까지 올릴 수 있어요.'],
  SUBTITLE_TOO_LONG: [400, '6시간이 넘는 자막은 아직 번역하지 못해요. 나누어서 올려 주세요.'],
  NOT_A_LINK: [400, 'YouTube 링크를 확인해 주세요. 예를 들면 https://youtu.be/abcde12345f 같은 주소예요.'],
  YOUTUBE_NOT_FOUND: [404, '영상을 찾을 수 없어요. 비공개이거나 삭제된 영상일 수 있어요.'],
  YOUTUBE_LIVE: [409, '실시간 영상은 끝난 뒤에 자막을 만들 수 있어요.'],
  YOUTUBE_UPCOMING: [409, '아직 공개되지 않은 영상이에요. 공개된 뒤에 다시 시도해 주세요.'],
  YOUTUBE_AGE_RESTRICTED: [409, '나이 제한이 있는 영상은 가져올 수 없어요. MP4 파일로 올려 주세요.'],
  YOUTUBE_BUSY: [503, '지금은 YouTube 정보를 읽을 수 없어요. 잠시 후 다시 시도하거나 MP4 파일로 올려 주세요.'],
  YOUTUBE_QUOTA: [503, '지금은 YouTube 링크를 더 확인할 수 없어요. MP4 파일로 올려 주세요.'],
  YOUTUBE_OFF: [409, '지금은 YouTube 영상을 가져올 수 없어요. MP4 파일로 올려 주세요.'],
  STOPPED: [503, '지금은 새 영상과 자막을 받지 않아요.'],
  NO_ORDER: [404, '주문을 찾을 수 없어요.'],
  AMOUNT_MISMATCH: [400, '결제 금액이 주문과 달라요. 결제되지 않았으니 다시 시도해 주세요.'],
  PAYMENT_REJECTED: [
    402,
    '결제가 승인되지 않았어요. 결제 금액은 청구되지 않았어요. 다른 카드나 결제 수단으로 다시 시도해 주세요.',
  ],
  PAYMENT_EXPIRED: [410, '결제 시간이 지났어요. 다시 결제해 주세요.'],
  NOTHING_TO_DOCUMENT: [409, '결제를 마친 주문만 증빙을 신청할 수 있어요.'],
  DOCUMENTED_BY_SLIP: [
    409,
    '카드와 간편결제는 매출전표가 증빙이에요. 법에 따라 현금영수증과 세금계산서를 따로 발행하지 않아요.',
  ],
  TAX_DOCUMENT_EXISTS: [409, '이미 신청한 증빙이 있어요. 결제 내역에서 확인해 주세요.'],
  PAYMENT_UNAVAILABLE: [503, '결제사와 연결되지 않았어요. 잠시 후 다시 시도해 주세요.'],
  MAIL_CODE_WRONG: [400, '인증번호가 맞지 않아요. 이메일을 다시 확인해 주세요.'],
  TOO_MANY_REQUESTS: [429, '요청이 너무 많아요. 잠시 후 다시 시도해 주세요.'],
  TOO_MANY_TODAY: [429, '오늘 맡길 수 있는 영상과 자막을 모두 맡겼어요.'],
  TOO_MUCH_REFUNDED: [
    429,
    '오늘은 자막을 만들지 못해 토큰을 돌려 드린 일이 많아서 더 맡길 수 없어요. 급하시면 문의해 주세요.',
  ],
  INTERNAL: [500, '문제가 생겼어요. 잠시 후 다시 시도해 주세요.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ApiErrorCode = keyof typeof API_ERRORS

/** Body of every refusal. */
export const apiErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  /** Seconds after which the same request may be accepted; also the header `Retry-After`. */
  retryAfter: z.int().optional(),
})

/**
 * Root of the service's errors. `code` is stable and meant for programs, `status` is the matching HTTP status, and
 * `cause` is kept. Subclasses set `name`, by which Step Functions and the log distinguish errors.
 */
export class JamakError<Code extends string = string> extends Error {
  readonly code: Code
  readonly status: number

  constructor(code: Code, message: string, { status = 500, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'JamakError'
    this.code = code
    this.status = status
  }
}

interface ApiErrorOptions {
  message?: string
  cause?: unknown
  /** Seconds after which the same request may be accepted. */
  retryAfter?: number
}

/** A refusal of the API. The user sees the message. */
export class ApiError extends JamakError<ApiErrorCode> {
  readonly retryAfter: number | undefined

  constructor(code: ApiErrorCode, { message = API_ERRORS[code][1], cause, retryAfter }: ApiErrorOptions = {}) {
    super(code, message, { status: API_ERRORS[code][0], cause })
    this.name = 'ApiError'
    this.retryAfter = retryAfter
  }
}

/** Refusal by a limit that resets at `until`, which the message names. Both times are epoch milliseconds. */
export function limitReached(
  code: ApiErrorCode,
  { until, now, reason = API_ERRORS[code][1] }: { until: number; now: number; reason?: string },
): ApiError {
  return new ApiError(code, {
    message: `${reason} ${koreanMoment(until, now)}부터 다시 할 수 있어요.`,
    retryAfter: Math.max(1, Math.ceil((until - now) / 1000)),
  })
}
