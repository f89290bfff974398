import type { AwsResponse } from '#local-aws/aws/service.ts'
import { escapeMarkup } from '#local-aws/aws/wire.ts'
import { button, hidden, htmlPage, won } from './html.ts'
import { koreanTime, type PaymentRecord } from './payment.ts'

const time = (at: number | undefined) => (at === undefined ? '-' : koreanTime(at).replace('T', ' '))

const STATUS: Record<PaymentRecord['status'], string> = {
  READY: '결제 전',
  IN_PROGRESS: '승인 전',
  WAITING_FOR_DEPOSIT: '입금 대기',
  DONE: '결제 완료',
  CANCELED: '취소',
  PARTIAL_CANCELED: '부분 취소',
  ABORTED: '승인 실패',
  EXPIRED: '만료',
}

/** The merchant console: every payment, with a form to cancel it. */
export function adminPage(root: string, payments: PaymentRecord[]): AwsResponse {
  const rows = payments.map(
    payment =>
      `<tr><td>${time(payment.requestedAt)}</td><td>${escapeMarkup(payment.orderName)}<br><span class="muted">${escapeMarkup(payment.orderId)}</span></td>` +
      `<td>${payment.method}</td><td>${STATUS[payment.status]}</td>` +
      `<td class="number">${won(payment.balanceAmount)}${payment.balanceAmount === payment.totalAmount ? '' : `<br><span class="muted">/ ${won(payment.totalAmount)}</span>`}</td>` +
      `<td>${actions(root, payment)}</td></tr>`,
  )
  const table =
    payments.length === 0
      ? '<p class="muted">아직 결제가 없어요.</p>'
      : `<div class="scroll"><table><thead><tr><th>요청</th><th>주문</th><th>수단</th><th>상태</th><th>남은 금액</th><th>취소</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  return htmlPage(root, {
    title: '상점 관리자',
    kind: 'page',
    body: `<main><h1>상점 관리자</h1><p class="muted">결제사의 상점 관리자를 대신해요. 여기서 취소하면 상점에 알림이 가요.</p>${table}</main>`,
  })
}

function actions(root: string, { status, paymentKey, balanceAmount }: PaymentRecord): string {
  if (status === 'WAITING_FOR_DEPOSIT')
    return `${button(`${root}/admin/cancel`, '발급 취소', { paymentKey })}<a href="${root}/bank">입금하기</a>`
  if (status !== 'DONE' && status !== 'PARTIAL_CANCELED') return ''
  return (
    `<form method="post" action="${root}/admin/cancel">${hidden({ paymentKey })}` +
    `<input type="number" name="amount" aria-label="취소할 금액" min="1" max="${balanceAmount}" value="${balanceAmount}" required>` +
    '<button>결제 취소</button></form>'
  )
}

/** The practice bank, where shoppers pay into virtual accounts. */
export function bankPage(root: string, payments: PaymentRecord[]): AwsResponse {
  const waiting = payments.filter(({ status }) => status === 'WAITING_FOR_DEPOSIT')
  const rows = waiting.map(
    payment =>
      `<tr><td>우리은행 ${escapeMarkup(payment.virtualAccount?.accountNumber ?? '')}</td><td>${escapeMarkup(payment.orderName)}</td>` +
      `<td class="number">${won(payment.totalAmount)}</td><td data-label="기한">${time(payment.virtualAccount?.dueAt)}</td>` +
      `<td>${button(`${root}/bank`, '입금하기', { paymentKey: payment.paymentKey }, 'primary')}</td></tr>`,
  )
  const table =
    waiting.length === 0
      ? '<p class="muted">입금을 기다리는 계좌가 없어요.</p>'
      : `<div class="scroll"><table><thead><tr><th>계좌</th><th>주문</th><th>금액</th><th>기한</th><th>입금</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  return htmlPage(root, {
    title: '연습용 은행',
    kind: 'page',
    body: `<main><h1>연습용 은행</h1><p class="muted">가상계좌에 입금한 것으로 쳐요.</p>${table}</main>`,
  })
}

/** The receipt of a payment. */
export function receiptPage(root: string, payment: PaymentRecord): AwsResponse {
  const canceled = payment.totalAmount - payment.balanceAmount
  const rows = [
    ['상품', payment.orderName],
    ['주문번호', payment.orderId],
    ['결제 수단', payment.method],
    ['상태', STATUS[payment.status]],
    ['승인 시각', time(payment.approvedAt)],
    ['결제 금액', won(payment.totalAmount)],
    ...(canceled > 0 ? [['취소 금액', won(canceled)]] : []),
  ].map(([term, value]) => `<dt>${term}</dt><dd>${escapeMarkup(value ?? '')}</dd>`)
  const body = `<main><h1>매출전표</h1><dl>${rows.join('')}</dl><p class="note">연습용 결제의 전표예요. 거래를 증명하지 않아요.</p></main>`
  return htmlPage(root, { title: '매출전표', kind: 'page', body })
}
