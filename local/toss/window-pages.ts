import type { AwsResponse } from '../aws/service.ts'
import { escapeMarkup } from '../aws/wire.ts'
import { hidden, htmlPage, won } from './html.ts'
import type { PaymentRecord } from './payment.ts'

/** What the person does at the payment window. */
export type Choice = 'approve' | 'reject' | 'decline' | 'cancel'

const CARDS: { choice: Choice; name: string; hint: string }[] = [
  { choice: 'approve', name: '테스트 카드', hint: '바로 승인돼요' },
  { choice: 'reject', name: '실패 카드: 한도 초과', hint: '승인할 때 거절돼요 (REJECT_CARD_PAYMENT)' },
  { choice: 'decline', name: '실패 카드: 본인 확인 실패', hint: '카드사가 받지 않아요 (REJECT_CARD_COMPANY)' },
]
const SUBMIT: Record<PaymentRecord['method'], string> = {
  카드: '결제하기',
  가상계좌: '가상계좌 발급받기',
  간편결제: '토스페이로 결제하기',
}

/** The payment window, laid over the shop's page. */
export function paymentWindow(root: string, payment: PaymentRecord, origin: string): AwsResponse {
  const cards = CARDS.map(
    ({ choice, name, hint }, index) =>
      `<label class="choice"><input type="radio" name="choice" value="${choice}"${index === 0 ? ' checked' : ''}>` +
      `<span>${name}<small>${hint}</small></span></label>`,
  )
  const way =
    payment.method === '카드'
      ? `<fieldset><legend>카드 선택</legend>${cards.join('')}</fieldset>`
      : payment.method === '가상계좌'
        ? `${hidden({ choice: 'approve' })}<p class="note">우리은행 계좌를 드려요. 7일 안에 <a href="${root}/bank" target="_blank">연습용 은행</a>에서 입금해 주세요.</p>`
        : hidden({ choice: 'approve' })
  const fields = hidden({ paymentKey: payment.paymentKey, origin })
  return htmlPage(root, {
    title: '결제창',
    kind: 'window',
    body:
      `<main role="dialog" aria-modal="true" aria-labelledby="what"><button type="button" class="close" data-close aria-label="닫기">×</button>` +
      `<h1 id="what">${escapeMarkup(payment.orderName)}</h1><p class="sum">${won(payment.totalAmount)}</p>` +
      `<form method="post" action="${root}/window">${fields}${way}` +
      `<div class="actions"><button name="choice" value="cancel" formnovalidate>취소</button>` +
      `<button class="primary">${SUBMIT[payment.method]}</button></div></form></main>`,
    script: 'window',
    data: { origin },
  })
}

/** Hands the outcome to the page under the window, which goes on to the shop's address. */
export function finishWindow(root: string, origin: string, finish: Record<string, string>): AwsResponse {
  return htmlPage(root, {
    title: '결제창',
    kind: 'window',
    body: '<main><p>상점으로 돌아가고 있어요.</p></main>',
    script: 'window',
    data: { origin, finish: JSON.stringify(finish) },
  })
}

/** The shop's address with what the outcome adds to it. */
export function returnUrl(address: string, additions: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(additions)) url.searchParams.set(name, value)
  return url.href
}
