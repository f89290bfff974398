import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type ArchiveOrder, type PageRows, TABLE_ROWS } from '../../lambdas/contract/archive-list.ts'
import type { Api } from './api.ts'
import { mayPass, RequestFailed } from './request-failed.ts'
import { useServices } from './services.ts'

/** Options of an archive page besides its number and search text. */
export interface PageOptions {
  /** Restricts the page to members of this group. */
  group?: string | undefined
  rows?: PageRows
  order?: ArchiveOrder
}

/** Keys of the query cache. Invalidating a prefix invalidates every key that begins with it. */
export const KEYS = {
  me: ['me'],
  archive: ['archive'],
  archivePage: (page: number, search: string, { group, rows = TABLE_ROWS, order = 'newest' }: PageOptions = {}) => [
    ...['archive', 'page', page, search, group, rows, order],
  ],
  entry: (key: string) => ['archive', 'entry', key],
  // Not under the archive's prefix, because only a new visit may reload a project.
  project: (key: string) => ['project', key],
  // Not under the archive's prefix either: reloaded whenever its dialog opens.
  youtubeText: (key: string) => ['youtube-text', key],
  movements: ['movements'],
  newestMovements: ['movements', 'newest'],
  movementsOfMonth: (month: string) => ['movements', 'month', month],
  /** The user's glossary, or that of a series. */
  glossary: (series?: string) => ['glossary', series],
  apiKeys: ['api-keys'],
  proofLinks: ['proof-links'],
  deliveries: (id: string) => ['deliveries', id],
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
        retry: (failures, error) => failures < 2 && isRetriedAtOnce(error),
        retryDelay: attempt => 500 * 2 ** attempt,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function isRetriedAtOnce(error: unknown): boolean {
  return !(error instanceof RequestFailed) || error.status >= 500
}

export const meQuery = (api: Api) => queryOptions({ queryKey: KEYS.me, queryFn: ({ signal }) => api('me', { signal }) })

export const entryQuery = (api: Api, key: string) =>
  queryOptions({
    queryKey: KEYS.entry(key),
    queryFn: ({ signal }) => api('readEntry', { parameters: { key }, signal }),
  })

/** Loaded anew at each visit; during a visit, the editor is more recent than the cache. */
export const projectQuery = (api: Api, key: string) =>
  queryOptions({
    queryKey: KEYS.project(key),
    queryFn: ({ signal }) => api('readProject', { parameters: { key }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const glossaryQuery = (api: Api, series?: string) =>
  queryOptions({
    queryKey: KEYS.glossary(series),
    queryFn: ({ signal }) => api('readGlossary', { query: { series }, signal }),
  })

export const keysQuery = (api: Api) =>
  queryOptions({ queryKey: KEYS.apiKeys, queryFn: ({ signal }) => api('listKeys', { signal }) })

export const deliveriesQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: KEYS.deliveries(id),
    queryFn: ({ signal }) => api('listDeliveries', { parameters: { id }, signal }),
  })

export const paymentsQuery = (api: Api) =>
  queryOptions({ queryKey: KEYS.payments, queryFn: ({ signal }) => api('listPayments', { signal }) })

export const newestMovementsQuery = (api: Api) =>
  queryOptions({ queryKey: KEYS.newestMovements, queryFn: ({ signal }) => api('movements', { query: {}, signal }) })

const ME_AGAIN_MS = 5000

/**
 * The signed-in user and their balance. Requested again every five seconds as long as there is no response for a reason
 * that may pass: without the balance no popup can be confirmed.
 */
export function useMe() {
  const { api } = useServices()
  return useQuery({
    ...meQuery(api),
    refetchInterval: ({ state: { data, error } }) => (data === undefined && mayPass(error) ? ME_AGAIN_MS : false),
  })
}

/** Whether the user can be reached by email; true until the user has loaded. */
export function useHasEmail(): boolean {
  const { data } = useMe()
  return data === undefined || data.email !== undefined
}
