import type { AwsResponse } from '../aws/service.ts'
import { escapeMarkup } from '../aws/wire.ts'
import { htmlPage } from './html.ts'
import { METHODS } from './payment.ts'
import { TossRefusal } from './refusals.ts'

const HINTS: Record<(typeof METHODS)[number], string> = {
  카드: '신용카드와 체크카드',
  가상계좌: '7일 안에 입금하면 결제가 끝나요',
  간편결제: '토스페이',
}

const TERMS = [
  { id: 'payment', title: '결제 서비스 이용 약관, 개인정보 처리 동의', required: true },
  { id: 'third-party', title: '개인정보 제3자 제공 동의', required: true },
]

/** The frame of payment methods; an unknown client key is told instead. */
export function methodsFrame(root: string, query: URLSearchParams, clientKey: string): AwsResponse {
  if (query.get('clientKey') !== clientKey) {
    const { code, message, status } = new TossRefusal('UNAUTHORIZED_KEY')
    const body = `<p class="bad">${escapeMarkup(message)}</p>`
    return htmlPage(root, {
      title: '결제 수단',
      kind: 'frame',
      body,
      script: 'methods',
      data: { refusal: code },
      status,
    })
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
    script: 'methods',
    data: { 'client-key': clientKey },
  })
}

/** The frame of the provider's terms; nothing is ticked beforehand. */
export function agreementFrame(root: string): AwsResponse {
  const boxes = TERMS.map(
    ({ id, title, required }) =>
      `<label><input type="checkbox" name="term" value="${id}"${required ? ' required' : ''}>` +
      `<span>[필수] ${escapeMarkup(title)}</span></label>`,
  )
  const body = `<div class="terms" role="group" aria-label="약관 동의">${boxes.join('')}</div>`
  return htmlPage(root, { title: '약관 동의', kind: 'frame', body, script: 'agreement' })
}
