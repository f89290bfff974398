/**
 * A payment widget with Toss's interface for screen tests: it renders, reports that it is ready, and redirects as the
 * test's chosen outcome demands. The full stand-in of Toss runs in the journeys.
 */
export const PAYMENT_SCRIPT = `
window.widgetCalls = []
window.PaymentWidget = (clientKey, customerKey) => {
  const tell = (name, ...given) => window.widgetCalls.push([name, ...given])
  tell('PaymentWidget', clientKey, customerKey)
  const part = (selector, text) => {
    const place = document.querySelector(selector)
    place.textContent = text
    return {
      on(name, listener) {
        if (name === 'ready' && window.widgetIsReady !== false) setTimeout(listener)
        if (name === 'agreementStatusChange') addEventListener('agreement', ({ detail }) => listener({ agreedRequiredTerms: detail }))
      },
    }
  }
  return {
    renderPaymentMethods(selector, amount, options) {
      tell('renderPaymentMethods', amount, options)
      return part(selector, '카드 · 계좌이체 · 가상계좌')
    },
    renderAgreement(selector, options) {
      tell('renderAgreement', options)
      return part(selector, '결제 서비스 이용 약관에 동의해요')
    },
    async requestPayment(order) {
      tell('requestPayment', order)
      if (window.widgetRefuses) throw Object.assign(new Error(window.widgetRefuses.message), window.widgetRefuses)
      const { orderId, successUrl } = order
      location.assign(successUrl + '?' + new URLSearchParams({ paymentKey: 'pay-1', orderId, amount: '20000' }))
    },
  }
}
`
