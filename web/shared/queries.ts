import { QueryClient, useQuery } from '@tanstack/react-query'
import { RequestFailed } from './request-failed.ts'
import { useServices } from './services.ts'

/** Keys of the query cache. Invalidating a prefix invalidates every key that begins with it. */
export const KEYS = {
  me: ['me'],
  archive: ['archive'],
  archivePage: (page: number, search: string) => ['archive', 'page', page, search],
  entry: (key: string) => ['archive', 'entry', key],
  // Not under the archive's prefix, because only a new visit may reload a project.
  project: (key: string) => ['project', key],
  movements: ['movements'],
  glossary: ['glossary'],
  payments: ['payments'],
  payment: (orderId: string) => ['payments', orderId],
} as const

/**
 * Creates a query cache that retries transient failures but not refusals. Queries also run offline, so that their error
 * states the reason.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: attempt => 500 * 2 ** attempt,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function mayPass(error: unknown): boolean {
  return !(error instanceof RequestFailed) || error.status >= 500
}

/** The signed-in user and their balance. */
export function useMe() {
  const { api } = useServices()
  return useQuery({ queryKey: KEYS.me, queryFn: ({ signal }) => api('me', { signal }) })
}

/** Whether the user can be reached by email; true until the user has loaded. */
export function useHasEmail(): boolean {
  const { data } = useMe()
  return data === undefined || data.email !== undefined
}
