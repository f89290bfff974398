import { loadPaymentWidget } from '@tosspayments/payment-widget-sdk'
import { within } from '../shared/within.ts'

/** The part of a payment provider that the payment screen uses. Only this file depends on Toss's SDK (v1). */
export interface PaymentWidget {
  /** Navigates to the payment, which returns to `/success` or `/fail`. */
  request(order: PaymentOrder): Promise<void>
  /** Whether the required terms are agreed to. */
  isAgreed(): boolean
  /** Whether the chosen method's slip is a tax document itself: cards and easy pay. False if the method is unknown. */
  isPaidBySlip(): boolean
  /** Removes a payment window that is still open, for when the user leaves the screen with Back. */
  close(): void
}

interface PaymentOrder {
  orderId: string
  orderName: string
  customerName: string
  customerEmail?: string
}

interface WidgetSettings {
  clientKey: string
  customerKey: string
  /** URL of the SDK's script if it is not Toss's own. */
  scriptUrl?: string
  /** In won. */
  amount: number
  /** Selectors of the elements to render the payment methods and the agreement into. */
  methods: string
  agreement: string
}

const READY_WITHIN_MS = 20_000

const BY_SLIP = new Set(['카드', '간편결제'])

/** Loads the widget, renders payment methods and agreement for the amount, and resolves once both are ready. */
export async function openPaymentWidget(settings: WidgetSettings): Promise<PaymentWidget> {
  const { clientKey, customerKey, scriptUrl, amount, methods, agreement } = settings
  const widget = await loadPaymentWidget(clientKey, customerKey, undefined, scriptUrl ? { src: scriptUrl } : undefined)
  const value = { value: amount, currency: 'KRW', country: 'KR' } as const
  const methodsWidget = widget.renderPaymentMethods(methods, value, { variantKey: 'DEFAULT' })
  const agreementWidget = widget.renderAgreement(agreement, { variantKey: 'AGREEMENT' })
  // Until the widget reports otherwise; it also refuses a payment without agreement itself.
  let isAgreed = true
  agreementWidget.on('agreementStatusChange', status => {
    isAgreed = status.agreedRequiredTerms
  })
  await within(
    READY_WITHIN_MS,
    'the payment widget',
    Promise.all([
      new Promise<void>(resolve => methodsWidget.on('ready', () => resolve())),
      new Promise<void>(resolve => agreementWidget.on('ready', () => resolve())),
    ]),
  )
  let before: ReadonlySet<Element> | undefined
  return {
    isAgreed: () => isAgreed,
    isPaidBySlip: () => BY_SLIP.has(methodsWidget.getSelectedPaymentMethod().method ?? ''),
    close() {
      // The SDK adds its window to the body and has no call that removes it.
      if (before) for (const element of [...document.body.children]) if (!before.has(element)) element.remove()
    },
    async request(order) {
      const { origin } = location
      before = new Set(document.body.children)
      await widget.requestPayment({ ...order, successUrl: `${origin}/success`, failUrl: `${origin}/fail` })
      before = undefined
    },
  }
}
