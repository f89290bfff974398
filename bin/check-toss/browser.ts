/** Runs in the browser: the service's checkout, reduced to the widget. */
import { loadPaymentWidget } from '@tosspayments/payment-widget-sdk'

const { src, clientKey = '' } = document.body.dataset
const AMOUNT = { value: 20_000, currency: 'KRW', country: 'KR' } as const

try {
  await openWidget()
} catch (error) {
  say(codeOf(error))
}

async function openWidget(): Promise<void> {
  const widget = await loadPaymentWidget(clientKey, 'check-toss', undefined, src ? { src } : undefined)
  const methods = widget.renderPaymentMethods('#methods', AMOUNT, { variantKey: 'DEFAULT' })
  const agreement = widget.renderAgreement('#agreement', { variantKey: 'AGREEMENT' })
  const agreed = (isAgreed: boolean) => {
    document.body.dataset.agreed = String(isAgreed)
  }
  agreement.on('agreementStatusChange', status => agreed(status.agreedRequiredTerms))
  document.querySelector('#pay')?.addEventListener('click', async () => {
    const order = { orderId: `check-${Date.now()}`, orderName: '토큰 430개', customerName: '확인' }
    const back = { successUrl: `${location.origin}/success`, failUrl: `${location.origin}/fail` }
    try {
      await widget.requestPayment({ ...order, ...back })
    } catch (error) {
      say(codeOf(error))
    }
  })
  const ready = (part: typeof methods | typeof agreement) => new Promise<void>(resolve => part.on('ready', resolve))
  await Promise.all([ready(methods), ready(agreement)])
  say('ready')
}

function say(text: string): void {
  const place = document.querySelector('#said')
  if (place) place.textContent = text
  void fetch('/seen', { method: 'POST', body: text })
}

/** Toss's errors have a code; the browser's have only a message. */
function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code)
  return error instanceof Error ? error.message : String(error)
}
