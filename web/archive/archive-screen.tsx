import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type ArchiveOrder, archiveOrder, LIST_ROWS, TABLE_ROWS } from '../../lambdas/contract/archive-list.ts'
import { submissionGroup } from '../../lambdas/contract/group.ts'
import { LONGEST_SEARCH } from '../../lambdas/contract/limits.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { useArchivePage } from '../shared/entry/newest-entries.ts'
import { NotifyOffer } from '../shared/entry/notify-offer.tsx'
import { pieces } from '../shared/format.ts'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Awaited, Empty } from '../shared/layout/states.tsx'
import { KEYS } from '../shared/queries.ts'
import { SampleLink } from '../shared/sample-link.tsx'
import { COMMON } from '../shared/texts.ts'
import { ZipButton } from '../shared/zip/zip-button.tsx'
import { ArchiveTable } from './archive-table.tsx'
import { CompactList } from './list/compact-list.tsx'
import { ListTools } from './list/list-tools.tsx'
import { readView, writeView } from './list/view.ts'
import { Pages } from './pages.tsx'
import { ARCHIVE } from './texts.ts'

/** The archive: five entries per page, newest first. Polls while an entry is in progress. */
export function ArchiveScreen() {
  const [address, setAddress] = useSearchParams()
  const page = parsePage(address.get('page'))
  const search = (address.get('q') ?? '').trim().slice(0, LONGEST_SEARCH)
  const group = groupId.safeParse(address.get('group')).data
  const [view, setView] = useState(readView)
  const isList = view === 'list' && group === undefined
  const order = isList ? (archiveOrder.safeParse(address.get('order')).data ?? 'newest') : 'newest'
  const archive = useArchivePage(page, search, { group, ...(isList && { rows: LIST_ROWS, order }) })
  const [chosen, setChosen] = useState<ReadonlyMap<string, EntryView>>(new Map())
  useFreshBalance(archive.data?.entries)
  const list = useKeptFocus(archive.data?.entries)
  const hasEntries = archive.data !== undefined && (archive.data.total > 0 || search !== '')
  const go = (to: { q?: string; page?: number; order?: ArchiveOrder }) => {
    const { q = search, order: by = order, page: at = 1 } = to
    setAddress({ ...(at > 1 && { page: String(at) }), ...(q && { q }), ...(by !== 'newest' && { order: by }) })
  }
  return (
    <Page title={ARCHIVE.title} intro={ARCHIVE.intro} action={hasEntries && <UploadLink />}>
      <p className="archive-links">
        <Link className="link-button" to="/user/terms">
          {COMMON.glossary}
        </Link>
      </p>
      <Awaited query={archive} />
      {archive.data?.total === 0 && search === '' && (
        <Empty
          title={ARCHIVE.emptyTitle}
          action={
            <div className="row">
              <UploadLink />
              <SampleLink />
            </div>
          }
        />
      )}
      {archive.data && hasEntries && (
        <div ref={list} aria-busy={archive.isPlaceholderData}>
          {group === undefined && (search !== '' || archive.data.pages > 1) && (
            <SearchForm key={search} search={search} onSearch={q => go({ q })} />
          )}
          {search !== '' && <Found search={search} {...archive.data} />}
          {group !== undefined && <GroupHead entries={archive.data.entries} />}
          {search === '' && <NotifyOffer entries={archive.data.entries} />}
          {group === undefined && (isList || archive.data.total > TABLE_ROWS * LONG_PAGES) && (
            <ListTools
              isList={isList}
              onList={on => {
                writeView(on ? 'list' : 'table')
                setView(on ? 'list' : 'table')
                go({ page: 1, order: 'newest' })
              }}
              order={order}
              onOrder={by => go({ order: by })}
              chosen={chosen}
              onChosen={setChosen}
            />
          )}
          {archive.data.total > 0 &&
            (isList ? (
              <CompactList entries={archive.data.entries} chosen={chosen} onChosen={setChosen} />
            ) : (
              <ArchiveTable entries={archive.data.entries} />
            ))}
          {archive.data.pages > 1 && <Pages page={page} pages={archive.data.pages} onChange={to => go({ page: to })} />}
        </div>
      )}
    </Page>
  )
}

/** The compact list is offered above this number of pages. With few videos, only the specification's table is shown. */
const LONG_PAGES = 2

/** Id of the group that the address names, as in the link of a group's email. */
const groupId = submissionGroup.shape.id

/** Above the members of one group: their number, a ZIP of their subtitles, and a link back to all videos. */
function GroupHead({ entries }: { entries: readonly EntryView[] }) {
  return (
    <div className="row archive-group">
      <p>{ARCHIVE.group(pieces(entries.length))}</p>
      <ZipButton entries={entries} />
      <Link className="link-button" to="/user">
        {ARCHIVE.searchAll}
      </Link>
    </div>
  )
}

interface SearchFormProps {
  search: string
  onSearch(text: string): void
}

function SearchForm({ search, onSearch }: SearchFormProps) {
  const [text, setText] = useState(search)
  return (
    <search>
      <form
        className="archive-search"
        onSubmit={event => {
          event.preventDefault()
          onSearch(text.trim())
        }}
      >
        <input
          type="search"
          className="amplify-input"
          aria-label={ARCHIVE.searchLabel}
          placeholder={ARCHIVE.searchLabel}
          maxLength={LONGEST_SEARCH}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Button type="submit">{ARCHIVE.searchDo}</Button>
        {search !== '' && (
          <Button kind="plain" onClick={() => onSearch('')}>
            {ARCHIVE.searchAll}
          </Button>
        )}
      </form>
    </search>
  )
}

/** Number of videos found by a search, and how many it examined. */
function Found({ search, total, searched }: { search: string; total: number; searched?: number }) {
  return (
    <p className="archive-found muted" role="status">
      {total > 0 ? ARCHIVE.searchFound(search, pieces(total)) : ARCHIVE.searchNone(search)}{' '}
      {searched !== undefined && ARCHIVE.searchPart(pieces(searched))}
    </p>
  )
}

function UploadLink() {
  return (
    <ButtonLink to="/" kind="primary">
      {ARCHIVE.upload}
    </ButtonLink>
  )
}

/**
 * Keeps the focus in the list when the focused row disappears, for example after a deletion: moves it to the row that
 * took its place, or to the heading if the list is empty. By default the browser moves it to the document.
 */
function useKeptFocus(entries: readonly EntryView[] | undefined) {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<{ element: Element; row: number }>(undefined)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('tbody tr') : null
      const rows = [...(list.current?.querySelectorAll('tbody tr') ?? [])]
      last.current = target instanceof Element && row ? { element: target, row: rows.indexOf(row) } : undefined
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows can disappear only when the entries change.
  useEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return
    const rows = [...(list.current?.querySelectorAll('tbody tr') ?? [])]
    const row = rows[Math.min(last.current.row, rows.length - 1)]
    const next = row?.querySelector<HTMLElement>('button, a') ?? document.querySelector('h1')
    next?.focus()
  }, [entries])
  return list
}

/** The page number in the address, or 1 if there is no valid one. */
function parsePage(text: string | null): number {
  const page = Number(text ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

/** Reloads the balance when an entry was settled or refunded. */
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
