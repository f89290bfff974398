import { useCallback, useEffect, useRef, useState } from 'react'
import { type Package, packageOf } from '../../lambdas/contract/pricing.ts'
import type { Me } from '../../lambdas/contract/routes.ts'
import { RequestFailed } from '../request-failed.ts'
import { useConfig, useServices } from '../services.ts'
import { CHECKOUT } from '../texts/tokens.ts'
import { openPaymentWidget, type PaymentWidget } from './payment-widget.ts'

type State = { step: 'loading' } | { step: 'load-failed' } | { step: 'ready'; error?: string } | { step: 'proceeding' }

/** The widget on the page, and the order that it pays: made on the server, with the server's price, when somebody proceeds. */
export function usePayment({ packageId, me }: { packageId: Package['id']; me: Me }) {
  const { api } = useServices()
  const config = useConfig()
  const [state, setState] = useState<State>({ step: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const widget = useRef<PaymentWidget>(undefined)
  const idempotencyKey = useRef(crypto.randomUUID())
  const { tossClientKey: clientKey, tossScriptUrl: scriptUrl } = config

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same again.
  useEffect(() => {
    let gone = false
    setState({ step: 'loading' })
    const settings = {
      clientKey,
      scriptUrl,
      customerKey: me.customerKey,
      amount: packageOf(packageId).price,
      methods: '#payment-methods',
      agreement: '#payment-agreement',
    }
    openPaymentWidget(settings).then(
      opened => {
        if (gone) return
        widget.current = opened
        setState({ step: 'ready' })
      },
      (error: unknown) => {
        console.error(error)
        if (!gone) setState({ step: 'load-failed' })
      },
    )
    return () => {
      gone = true
    }
  }, [clientKey, scriptUrl, me.customerKey, packageId, attempt])

  const proceed = async () => {
    if (!widget.current) return
    setState({ step: 'proceeding' })
    try {
      const { orderId, orderName } = await api('createPayment', {
        body: { package: packageId },
        idempotencyKey: idempotencyKey.current,
      })
      await widget.current.request({ orderId, orderName, customerName: me.name, customerEmail: me.email })
      setState({ step: 'ready' })
    } catch (error) {
      console.error(error)
      setState({ step: 'ready', error: textOf(error) })
    }
  }
  return { state, proceed, again: useCallback(() => setAttempt(last => last + 1), []) }
}

/** The provider's own refusals are Korean sentences for the buyer (an agreement not ticked, a method not chosen). */
function textOf(error: unknown): string | undefined {
  if (error instanceof RequestFailed) return error.message
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    if (error.code === 'USER_CANCEL') return undefined
    if (typeof error.message === 'string' && /[가-힣]/.test(error.message)) return error.message
  }
  return CHECKOUT.requestFailed
}
