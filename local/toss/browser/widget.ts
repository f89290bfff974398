import { createEvents } from './events.ts'
import { base, frameIn } from './frame.ts'
import type { AgreementStatus } from './messages.ts'
import { openOverlay } from './overlay.ts'
import { WidgetError } from './widget-error.ts'

interface PaymentInfo {
  orderId: string
  orderName: string
  successUrl?: string
  failUrl?: string
  customerEmail?: string
  customerName?: string
}

function PaymentWidget(clientKey: string, customerKey: string) {
  if (!/^[\w\-=.@]{2,50}$/.test(customerKey) && customerKey !== PaymentWidget.ANONYMOUS)
    throw new WidgetError('INVALID_CUSTOMER_KEY', 'customerKey의 형식이 올바르지 않습니다.')
  let methods: HTMLIFrameElement | undefined
  let amount = 0
  let method = ''
  let refusal: WidgetError | undefined
  let agreement: AgreementStatus | undefined
  let settle: { resolve: (result?: object) => void; reject: (error: Error) => void } | undefined
  let info: PaymentInfo | undefined

  const openWindow = (url: string) =>
    openOverlay(url, message => {
      if (message.toss === 'closed') return settle?.reject(new WidgetError('USER_CANCEL', '취소되었습니다.'))
      if (message.url !== undefined) return location.assign(message.url)
      if (message.code !== undefined) return settle?.reject(new WidgetError(message.code, message.message ?? ''))
      settle?.resolve({ paymentType: 'NORMAL', paymentKey: message.paymentKey, amount, orderId: info?.orderId })
    })

  return {
    renderPaymentMethods(selector: string, sum: { value: number } | number, options: { variantKey?: string } = {}) {
      const events = createEvents()
      const query = new URLSearchParams({ clientKey, variantKey: options.variantKey ?? 'DEFAULT' })
      amount = typeof sum === 'number' ? sum : sum.value
      methods = frameIn(selector, `widget/methods?${query}`, '결제 수단', message => {
        if (message.toss === 'ready') events.emit('ready')
        if (message.toss === 'method') method = message.method
        if (message.toss === 'begun') openWindow(message.url)
        if (message.toss === 'refused') {
          refusal = new WidgetError(message.code, message.message)
          settle?.reject(refusal)
        }
      })
      return {
        on: events.on,
        updateAmount(value: number) {
          amount = value
        },
        UPDATE_REASON: { COUPON: 'COUPON', POINT: 'POINT' },
        getSelectedPaymentMethod: () => ({ type: 'NORMAL', method }),
      }
    },

    renderAgreement(selector: string, options: { variantKey?: string } = {}) {
      const events = createEvents()
      const query = new URLSearchParams({ variantKey: options.variantKey ?? 'AGREEMENT' })
      frameIn(selector, `widget/agreement?${query}`, '약관 동의', message => {
        if (message.toss === 'ready') events.emit('ready')
        if (message.toss !== 'agreement') return
        agreement = message.status
        events.emit('agreementStatusChange', agreement)
      })
      return { on: events.on, getAgreementStatus: () => agreement }
    },

    async requestPayment(payment: PaymentInfo) {
      const frame = methods?.contentWindow
      if (!frame) throw new WidgetError('NOT_RENDERED_PAYMENT_METHODS_UI', '결제 UI가 아직 렌더링되지 않았습니다.')
      if (method === '' && refusal) throw refusal
      if (agreement && !agreement.agreedRequiredTerms)
        throw new WidgetError('NEED_AGREEMENT_WITH_REQUIRED_TERMS', '필수 약관에 동의해주세요.')
      info = payment
      const { customerName, orderId, orderName, successUrl, failUrl } = payment
      const request = { orderId, orderName, customerName, successUrl, failUrl, amount, customerKey }
      return new Promise((resolve, reject) => {
        settle = { resolve, reject }
        frame.postMessage({ toss: 'begin', request }, base.origin)
      })
    },
  }
}
PaymentWidget.ANONYMOUS = '@@ANONYMOUS'
PaymentWidget.version = 'local'

Object.assign(window, { PaymentWidget })
