import { type ArchiveEntry, type EntryStatus, failureText, NONE, STAGE_TEXTS } from '../contract/archive-entry.ts'
import { clockTime, dateAndTime } from '../contract/time.ts'
import { nameOf } from '../contract/title.ts'
import { emailLayout, type Facts, FOR_OPERATOR, type Message } from '../runtime/email.ts'

/**
 * Email with a user's question to the operator, and the facts about the entry in question. The order number is unchecked:
 * it is what the page sent, and may be that of another user's order.
 */
export function buildInquiryMessage(inquiry: {
  uid: string
  name: string
  email?: string
  text: string
  entry?: ArchiveEntry | undefined
  orderId?: string | undefined
}): Message {
  const about: Facts = [
    ...(inquiry.entry === undefined ? [] : listFacts(inquiry.entry)),
    ...(inquiry.orderId === undefined ? [] : [['주문 번호', inquiry.orderId] as const]),
    ['회원 번호', inquiry.uid],
    ['이메일', inquiry.email ?? '없음'],
  ]
  return {
    subject: `[문의] ${inquiry.name}`,
    ...emailLayout({
      title: `${inquiry.name}님의 문의`,
      lines: [inquiry.text, about],
      footer: FOR_OPERATOR,
    }),
  }
}

const count = (value: number): string => `${value.toLocaleString('ko-KR')}개`

const STATUSES: Record<EntryStatus, string> = { ...STAGE_TEXTS, done: '완성', failed: '실패' }

function listFacts(entry: ArchiveEntry): Facts {
  const { date, time } = dateAndTime(entry.video_upload_time)
  return [
    ['문의한 영상', nameOf(entry)],
    [
      '상태',
      `${STATUSES[entry.status]}${entry.failure === undefined ? '' : ` (${entry.failure}: ${failureText(entry)})`}`,
    ],
    ['올린 시간', `${date} ${time}`],
    ['길이', `${clockTime(entry.duration_seconds)}, 토큰 ${count(entry.used_token)}`],
    ...(entry.url === NONE ? [] : [['링크', entry.url] as const]),
    ...(entry.certificate
      ? [['규칙을 지킨 자막', `${count(entry.certificate.cues)} 중 ${count(entry.certificate.kept)}`] as const]
      : []),
    ['영상 번호', entry.key],
    ['살펴보기', `npm run ops -- user ${entry.uid}`],
  ]
}
