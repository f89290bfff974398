import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isOpen } from '../../../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { KEYS } from '../queries.ts'
import { useServices } from '../services.ts'

const REFRESH_MS = 3_000

export const isUnderWay = ({ status }: EntryView) => isOpen(status)

/**
 * A page of the archive or of its search results. Polls every `everyMs` while a video is in progress; in a hidden tab
 * only on request.
 */
export function useArchivePage(page: number, search = '', { everyMs = REFRESH_MS, outOfSight = false } = {}) {
  const { api } = useServices()
  return useQuery({
    queryKey: KEYS.archivePage(page, search),
    queryFn: ({ signal }) => api('listArchive', { query: { page, search: search || undefined }, signal }),
    placeholderData: keepPreviousData,
    // A search costs the server far more than a page does.
    refetchInterval: ({ state }) => (search === '' && state.data?.entries.some(isUnderWay) ? everyMs : false),
    refetchIntervalInBackground: outOfSight,
  })
}

/** The first page of the archive. */
export const useNewestEntries = () => useArchivePage(1)
