import { useState } from 'react'
import { MOST_GROUP_MEMBERS } from '../../../lambdas/contract/limits.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { useArchivePage } from '../../shared/entry/newest-entries.ts'
import { NotifyOffer } from '../../shared/entry/notify-offer.tsx'
import { pieces } from '../../shared/format.ts'
import { ButtonLink } from '../../shared/layout/button.tsx'
import { Page } from '../../shared/layout/page.tsx'
import { Awaited } from '../../shared/layout/states.tsx'
import { lazyWithPreload } from '../../shared/lazy-with-preload.tsx'
import { EntriesFrame } from '../entries-frame.tsx'
import { ChosenTools, SaveTogether } from '../list/chosen-tools.tsx'
import { CompactList } from '../list/compact-list.tsx'
import { ARCHIVE } from '../texts.ts'
import { GroupProgress } from './group-progress.tsx'
import { GROUP } from './texts.ts'

/** A separate chunk, because few users have a series. */
const SeriesOptions = lazyWithPreload(() => import('./series-options.tsx'))

/**
 * The videos of a group in their own order, their progress, and one ZIP. A series also has its options and glossary.
 */
export function GroupScreen({ id }: { id: string }) {
  const { data, ...query } = useArchivePage(1, '', { group: id })
  const [chosen, setChosen] = useState<ReadonlyMap<string, EntryView>>(new Map())
  const series = data?.series?.find(each => each.id === id)
  const entries = data?.entries ?? []
  const isFull = entries.length >= MOST_GROUP_MEMBERS
  return (
    <Page
      title={series?.name ?? (entries.length > 0 ? GROUP.titleOf(pieces(entries.length)) : GROUP.title)}
      intro={series && isFull ? GROUP.full(pieces(MOST_GROUP_MEMBERS)) : undefined}
      back={{ to: '/user', text: ARCHIVE.title }}
      action={
        series &&
        !isFull && (
          <ButtonLink to={`/?series=${id}`} kind="outline">
            {GROUP.add}
          </ButtonLink>
        )
      }
    >
      <Awaited query={{ data, ...query }} />
      {data && (
        <EntriesFrame entries={entries} busy={query.isPlaceholderData}>
          <section className="card group-head" aria-label={GROUP.progress}>
            <GroupProgress entries={entries} />
            {/* Hidden while entries are chosen, because `ChosenTools` then shows the same buttons. */}
            {chosen.size === 0 && (
              <div className="row group-actions">
                <SaveTogether entries={entries} kind="primary" />
              </div>
            )}
            {series && <SeriesOptions key={series.name} series={series} />}
          </section>
          <NotifyOffer entries={entries} />
          <ChosenTools chosen={chosen} onChosen={setChosen} all={entries} listed={entries} />
          {entries.length > 0 && <CompactList entries={entries} chosen={chosen} onChosen={setChosen} />}
        </EntriesFrame>
      )}
    </Page>
  )
}
