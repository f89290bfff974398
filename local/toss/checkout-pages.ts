import type { AwsResponse } from '#local-aws/aws/service.ts'
import { escapeMarkup } from '#local-aws/aws/wire.ts'
import { BANK_METHODS } from './cash-receipts.ts'
import { hidden, htmlPage, won } from './html.ts'
import { METHODS, type PaymentRecord } from './payment.ts'
import { TossRefusal } from './refusals.ts'

const HINTS: Record<(typeof METHODS)[number], string> = {
  카드: '신용카드와 체크카드',
  가상계좌: '7일 안에 입금하면 결제가 끝나요',
  계좌이체: '내 계좌에서 바로 보내요',
  간편결제: '토스페이',
}

const TERMS = [
  { id: 'payment', title: '결제 서비스 이용 약관, 개인정보 처리 동의', required: true },
  { id: 'third-party', title: '개인정보 제3자 제공 동의', required: true },
]

/** Test cards of the payment window: approved, refused by the shop's confirmation, or declined at once. */
const CARDS = [
  { choice: 'approve', card: '테스트 카드', hint: '바로 승인돼요' },
  { choice: 'reject', card: '실패 카드: 한도 초과', hint: '승인할 때 거절돼요 (REJECT_CARD_PAYMENT)' },
  { choice: 'decline', card: '실패 카드: 본인 확인 실패', hint: '카드사가 받지 않아요 (REJECT_CARD_COMPANY)' },
]
/** Toss issues the cash receipt that the shopper asks for here, without involving the shop. */
const OWN_RECEIPT =
  '<label class="select">현금영수증 <select name="cashReceipt"><option value="">신청 안 함</option>' +
  '<option>소득공제</option><option>지출증빙</option></select></label>'

/** Label of the button that submits the payment window. */
const SUBMIT: Record<PaymentRecord['method'], string> = {
  카드: '결제하기',
  가상계좌: '가상계좌 발급받기',
  계좌이체: '계좌에서 보내기',
  간편결제: '토스페이로 결제하기',
}

/** The frame of payment methods. Shows an error instead if the client key is unknown. */
export function methodsFrame(root: string, query: URLSearchParams, clientKey: string): AwsResponse {
  if (query.get('clientKey') !== clientKey) {
    const { code, message, status } = new TossRefusal('UNAUTHORIZED_KEY')
    const body = `<p class="bad">${escapeMarkup(message)}</p>`
    const data = { refusal: code }
    return htmlPage(root, { title: '결제 수단', kind: 'frame', body, runs: 'methods', data, status })
  }
  const choices = METHODS.map(
    (method, index) =>
      `<label class="choice"><input type="radio" name="method" value="${method}"${index === 0 ? ' checked' : ''}>` +
      `<span>${method}<small>${HINTS[method]}</small></span></label>`,
  )
  return htmlPage(root, {
    title: '결제 수단',
    kind: 'frame',
    body: `<fieldset><legend>결제 수단</legend>${choices.join('')}</fieldset><p class="note">이 컴퓨터에서만 도는 연습용 결제예요. 돈은 오가지 않아요.</p>`,
    runs: 'methods',
    data: { 'client-key': clientKey },
  })
}

/** The frame of the provider's terms, with none accepted yet. */
export function agreementFrame(root: string): AwsResponse {
  const boxes = TERMS.map(
    ({ id, title, required }) =>
      `<label><input type="checkbox" name="term" value="${id}"${required ? ' required' : ''}>` +
      `<span>[필수] ${escapeMarkup(title)}</span></label>`,
  )
  const body = `<div class="terms" role="group" aria-label="약관 동의">${boxes.join('')}</div>`
  return htmlPage(root, { title: '약관 동의', kind: 'frame', body, runs: 'agreement' })
}

/** The payment window, which the widget lays over the shop's page. */
export function paymentWindow(root: string, payment: PaymentRecord, origin: string): AwsResponse {
  const cards = CARDS.map(
    ({ choice, card, hint }, index) =>
      `<label class="choice"><input type="radio" name="choice" value="${choice}"${index === 0 ? ' checked' : ''}>` +
      `<span>${card}<small>${hint}</small></span></label>`,
  )
  const way =
    payment.method === '카드'
      ? `<fieldset><legend>카드 선택</legend>${cards.join('')}</fieldset>`
      : payment.method === '가상계좌'
        ? `${hidden({ choice: 'approve' })}<p class="note">우리은행 계좌를 드려요. 7일 안에 <a href="${root}/bank" target="_blank">연습용 은행</a>에서 입금해 주세요.</p>`
        : hidden({ choice: 'approve' })
  const receipt = BANK_METHODS.has(payment.method) ? OWN_RECEIPT : ''
  const fields = hidden({ paymentKey: payment.paymentKey, origin })
  return htmlPage(root, {
    title: '결제창',
    kind: 'window',
    body:
      `<main role="dialog" aria-modal="true" aria-labelledby="what"><button type="button" class="close" data-close aria-label="닫기">×</button>` +
      `<h1 id="what">${escapeMarkup(payment.orderName)}</h1><p class="sum">${won(payment.totalAmount)}</p>` +
      `<form method="post" action="${root}/window">${fields}${way}${receipt}` +
      `<div class="actions"><button name="choice" value="cancel" formnovalidate>취소</button>` +
      `<button class="primary">${SUBMIT[payment.method]}</button></div></form></main>`,
    runs: 'window',
    data: { origin },
  })
}

/** The payment window after the shopper's decision: passes the outcome to the shop's page underneath. */
export function finishWindow(root: string, origin: string, finish: Record<string, string>): AwsResponse {
  return htmlPage(root, {
    title: '결제창',
    kind: 'window',
    body: '<main><p>상점으로 돌아가고 있어요.</p></main>',
    runs: 'window',
    data: { origin, finish: JSON.stringify(finish) },
  })
}

/** The shop's return URL with the parameters of the outcome. */
export function returnUrl(address: string, additions: Record<string, string>): string {
  const url = new URL(address)
  for (const [parameter, value] of Object.entries(additions)) url.searchParams.set(parameter, value)
  return url.href
}
