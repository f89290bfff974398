import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { useNewestEntries } from '../shared/entry/newest-entries.ts'
import { NotifyOffer } from '../shared/entry/notify-offer.tsx'
import { GroupCard } from './group/group-card.tsx'
import { JobCard } from './job-card.tsx'
import { buildJobs, countAhead, groupsOf } from './jobs.ts'
import { JOB } from './texts.ts'
import { readResumes } from './transfer/resume.ts'
import type { Upload } from './uploads.ts'
import { useUploadList, useUploads } from './uploads-context.tsx'

/** Number of groups that get a card; members of older groups have a card each. */
const SHOWN_GROUPS = 2

interface JobListProps {
  /** Entries created on this screen, which the archive may not list yet. */
  submitted: readonly EntryView[]
  /** Number of submissions confirmed on this screen; the list scrolls into view with each. */
  confirmed: number
}

/**
 * One card per group, then one per video: those under way, then the newest. Renders nothing before the first upload.
 */
export function JobList({ submitted, confirmed }: JobListProps) {
  const uploads = useUploadList()
  const { data } = useNewestEntries()
  const listed = data?.entries ?? []
  const entries = [...submitted.filter(({ key }) => listed.every(entry => entry.key !== key)), ...listed]
  useForgetDelivered(uploads, entries)
  const groups = groupsOf(uploads, entries).slice(0, SHOWN_GROUPS)
  const isSingle = (id: string | undefined) => id === undefined || !groups.includes(id)
  const jobs = buildJobs(
    uploads.filter(({ group }) => isSingle(group?.id)),
    entries.filter(({ group }) => isSingle(group)),
    readUnfinished(uploads),
  )
  const isEmpty = jobs.length === 0 && groups.length === 0
  const list = useInView(isEmpty ? 0 : confirmed)
  if (isEmpty) return null
  return (
    <section ref={list} className="jobs" aria-labelledby="jobs-title">
      <div className="jobs-head">
        <h2 id="jobs-title">{JOB.heading}</h2>
        <Link to="/user">{JOB.all}</Link>
      </div>
      <NotifyOffer entries={entries} />
      <ul>
        {groups.map(id => (
          <GroupCard key={id} id={id} uploads={uploads.filter(({ group }) => group?.id === id)} />
        ))}
        {jobs.map(job => (
          <JobCard key={job.id} job={job} ahead={countAhead(job, entries)} />
        ))}
      </ul>
    </section>
  )
}

/** Scrolls the first card into view when `occasion` has grown: below the form, it is out of sight on a small screen. */
function useInView(occasion: number) {
  const list = useRef<HTMLElement>(null)
  const last = useRef(0)
  useEffect(() => {
    if (occasion > last.current) list.current?.querySelector('li')?.scrollIntoView({ block: 'nearest' })
    last.current = occasion
  }, [occasion])
  return list
}

/** Drops a finished upload once its entry is closed, so that the card leaves with the entry. */
function useForgetDelivered(list: readonly Upload[], entries: readonly EntryView[]): void {
  const uploads = useUploads()
  useEffect(() => {
    for (const { id, key, state } of list) {
      const entry = entries.find(each => each.key === key)
      if (state.step === 'done' && (entry?.status === 'done' || entry?.status === 'failed')) uploads.cancel(id)
    }
  })
}

/** Keys of interrupted uploads that wait for their file. */
function readUnfinished(uploads: readonly Upload[]): ReadonlySet<string> {
  const underWay = new Set(uploads.map(({ fingerprint }) => fingerprint))
  return new Set(readResumes(Date.now()).flatMap(each => (underWay.has(each.fingerprint) ? [] : (each.key ?? []))))
}
