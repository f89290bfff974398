import { Link } from 'react-router'
import type { SeriesView } from '../../lambdas/contract/group.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { groupAddress } from '../shared/entry/series.ts'

interface SeriesLinkProps {
  entry: EntryView
  /** The user's series. */
  series: readonly SeriesView[] | undefined
}

/** Opens the series to which a video belongs. */
export function SeriesLink({ entry, series }: SeriesLinkProps) {
  const found = series?.find(({ id }) => id === entry.group)
  return (
    found && (
      <Link className="series-link small" to={groupAddress(found.id)}>
        {found.name}
      </Link>
    )
  )
}
