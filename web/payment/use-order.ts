import { useQuery } from '@tanstack/react-query'
import { KEYS } from '../shared/queries.ts'
import { useServices } from '../shared/services.ts'

/** Reads the order that the provider's return address names: `orderId` may be empty or unknown, so it is asked for once. */
export function useOrder(orderId = '') {
  const { api } = useServices()
  return useQuery({
    queryKey: KEYS.payment(orderId),
    queryFn: ({ signal }) => api('readPayment', { parameters: { orderId }, signal }),
    enabled: orderId !== '',
    retry: false,
  })
}
