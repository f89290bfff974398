export interface Agreement {
  id: string
  title: string
  content: string
  required: boolean
  agreed: boolean
}

export interface AgreementStatus {
  agreedRequiredTerms: boolean
  terms: Agreement[]
}

/** What a frame of the stand-in tells the shop's page. */
export type FrameMessage =
  | { toss: 'ready' }
  | { toss: 'height'; px: number }
  | { toss: 'method'; method: string }
  | { toss: 'agreement'; status: AgreementStatus }
  | { toss: 'begun'; url: string }
  | { toss: 'refused'; code: string; message: string }
  | { toss: 'closed' }
  | { toss: 'finished'; url?: string; paymentKey?: string; code?: string; message?: string }

/** What the shop's page asks the frame of payment methods for. */
export interface BeginMessage {
  toss: 'begin'
  request: Record<string, unknown>
}

export function tellParent(message: FrameMessage, origin = '*'): void {
  window.parent.postMessage(message, origin)
}

/** Keeps the shop's page informed of how tall the frame's content is. */
export function tellHeight(): void {
  const tell = () =>
    tellParent({ toss: 'height', px: Math.ceil(document.documentElement.getBoundingClientRect().height) })
  new ResizeObserver(tell).observe(document.documentElement)
}
