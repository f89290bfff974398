import { useEffect } from 'react'
import { Link } from 'react-router'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { isUnderWay, useNewestEntries } from '../shared/entry/newest-entries.ts'
import { NotifyOffer } from '../shared/entry/notify-offer.tsx'
import { GroupCard } from './group/group-card.tsx'
import { cardId, JobCard } from './job-card.tsx'
import { buildJobs, countAhead, groupsOf, isJobOpen, type Job } from './jobs.ts'
import { JOB } from './texts.ts'
import { readResumes } from './transfer/resume.ts'
import type { Upload } from './uploads.ts'
import { useUploadList, useUploads } from './uploads-context.tsx'

/** Number of groups that get a card; members of older groups have a card each. */
const SHOWN_GROUPS = 2

/** A confirmed submission: the entry of a link or subtitle, or none for files, which are in the list of uploads. */
export interface Submitted {
  entry: EntryView | undefined
}

interface JobListProps {
  /** Entries created on this screen, which the archive may not list yet. */
  submitted: readonly EntryView[]
  /** The submission confirmed last on this screen; its card scrolls into view. */
  latest: Submitted | undefined
}

/**
 * One card per group and one per other video: those under way first, then the newest. Renders nothing before the first
 * upload.
 */
export function JobList({ submitted, latest }: JobListProps) {
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
  useInView(latest, uploads)
  if (jobs.length === 0 && groups.length === 0) return null
  const isOpenGroup = (id: string) =>
    uploads.some(({ group }) => group?.id === id) || entries.some(each => each.group === id && isUnderWay(each))
  const groupCard = (id: string) => (
    <GroupCard key={id} id={id} uploads={uploads.filter(({ group }) => group?.id === id)} />
  )
  const jobCard = (job: Job) => <JobCard key={job.id} job={job} ahead={countAhead(job, entries)} />
  return (
    <section className="jobs" aria-labelledby="jobs-title">
      <div className="jobs-head">
        <h2 id="jobs-title">{JOB.heading}</h2>
        <Link className="link-button" to="/user">
          {JOB.all}
        </Link>
      </div>
      <NotifyOffer entries={entries} />
      <ul className="stack">
        {groups.filter(isOpenGroup).map(groupCard)}
        {jobs.filter(isJobOpen).map(jobCard)}
        {groups.filter(id => !isOpenGroup(id)).map(groupCard)}
        {jobs.filter(job => !isJobOpen(job)).map(jobCard)}
      </ul>
    </section>
  )
}

/** Scrolls the card of a new submission into view: below the form, it is out of sight on a small screen. */
function useInView(latest: Submitted | undefined, uploads: readonly Upload[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per submission, not with each step of an upload.
  useEffect(() => {
    if (!latest) return
    const { entry } = latest
    const upload = uploads.at(-1)
    const id = entry ? (entry.group ?? entry.key) : (upload?.group?.id ?? upload?.id)
    if (id) document.getElementById(cardId(id))?.scrollIntoView({ block: 'nearest' })
  }, [latest])
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
