import { expect, it } from 'vitest'
import { buildInquiryMessage } from '../../lambdas/email/inquiry-message.ts'

it('the email to the operator names the order that the question is about', () => {
  const inquiry = { uid: 'user-1', name: '김민지', text: '카드가 왜 안 되나요?' }
  expect(buildInquiryMessage({ ...inquiry, orderId: '20260312165500-x1y2z3' }).text).toContain(
    '주문 번호: 20260312165500-x1y2z3',
  )
  expect(buildInquiryMessage(inquiry).text).not.toContain('주문 번호')
})
