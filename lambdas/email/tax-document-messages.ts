import type { Order } from '../contract/order.ts'
import { written } from '../contract/pricing.ts'
import { type TaxDocumentKind, vatOf, writeBusinessNumber } from '../contract/tax-document.ts'
import { dateAndTime } from '../contract/time.ts'
import {
  type EmailContent,
  emailLayout,
  type Facts,
  FOR_OPERATOR,
  footerWithHelp,
  type Message,
} from '../runtime/email.ts'
import { HISTORY_PATH } from './order-messages.ts'

const NAMES: Record<TaxDocumentKind, string> = { cash_receipt: '현금영수증을', tax_invoice: '세금계산서를' }
const won = (amount: number): string => `${written(amount)}원`

/** To the user: a tax document was issued or refused. */
export function buildTaxDocumentMessage(order: Order, siteUrl: string): Message {
  const isIssued = order.tax_document?.status !== 'refused'
  const what = `${NAMES[order.tax_document?.kind ?? 'cash_receipt']} ${isIssued ? '발행했어요' : '발행하지 못했어요'}`
  return {
    subject: what,
    ...emailLayout({
      title: what,
      lines: [
        ...(order.tax_document?.reason === undefined ? [] : [[['이유', order.tax_document.reason]] as const]),
        ...(isIssued ? [] : ['결제 내역에서 사업자등록번호를 확인하고 다시 신청해 주세요.']),
        [
          ['결제 금액', won(order.amount)],
          ['주문 번호', order.order_id],
        ],
      ],
      button: { text: '결제 내역 보기', url: `${siteUrl}${HISTORY_PATH}` },
      footer: footerWithHelp(siteUrl),
    }),
  }
}

/** To the operator: a business asks for a tax invoice. */
export function buildInvoiceMessage(order: Order): Message {
  return toOperator(order, `[세금계산서] 발행 요청 ${won(leftOf(order))}`, '세금계산서를 발행해 주세요', [
    '홈택스에서 발행하고 아래 명령으로 알려 주세요. 기한은 결제한 달의 다음 달 10일이에요.',
  ])
}

/** To the operator: a tax document needs manual action. */
export function buildStuckTaxDocumentMessage(order: Order): Message {
  if (order.tax_document?.kind === 'tax_invoice')
    return toOperator(order, '[세금계산서] 사흘 동안 발행하지 않은 요청', '세금계산서 요청이 기다리고 있어요', [
      '홈택스에서 발행하고 아래 명령으로 알려 주세요. 기한은 결제한 달의 다음 달 10일이에요.',
    ])
  return toOperator(order, `[현금영수증] 확인 필요: ${order.order_id}`, '현금영수증을 직접 확인해 주세요', [
    '토스 상점 관리자에서 이 주문의 현금영수증을 확인하고, 환불한 금액이 있으면 그만큼 취소해 주세요.',
    [['영수증 키', order.tax_document?.receipt_key ?? '없음']],
  ])
}

/** To the operator: a payment whose tax invoice was issued has been canceled, in part or in full. */
export function buildAmendInvoiceMessage(order: Order): Message {
  return toOperator(order, `[세금계산서] 수정 필요: ${order.order_id}`, '수정 세금계산서를 발행해 주세요', [
    `발행한 뒤에 모두 ${won(order.canceled_amount ?? 0)}을 환불했어요.`,
  ])
}

const leftOf = ({ amount, canceled_amount = 0 }: Order): number => amount - canceled_amount

function toOperator(order: Order, subject: string, title: string, lines: EmailContent['lines']): Message {
  const { order_id, uid, paid_at, tax_document: document, tax_document_email } = order
  const left = leftOf(order)
  const facts: Facts = [
    ['사업자등록번호', document?.number === undefined ? '없음' : writeBusinessNumber(document.number)],
    ['상호', document?.company ?? '없음'],
    ['이메일', tax_document_email ?? '없음'],
    ['합계', `${won(left)} (공급가액 ${won(left - vatOf(left))}, 부가세 ${won(vatOf(left))})`],
    ...(paid_at === undefined ? [] : [['결제한 날', dateAndTime(paid_at).date] as const]),
    ['주문 번호', order_id],
    ['회원 번호', uid],
  ]
  return {
    subject,
    ...emailLayout({
      title,
      lines: [
        ...lines,
        facts,
        [
          ['살펴보기', 'npm run ops -- tax-documents'],
          ['닫기', `npm run ops -- tax-documents close ${order_id}`],
        ],
      ],
      footer: FOR_OPERATOR,
    }),
  }
}
