import { useQuery } from '@tanstack/react-query'
import { KEYS } from '../shared/queries.ts'
import { useServices } from '../shared/services.ts'

/** Reads the order that the provider's return address names. Requests no empty `orderId`, and retries no refusal. */
export function useOrder(orderId = '') {
  const { api } = useServices()
  return useQuery({
    queryKey: KEYS.payment(orderId),
    queryFn: ({ signal }) => api('readPayment', { parameters: { orderId }, signal }),
    enabled: orderId !== '',
    retry: false,
  })
}
