import { endOrder } from './end-order.ts'
import { ownOrder } from './own-order.ts'
import type { PaymentRoom } from './payment-room.ts'

/** What the return address tells of an order that was not paid; anything else is only kept as `UNKNOWN`. */
const TOLD: Record<string, string> = {
  PAY_PROCESS_CANCELED: '결제를 취소했어요.',
  USER_CANCEL: '결제창을 닫았어요.',
  PAY_PROCESS_ABORTED: '결제가 중간에 멈췄어요.',
  REJECT_CARD_COMPANY: '카드사에서 결제를 승인하지 않았어요.',
}

/**
 * The page came back from Toss without a payment. The browser's word only ends an order that is not paid: should Toss
 * say later that it is, it is credited all the same.
 * @throws ApiError NO_ORDER.
 */
export async function failPayment(
  room: PaymentRoom,
  { uid, orderId, code }: { uid: string; orderId: string; code: string },
): Promise<Record<string, never>> {
  const order = await ownOrder(room, uid, orderId)
  const message = TOLD[code]
  const failure = message === undefined ? { code: 'UNKNOWN', message: '결제하지 못했어요.' } : { code, message }
  if (order.status === 'ready') await endOrder(room, order, 'failed', failure)
  return {}
}
