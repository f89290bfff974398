import {
  type DefaultError,
  type QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { PAGES } from '../lambdas/contract/pages.ts'
import type { Api } from './shared/api.ts'
import { archivePageQuery } from './shared/entry/newest-entries.ts'
import { firstAddresses, isPrefetched } from './shared/prefetched.ts'
import { entryQuery, glossaryQuery, meQuery, newestMovementsQuery, projectQuery } from './shared/queries.ts'

/**
 * Reads the prefetched responses that have arrived into the query cache, so that the first render shows the whole
 * screen: on a slow processor a render takes a tenth of a second. Does not wait for the server; the screen loads what
 * is missing. Returns a function that stops observing these queries, to be called once the screen observes them.
 */
export async function readPrefetched(
  api: Api,
  queries: QueryClient,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<() => void> {
  const reads = ['/api/me', ...firstAddresses(pathname, search)]
    // The account screen reads these responses page by page, or below its first view.
    .filter(address => isPrefetched(address) && (pathname !== PAGES.account || address === '/api/me'))
    .flatMap(address => startRead(api, queries, address) ?? [])
  await Promise.all(reads.map(({ isRead }) => isRead))
  return () => {
    for (const { end } of reads) end()
  }
}

interface Read {
  isRead: Promise<unknown>
  end(): void
}

/** Starts the query that requests `address`. */
function startRead(api: Api, queries: QueryClient, address: string): Read | undefined {
  const [, key, isProject] = /^\/api\/archive\/(\d+)(\/project)?$/.exec(address) ?? []
  if (key !== undefined)
    return isProject ? observe(queries, projectQuery(api, key)) : observe(queries, entryQuery(api, key))
  if (address === '/api/me') return observe(queries, meQuery(api))
  if (address === '/api/archive?page=1') return observe(queries, archivePageQuery(api, 1))
  if (address === '/api/glossary') return observe(queries, glossaryQuery(api))
  if (address === '/api/tokens') return observe(queries, newestMovementsQuery(api))
  return undefined
}

/** Observed, because the cache drops some queries as soon as nobody observes them. */
function observe<Data, Key extends QueryKey>(
  queries: QueryClient,
  options: QueryObserverOptions<Data, DefaultError, Data, Data, Key>,
): Read {
  const observer = new QueryObserver(queries, options)
  const end = observer.subscribe(() => {})
  return { isRead: observer.refetch({ cancelRefetch: false }), end }
}
