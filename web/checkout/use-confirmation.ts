import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { KEYS } from '../queries.ts'
import { useServices } from '../services.ts'

/** What the provider adds to the address of return. */
export interface PaymentReturn {
  paymentKey: string
  orderId: string
  /** Won. */
  amount: number
}

const ASK_AGAIN_MS = 2_000
const SLOW_AFTER = 2

/** Confirms once, then asks after the order until it is no longer open. Confirming again changes nothing. */
export function useConfirmation(paid: PaymentReturn) {
  const { api } = useServices()
  const queries = useQueryClient()
  const confirmation = useQuery({
    queryKey: [...KEYS.payment(paid.orderId), 'confirm'],
    queryFn: ({ signal }) => api('confirmPayment', { body: paid, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const isOpen = confirmation.data?.order.status === 'ready'
  const later = useQuery({
    queryKey: KEYS.payment(paid.orderId),
    queryFn: ({ signal }) => api('readPayment', { parameters: { orderId: paid.orderId }, signal }),
    enabled: isOpen,
    refetchInterval: ({ state }) => (state.data && state.data.order.status !== 'ready' ? false : ASK_AGAIN_MS),
  })
  const answer = isOpen ? (later.data ?? confirmation.data) : confirmation.data
  const status = answer?.order.status
  useEffect(() => {
    if (status === undefined || status === 'ready') return
    void queries.invalidateQueries({ queryKey: KEYS.me })
    void queries.invalidateQueries({ queryKey: KEYS.movements })
  }, [status, queries])
  return {
    answer,
    error: confirmation.isFetching ? null : confirmation.error,
    isSlow: later.dataUpdatedAt > 0 || later.failureCount >= SLOW_AFTER,
    again: () => void confirmation.refetch(),
  }
}
