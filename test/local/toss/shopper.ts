/** The requests that a shopper's browser sends to the local Toss: widget, payment window, bank and console. */
export interface Shopper {
  /** Starts a payment as the widget's frame does. Returns the payment key. */
  begin(request: { orderId: string; amount: number; method?: string; orderName?: string }): Promise<string>
  /**
   * Presses a button of the payment window. `cashReceipt` is the kind of receipt requested. Returns the outcome as
   * JSON.
   */
  choose(paymentKey: string, choice: 'approve' | 'reject' | 'decline' | 'cancel', cashReceipt?: string): Promise<string>
  /** Pays into the virtual account of a payment. */
  deposit(paymentKey: string): Promise<void>
  /** Cancels in the merchant console, by default the whole balance. */
  cancelInConsole(paymentKey: string, amount?: number): Promise<void>
}

/** @param url URL of the local Toss, with its path */
export function shopperAt(url: string, clientKey: string): Shopper {
  const { origin } = new URL(url)
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const submit = async (path: string, fields: Record<string, string>): Promise<void> => {
    const answer = await form(path, fields)
    if (answer.status !== 303) throw new Error(await answer.text())
  }

  return {
    async begin({ orderId, amount, method = '카드', orderName = '토큰 430개' }) {
      const request = { clientKey, customerKey: 'customer-1', orderId, orderName, amount, method }
      const addresses = { successUrl: 'https://shop.example/success', failUrl: 'https://shop.example/fail' }
      const answer = await fetch(`${url}/widget/payments`, {
        method: 'POST',
        headers: { origin },
        body: JSON.stringify({ ...request, ...addresses }),
      })
      const { paymentKey, code }: Record<string, string> = await answer.json()
      if (paymentKey === undefined) throw new Error(code)
      return paymentKey
    },
    async choose(paymentKey, choice, cashReceipt = '') {
      const answer = await form('/window', { paymentKey, choice, cashReceipt, origin: 'https://shop.example' })
      const text = await answer.text()
      const finish = /data-finish="([^"]*)"/.exec(text)?.[1] ?? ''
      return finish.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    },
    deposit: paymentKey => submit('/bank', { paymentKey }),
    cancelInConsole: (paymentKey, amount) =>
      submit('/admin/cancel', { paymentKey, ...(amount !== undefined && { amount: String(amount) }) }),
  }
}
