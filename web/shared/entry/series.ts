import { type SeriesView, submissionGroup } from '../../../lambdas/contract/group.ts'
import { useArchivePage } from './newest-entries.ts'

/** The id of a group in an address; `undefined` if there is none or it is malformed. */
export function parseGroup(text: string | null): string | undefined {
  return submissionGroup.shape.id.safeParse(text).data
}

/** The address of a group's page, which is also the page of a series. */
export function groupAddress(id: string): string {
  return `/user?group=${id}`
}

/** The user's series with this id; `undefined` until it has loaded, and if there is none. */
export function useSeries(id: string | undefined): SeriesView | undefined {
  const { data } = useArchivePage(1, '', { enabled: id !== undefined })
  return data?.series?.find(each => each.id === id)
}
