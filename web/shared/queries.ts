import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from './api.ts'
import { RequestFailed } from './request-failed.ts'
import { useServices } from './services.ts'

/** Names of what is cached; a prefix names all that begins with it. */
export const KEYS = {
  me: ['me'],
  archive: ['archive'],
  archivePage: (page: number) => ['archive', 'page', page],
  entry: (key: string) => ['archive', 'entry', key],
  cues: (key: string) => ['archive', 'cues', key],
  movements: ['movements'],
  payments: ['payments'],
  payment: (orderId: string) => ['payments', orderId],
} as const

/** Tries again what may go better the next time; a refusal stays one. Works offline too: the error says so. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && mayGoBetter(error),
        retryDelay: attempt => 500 * 2 ** attempt,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function mayGoBetter(error: unknown): boolean {
  return !(error instanceof RequestFailed) || error.status >= 500
}

export function meQuery(api: Api) {
  return queryOptions({ queryKey: KEYS.me, queryFn: ({ signal }) => api('me', { signal }) })
}

/** Who is signed in, with the balance. */
export function useMe() {
  const { api } = useServices()
  return useQuery(meQuery(api))
}
