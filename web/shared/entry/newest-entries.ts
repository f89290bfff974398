import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { isOpen } from '../../../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import type { Api } from '../api.ts'
import { KEYS, type PageOptions } from '../queries.ts'
import { useServices } from '../services.ts'
import { aged, refreshDelay } from './refresh.ts'

/** Shortest interval in a hidden tab. */
const HIDDEN_MS = 60_000

export const isUnderWay = ({ status }: EntryView) => isOpen(status)

export const archivePageQuery = (api: Api, page: number, search = '', options: PageOptions = {}) =>
  queryOptions({
    queryKey: KEYS.archivePage(page, search, options),
    async queryFn({ signal }) {
      let receivedAt = Date.now()
      const onReceived = (at: number) => {
        receivedAt = at
      }
      const query = { page, search: search || undefined, ...options }
      const found = await api('listArchive', { query, signal, onReceived })
      const seconds = Math.floor((Date.now() - receivedAt) / 1000)
      return { ...found, entries: found.entries.map(entry => aged(entry, seconds)), receivedAt }
    },
  })

/**
 * A page of the archive or of its search results, or all members of a group. While a video is in progress, it is requested
 * again at times that follow the estimated end (`refresh.ts`); in a hidden tab only if `inBackground`, at most once a minute.
 */
export function useArchivePage(
  page: number,
  search = '',
  { inBackground = false, enabled, ...options }: PageOptions & { inBackground?: boolean; enabled?: boolean } = {},
) {
  const { api } = useServices()
  return useQuery({
    ...archivePageQuery(api, page, search, options),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval({ state }) {
      // Not repeated: a search or a different order costs the server far more than a page of the newest entries.
      if (search !== '' || (options.order ?? 'newest') !== 'newest' || !state.data) return false
      const { entries, receivedAt } = state.data
      const askedAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt)
      const delay = refreshDelay(entries, askedAt - receivedAt)
      if (delay === undefined) return false
      const wait = document.visibilityState === 'hidden' ? Math.max(delay, HIDDEN_MS) : delay
      // Counted from the last response, so that all observers of a page request it at the same time, once.
      return Math.max(1000, askedAt + wait - Date.now())
    },
    refetchIntervalInBackground: inBackground,
  })
}

/** The first page of the archive. */
export const useNewestEntries = () => useArchivePage(1)
