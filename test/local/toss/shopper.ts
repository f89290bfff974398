/** Who buys: what a browser would do at the widget, the payment window and the bank of the local Toss. */
export interface Shopper {
  /** What the widget's frame does when a payment is asked for; answers the payment's key. */
  begin(request: { orderId: string; amount: number; method?: string; orderName?: string }): Promise<string>
  /** What the payment window does on one of its buttons; answers where it leads, as JSON. */
  choose(paymentKey: string, choice: 'approve' | 'reject' | 'decline' | 'cancel'): Promise<string>
  deposit(paymentKey: string): Promise<void>
  /** The operator's button in the shop's console; the whole sum by default. */
  cancelInConsole(paymentKey: string, amount?: number): Promise<void>
}

/** @param url where the local Toss is mounted. */
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
    async choose(paymentKey, choice) {
      const answer = await form('/window', { paymentKey, choice, origin: 'https://shop.example' })
      const text = await answer.text()
      const finish = /data-finish="([^"]*)"/.exec(text)?.[1] ?? ''
      return finish.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    },
    deposit: paymentKey => submit('/bank', { paymentKey }),
    cancelInConsole: (paymentKey, amount) =>
      submit('/admin/cancel', { paymentKey, ...(amount !== undefined && { amount: String(amount) }) }),
  }
}
