import { loadPaymentWidget } from '@tosspayments/payment-widget-sdk'

/** The part of a payment provider that the payment screen uses. Only this file depends on Toss's SDK (v1). */
export interface PaymentWidget {
  /** Navigates to the payment, which returns to `/success` or `/fail`. */
  request(order: PaymentOrder): Promise<void>
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

/** Loads the widget, renders payment methods and agreement for the amount, and resolves once both are ready. */
export async function openPaymentWidget(settings: WidgetSettings): Promise<PaymentWidget> {
  const { clientKey, customerKey, scriptUrl, amount, methods, agreement } = settings
  const widget = await loadPaymentWidget(clientKey, customerKey, undefined, scriptUrl ? { src: scriptUrl } : undefined)
  const value = { value: amount, currency: 'KRW', country: 'KR' } as const
  const methodsWidget = widget.renderPaymentMethods(methods, value, { variantKey: 'DEFAULT' })
  const agreementWidget = widget.renderAgreement(agreement, { variantKey: 'AGREEMENT' })
  await within(
    READY_WITHIN_MS,
    Promise.all([
      new Promise<void>(resolve => methodsWidget.on('ready', () => resolve())),
      new Promise<void>(resolve => agreementWidget.on('ready', () => resolve())),
    ]),
  )
  return {
    async request(order) {
      const { origin } = location
      await widget.requestPayment({ ...order, successUrl: `${origin}/success`, failUrl: `${origin}/fail` })
    },
  }
}

function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the payment widget was not ready within ${ms} ms`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
