/** The terms of the payment provider and which of them the shopper has accepted, as the SDK passes them to the shop. */
export interface AgreementStatus {
  agreedRequiredTerms: boolean
  terms: { id: string; title: string; content: string; required: boolean; agreed: boolean }[]
}

/** Sent by a frame of the stand-in to the shop's page. */
export type FrameMessage =
  | { toss: 'ready' }
  | { toss: 'height'; px: number }
  | { toss: 'method'; method: string }
  | { toss: 'agreement'; status: AgreementStatus }
  | { toss: 'begun'; url: string }
  | { toss: 'refused'; code: string; message: string }
  | { toss: 'closed' }
  | { toss: 'finished'; url?: string; paymentKey?: string; code?: string; message?: string }

/** Sent by the shop's page to the frame of payment methods to start a payment. */
export interface BeginMessage {
  toss: 'begin'
  request: Record<string, unknown>
}

/** Whether the message starts a payment. The page around a frame may post anything. */
export function isBegin(data: unknown): data is BeginMessage {
  return typeof data === 'object' && data !== null && 'toss' in data && data.toss === 'begin'
}
