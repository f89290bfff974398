import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { isOpen } from '../../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../../lambdas/contract/routes.ts'
import { ButtonLink } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Empty, Failed, Loading } from '../shared/layout/states.tsx'
import { KEYS } from '../shared/queries.ts'
import { useServices } from '../shared/services.ts'
import { ARCHIVE } from '../shared/texts/archive.ts'
import { ArchiveTable } from './archive-table.tsx'
import { Pages } from './pages.tsx'

const REFRESH_MS = 3_000

/** The archive: five entries per page, newest first. Refreshes itself while an entry is in progress. */
export function ArchiveScreen() {
  const { api } = useServices()
  const [search, setSearch] = useSearchParams()
  const page = pageOf(search.get('page'))
  const archive = useQuery({
    queryKey: KEYS.archivePage(page),
    queryFn: ({ signal }) => api('listArchive', { query: { page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.entries.some(isUnderWay) ? REFRESH_MS : false),
  })
  useFreshBalance(archive.data?.entries)
  return (
    <Page title={ARCHIVE.title} intro={ARCHIVE.intro}>
      {archive.isPending && <Loading />}
      {archive.isError && !archive.data && <Failed error={archive.error} onRetry={() => void archive.refetch()} />}
      {archive.data?.total === 0 && (
        <Empty
          title={ARCHIVE.emptyTitle}
          action={
            <ButtonLink to="/" kind="primary">
              {ARCHIVE.upload}
            </ButtonLink>
          }
        />
      )}
      {archive.data && archive.data.total > 0 && (
        <div aria-busy={archive.isPlaceholderData}>
          <ArchiveTable entries={archive.data.entries} />
          {archive.data.pages > 1 && (
            <Pages page={page} pages={archive.data.pages} onChange={to => setSearch({ page: String(to) })} />
          )}
        </div>
      )}
    </Page>
  )
}

const isUnderWay = ({ status }: EntryView) => isOpen(status)

/** The page number in the address, or 1 if there is no valid one. */
function pageOf(text: string | null): number {
  const page = Number(text ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

/** Reloads the balance when the charge of an entry has changed: it was settled or refunded. */
function useFreshBalance(entries: readonly EntryView[] | undefined): void {
  const queries = useQueryClient()
  const charges = entries?.map(({ key, used_token }) => `${key} ${used_token}`).join()
  const before = useRef(charges)
  useEffect(() => {
    if (before.current !== undefined && before.current !== charges)
      void queries.invalidateQueries({ queryKey: KEYS.me })
    before.current = charges
  }, [charges, queries])
}
