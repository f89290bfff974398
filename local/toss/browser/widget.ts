/** The script that Toss's SDK loads into the shop's page: defines `window.PaymentWidget`. */
import { frameIn, openOverlay } from './frames.ts'
import { chooseHost, notifyHost, queryHost } from './hosts.ts'
import type { AgreementStatus } from './messages.ts'

interface PaymentInfo {
  orderId: string
  orderName: string
  successUrl?: string
  failUrl?: string
  customerEmail?: string
  customerName?: string
}

interface PendingRequest {
  resolve(result?: object): void
  reject(error: Error): void
}

type EventName = 'ready' | 'agreementStatusChange'
type Listener = (status?: AgreementStatus) => unknown

const script = document.currentScript

/** URL of the stand-in: the parent folder of this script. */
const base = new URL('..', script instanceof HTMLScriptElement ? script.src : location.href)

/** Thrown or rejected with by the widget: one of Toss's codes and a sentence. */
class WidgetError extends Error {
  override readonly name = 'WidgetError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

function PaymentWidget(clientKey: string, customerKey: string) {
  if (!/^[\w\-=.@]{2,50}$/.test(customerKey) && customerKey !== PaymentWidget.ANONYMOUS)
    throw new WidgetError('INVALID_CUSTOMER_KEY', 'customerKey의 형식이 올바르지 않습니다.')
  let methods: HTMLIFrameElement | undefined
  let amount = 0
  let method = ''
  let refusal: WidgetError | undefined
  let agreement: AgreementStatus | undefined
  let pending: PendingRequest | undefined
  let info: PaymentInfo | undefined

  const host = (name: Parameters<typeof chooseHost>[1]) => chooseHost(base, name, clientKey)
  for (const name of ['log', 'event'] as const) notifyHost(host(name))

  const openWindow = ({ pathname, search }: URL) =>
    openOverlay(new URL(pathname + search, host('payment-gateway')), outcome => {
      if (outcome.toss === 'closed') return pending?.reject(new WidgetError('USER_CANCEL', '취소되었습니다.'))
      if (outcome.url !== undefined) return location.assign(outcome.url)
      if (outcome.code !== undefined) return pending?.reject(new WidgetError(outcome.code, outcome.message ?? ''))
      pending?.resolve({ paymentType: 'NORMAL', paymentKey: outcome.paymentKey, amount, orderId: info?.orderId })
    })

  return {
    renderPaymentMethods(selector: string, sum: { value: number } | number, options: { variantKey?: string } = {}) {
      const events = createEvents()
      const query = new URLSearchParams({ clientKey, variantKey: options.variantKey ?? 'DEFAULT' })
      amount = typeof sum === 'number' ? sum : sum.value
      const place = requireElement(selector)
      methods = frameIn(place, new URL(`widget/methods?${query}`, host('payment-widget')), '결제 수단', message => {
        if (message.toss === 'ready') events.emit('ready')
        if (message.toss === 'method') method = message.method
        if (message.toss === 'begun') openWindow(new URL(message.url))
        if (message.toss === 'refused') {
          refusal = new WidgetError(message.code, message.message)
          pending?.reject(refusal)
        }
      })
      return { on: events.on, getSelectedPaymentMethod: () => ({ type: 'NORMAL', method }) }
    },

    renderAgreement(selector: string, options: { variantKey?: string } = {}) {
      const events = createEvents()
      const query = new URLSearchParams({ variantKey: options.variantKey ?? 'AGREEMENT' })
      frameIn(
        requireElement(selector),
        new URL(`widget/agreement?${query}`, host('payment-widget')),
        '약관 동의',
        message => {
          if (message.toss === 'ready') events.emit('ready')
          if (message.toss !== 'agreement') return
          agreement = message.status
          events.emit('agreementStatusChange', agreement)
        },
      )
      return { on: events.on }
    },

    async requestPayment(payment: PaymentInfo) {
      const frame = methods?.contentWindow
      if (!frame) throw new WidgetError('NOT_RENDERED_PAYMENT_METHODS_UI', '결제 UI가 아직 렌더링되지 않았습니다.')
      if (method === '' && refusal) throw refusal
      if (agreement && !agreement.agreedRequiredTerms)
        throw new WidgetError('NEED_AGREEMENT_WITH_REQUIRED_TERMS', '필수 약관에 동의해주세요.')
      if (!(await queryHost(host('apigw'))))
        throw new WidgetError('NETWORK_ERROR', '네트워크 오류가 발생했습니다. 다시 시도해주세요.')
      info = payment
      const { customerName, orderId, orderName, successUrl, failUrl } = payment
      const request = { orderId, orderName, customerName, successUrl, failUrl, amount, customerKey }
      return new Promise((resolve, reject) => {
        pending = { resolve, reject }
        frame.postMessage({ toss: 'begin', request }, host('payment-widget').origin)
      })
    },
  }
}
PaymentWidget.ANONYMOUS = '@@ANONYMOUS'
PaymentWidget.version = 'local'

Object.assign(window, { PaymentWidget })

/** Listeners by event. A listener added after `ready` has happened is called at once. */
function createEvents() {
  const listeners = new Map<EventName, Listener[]>()
  let isReady = false
  return {
    on(event: EventName, listener: Listener): void {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
      if (event === 'ready' && isReady) queueMicrotask(listener)
    },
    emit(event: EventName, agreed?: AgreementStatus): void {
      if (event === 'ready') isReady = true
      for (const listener of listeners.get(event) ?? []) listener(agreed)
    },
  }
}

function requireElement(selector: string): Element {
  const place = document.querySelector(selector)
  if (!place) throw new WidgetError('INVALID_SELECTOR', `${selector}에 해당하는 HTML 요소를 찾을 수 없습니다.`)
  return place
}
