import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type ArchiveOrder, archiveOrder, LIST_ROWS, TABLE_ROWS } from '../../lambdas/contract/archive-list.ts'
import type { SeriesView } from '../../lambdas/contract/group.ts'
import { LONGEST_SEARCH } from '../../lambdas/contract/limits.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { useArchivePage } from '../shared/entry/newest-entries.ts'
import { NotifyOffer } from '../shared/entry/notify-offer.tsx'
import { groupAddress, parseGroup } from '../shared/entry/series.ts'
import { pieces } from '../shared/format.ts'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Awaited, Empty } from '../shared/layout/states.tsx'
import { PERSONAL_KEYS } from '../shared/personal-data.ts'
import { SampleLink } from '../shared/sample-link.tsx'
import { COMMON } from '../shared/texts.ts'
import { ArchiveTable } from './archive-table.tsx'
import { EntriesFrame } from './entries-frame.tsx'
import { GroupScreen } from './group/group-screen.tsx'
import { ChosenTools } from './list/chosen-tools.tsx'
import { CompactList } from './list/compact-list.tsx'
import { ListTools } from './list/list-tools.tsx'
import { Pages } from './pages.tsx'
import { ARCHIVE } from './texts.ts'

/** The archive, or the members of the group that the address names, as in the link of a group's email. */
export function ArchiveScreen() {
  const [address] = useSearchParams()
  const group = parseGroup(address.get('group'))
  return group === undefined ? <WholeArchive /> : <GroupScreen key={group} id={group} />
}

/** All entries: five per page, newest first. Polls while an entry is in progress. */
function WholeArchive() {
  const [address, setAddress] = useSearchParams()
  const page = parsePage(address.get('page'))
  const search = (address.get('q') ?? '').trim().slice(0, LONGEST_SEARCH)
  // The specification's table with five rows per page, or the compact list, as the user last chose.
  const [isList, setIsList] = useState(() => localStorage.getItem(PERSONAL_KEYS.archiveView) === 'list')
  const order = isList ? (archiveOrder.safeParse(address.get('order')).data ?? 'newest') : 'newest'
  const archive = useArchivePage(page, search, isList ? { rows: LIST_ROWS, order } : {})
  const [chosen, setChosen] = useState<ReadonlyMap<string, EntryView>>(new Map())
  const hasEntries = archive.data !== undefined && (archive.data.total > 0 || search !== '')
  const go = (to: { q?: string; page?: number; order?: ArchiveOrder }) => {
    const { q = search, order: by = order, page: at = 1 } = to
    setAddress({ ...(at > 1 && { page: String(at) }), ...(q && { q }), ...(by !== 'newest' && { order: by }) })
  }
  return (
    <Page
      title={ARCHIVE.title}
      intro={ARCHIVE.intro}
      action={
        <>
          <ButtonLink to="/user/terms" kind="outline">
            {COMMON.glossary}
          </ButtonLink>
          {(archive.isPending || hasEntries) && <UploadLink kind={chosen.size > 0 ? 'outline' : 'primary'} />}
        </>
      }
    >
      {archive.data?.series && <SeriesLinks series={archive.data.series} />}
      <Awaited query={archive} loading={<EntriesLoading />} />
      {archive.data?.total === 0 && search === '' && (
        <Empty
          title={ARCHIVE.emptyTitle}
          text={ARCHIVE.emptyText}
          action={
            <>
              <UploadLink kind="primary" />
              <SampleLink />
            </>
          }
        />
      )}
      {archive.data && hasEntries && (
        <EntriesFrame entries={archive.data.entries} busy={archive.isPlaceholderData}>
          <div className="row archive-bar">
            {(search !== '' || archive.data.pages > 1) && (
              <SearchForm key={search} search={search} onSearch={q => go({ q })} />
            )}
            {(isList || archive.data.total > TABLE_ROWS * LONG_PAGES) && (
              <ListTools
                isList={isList}
                onList={on => {
                  localStorage.setItem(PERSONAL_KEYS.archiveView, on ? 'list' : 'table')
                  setIsList(on)
                  go({ page: 1, order: 'newest' })
                }}
                order={order}
                onOrder={by => go({ order: by })}
              />
            )}
          </div>
          {search !== '' && <Found search={search} {...archive.data} />}
          {search === '' && <NotifyOffer entries={archive.data.entries} />}
          <ChosenTools chosen={chosen} onChosen={setChosen} listed={archive.data.entries} />
          {archive.data.total > 0 &&
            (isList ? (
              <CompactList
                entries={archive.data.entries}
                series={archive.data.series}
                chosen={chosen}
                onChosen={setChosen}
              />
            ) : (
              <ArchiveTable entries={archive.data.entries} series={archive.data.series} />
            ))}
          {archive.data.pages > 1 && <Pages page={page} pages={archive.data.pages} onChange={to => go({ page: to })} />}
        </EntriesFrame>
      )}
    </Page>
  )
}

/** The compact list is offered above this number of pages. With few videos, only the specification's table is shown. */
const LONG_PAGES = 2

function SeriesLinks({ series }: { series: readonly SeriesView[] }) {
  return (
    <nav className="series-links" aria-label={ARCHIVE.series}>
      <span className="muted small">{ARCHIVE.series}</span>
      {series.map(({ id, name }) => (
        <Link key={id} to={groupAddress(id)}>
          {name}
        </Link>
      ))}
    </nav>
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
  const part = searched !== undefined && ARCHIVE.searchPart(pieces(searched))
  if (total === 0)
    return (
      <div className="state" data-empty role="status">
        <h2>{ARCHIVE.searchNone(search)}</h2>
        <p>
          {ARCHIVE.searchOther} {part}
        </p>
      </div>
    )
  return (
    <p className="archive-found muted" role="status">
      {ARCHIVE.searchFound(search, pieces(total))} {part}
    </p>
  )
}

/** Outlined while subtitles are chosen, because their download is then the main action. */
function UploadLink({ kind }: { kind: 'primary' | 'outline' }) {
  return (
    <ButtonLink to="/" kind={kind}>
      {ARCHIVE.upload}
    </ButtonLink>
  )
}

/** The table's head, and shapes in place of its rows until they arrive. */
function EntriesLoading() {
  return (
    <div className="loading">
      <p className="muted" role="status">
        {COMMON.loading}
      </p>
      <ArchiveTable entries={[]} />
      {[1, 2, 3, 4, 5].map(n => (
        <div key={n} className="entry-loading">
          <span />
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}

/** The page number in the address, or 1 if there is no valid one. */
function parsePage(text: string | null): number {
  const page = Number(text ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}
