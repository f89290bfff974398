/**
 * A payment widget with Toss's interface for screen tests: it renders, reports that it is ready, and redirects as the
 * test's chosen outcome demands. The full stand-in of Toss runs in the journeys.
 */
export const PAYMENT_SCRIPT = `
window.widgetCalls = []
window.PaymentWidget = (clientKey, customerKey) => {
  const tell = (name, ...given) => window.widgetCalls.push([name, ...given])
  tell('PaymentWidget', clientKey, customerKey)
  const part = (selector, type, look, heading, names) => {
    const place = document.createElement('div')
    place.className = type === 'radio' ? 'field-pair' : 'row'
    place.style.alignItems = 'stretch'
    for (const [name, hint = ''] of names) {
      const label = document.createElement('label')
      label.className = look
      label.style.alignItems = 'center'
      const input = Object.assign(document.createElement('input'), { type, name: look, checked: name === names[0][0] })
      const text = document.createElement('span')
      text.textContent = name
      const small = Object.assign(document.createElement('span'), { className: 'muted small', textContent: hint })
      if (type === 'checkbox') small.style.textDecoration = 'underline'
      label.append(input, text, small)
      place.append(label)
    }
    const title = Object.assign(document.createElement('strong'), { textContent: heading })
    title.style.display = heading ? 'block' : 'none'
    title.style.marginBlockEnd = '12px'
    title.style.fontSize = 'var(--text-17)'
    document.querySelector(selector).replaceChildren(title, place)
    return {
      getSelectedPaymentMethod: () => ({ type: 'NORMAL', method: place.querySelector(':checked + span').textContent }),
      on(name, listener) {
        if (name === 'ready' && window.widgetIsReady !== false) setTimeout(listener)
        if (name === 'agreementStatusChange')
          addEventListener('agreement', ({ detail }) => {
            place.querySelector('input').checked = detail
            listener({ agreedRequiredTerms: detail })
          })
      },
    }
  }
  return {
    renderPaymentMethods(selector, amount, options) {
      tell('renderPaymentMethods', amount, options)
      return part(selector, 'radio', 'register', '결제 수단', [
        ['카드', '신용카드와 체크카드'],
        ['간편결제', '토스페이'],
        ['계좌이체', '내 계좌에서 바로 보내요'],
        ['가상계좌', '7일 안에 입금해요'],
      ])
    },
    renderAgreement(selector, options) {
      tell('renderAgreement', options)
      return part(selector, 'checkbox', 'check', '', [
        ['[필수] 결제 서비스 이용 약관, 개인정보 처리 동의', '내용 보기'],
      ])
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
