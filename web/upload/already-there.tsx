import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isOpen } from '../../lambdas/contract/archive-entry.ts'
import { LONGEST_SEARCH } from '../../lambdas/contract/limits.ts'
import { cleanName, nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import type { Api } from '../shared/api.ts'
import { KEYS } from '../shared/queries.ts'
import { useServices } from '../shared/services.ts'
import type { Candidate, FileCandidate } from './candidate.tsx'
import { CONFIRM } from './texts.ts'

/** Warns if a video already has a subtitle or is about to, or if a file was chosen twice. */
export function AlreadyThere({ candidate }: { candidate: Candidate }) {
  const { api } = useServices()
  const files = candidate.kind === 'files' ? candidate.files.filter(({ isHeld }) => !isHeld) : []
  const earlier = useQuery({
    queryKey: [...KEYS.archive, 'same', files.map(({ fingerprint }) => fingerprint)],
    queryFn: () => findEarlier(api, files),
    enabled: files.length > 0,
  })
  const already = candidate.kind === 'youtube' ? candidate.quote.already : earlier.data
  const isTwice = new Set(files.map(({ fingerprint }) => fingerprint)).size < files.length
  return (
    <>
      {isTwice && (
        <p className="dialog-note" role="note">
          {CONFIRM.chosenTwice}
        </p>
      )}
      {already && (
        <p className="dialog-note" role="note">
          {already.isDone ? CONFIRM.already : CONFIRM.alreadyUnderWay}{' '}
          <Link to={already.isDone ? `/user/${already.key}` : '/user'}>{CONFIRM.toArchive}</Link>
        </p>
      )}
    </>
  )
}

/** Files looked up at most, so that a large selection does not become as many requests. */
const MOST_LOOKED_UP = 5

/** The newest finished or open entry of one of the files. */
async function findEarlier(
  api: Api,
  files: readonly FileCandidate[],
): Promise<{ key: string; isDone: boolean } | null> {
  for (const file of files.slice(0, MOST_LOOKED_UP)) {
    const { entries } = await api('listArchive', { query: { page: 1, search: file.name.slice(0, LONGEST_SEARCH) } })
    const same = entries.find(entry => isSameVideo(entry, file))
    if (same) return { key: same.key, isDone: same.is_srt }
  }
  return null
}

/** The server stores no fingerprint; the same name and length are taken for the same video. */
export function isSameVideo(entry: EntryView, { name, durationSeconds }: FileCandidate): boolean {
  if (entry.type !== 'video' || !(entry.is_srt || isOpen(entry.status))) return false
  return nameOf(entry) === cleanName(name) && Math.abs(entry.duration_seconds - durationSeconds) < 1
}
