import type * as z from 'zod'
import type { taxDocumentView } from '../../../lambdas/contract/tax-document.ts'

type TaxDocumentView = z.infer<typeof taxDocumentView>

export const TAX_DOCUMENT = {
  wanted: '사업자 지출증빙이 필요해요',
  bySlip: '카드와 간편결제는 매출전표가 증빙이라서, 법에 따라 현금영수증과 세금계산서를 따로 발행하지 않아요.',
  kind: '증빙 종류',
  kinds: { cash_receipt: '현금영수증 (지출증빙)', tax_invoice: '세금계산서' },
  kindHints: {
    cash_receipt: '입금을 확인하고 10분 안에 발급해요. 국세청에는 다음 날 등록돼요.',
    tax_invoice: '운영자가 확인하고 다음 달 10일까지 발행해요.',
  },
  number: '사업자등록번호',
  numberExample: '예: 123-45-67891',
  numberWrong: '사업자등록번호 10자리를 확인해 주세요.',
  company: '상호 (선택)',
  email: '세금계산서를 받을 이메일 (선택)',
  emailHint: '비워 두면 세금계산서는 홈택스에서 볼 수 있고, 계정 이메일로는 발행 소식만 보내요.',
  emailWrong: '이메일을 확인해 주세요. 예: tax@example.com',
  kept: '적은 내용은 이 결제의 증빙에만 써요. 사업자등록번호와 상호는 세법에 따라 탈퇴한 뒤에도 5년\u00a0동안\u00a0보관해요.',
  emailKept: ' 이메일은 탈퇴할 때까지 보관해요.',
  request: '증빙 신청',
  of: (product: string, price: string) => `${product} · ${price}`,
  /** Where an issued tax invoice is. */
  sentTo: (email: string | undefined) => (email === undefined ? '홈택스에서 볼 수 있어요.' : `받는 이메일: ${email}`),
  requestAgain: '고쳐서 다시 신청',
  requestOf: (product: string, request: string) => `${product} ${request}`,
  requested: '증빙을 신청했어요.',
  name: '증빙',
} as const

const STATUSES: Record<TaxDocumentView['kind'], Record<TaxDocumentView['status'], string>> = {
  cash_receipt: {
    requested: '현금영수증 발급 예정',
    sent: '현금영수증 국세청 확인 중',
    issued: '현금영수증 발급 완료',
    refused: '현금영수증 발급 실패',
    canceled: '현금영수증 취소 완료',
    covered: '영수증(매출전표)이 증빙이에요',
  },
  tax_invoice: {
    requested: '세금계산서 발행 예정',
    sent: '세금계산서 발행 예정',
    issued: '세금계산서 발행 완료',
    refused: '세금계산서 발행 실패',
    canceled: '세금계산서 요청 취소',
    covered: '영수증(매출전표)이 증빙이에요',
  },
}

/** The state of a tax document in words. */
export const taxDocumentText = ({ kind, status }: TaxDocumentView): string => STATUSES[kind][status]
