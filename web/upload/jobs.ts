import { isOpen } from '../../lambdas/contract/archive-entry.ts'
import { RUNNING_AT_ONCE } from '../../lambdas/contract/limits.ts'
import { nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { type CurrentStep, stepOf } from '../shared/entry/steps.tsx'
import { isUnderWay, shareOf, type Upload } from './uploads.ts'

/** One video from its upload to its subtitle: the upload of this page, its entry, or both. */
export interface Job {
  id: string
  name: string
  upload?: Upload
  entry?: EntryView
}

/** Cards shown, unless more videos are under way. */
const SHOWN = 3

/**
 * Videos under way, in the order of their uploads, then the newest others, at least one. A canceled video has no card.
 * `unfinished` are the keys of interrupted uploads, which the page shows elsewhere.
 */
export function buildJobs(
  uploads: readonly Upload[],
  entries: readonly EntryView[],
  unfinished: ReadonlySet<string>,
): Job[] {
  const jobs = joinJobs(uploads, entries, unfinished).filter(({ entry }) => entry?.failure !== 'CANCELED')
  const open = jobs.filter(isJobOpen)
  const closed = jobs.filter(job => !isJobOpen(job))
  return [...open, ...closed.slice(0, Math.max(1, SHOWN - open.length))]
}

/** Every video once: the uploads of this page with their entries, then the other entries. */
export function joinJobs(
  uploads: readonly Upload[],
  entries: readonly EntryView[],
  unfinished: ReadonlySet<string>,
): Job[] {
  const byKey = new Map(entries.map(entry => [entry.key, entry]))
  const ofUploads = uploads.map(upload => ({
    id: upload.id,
    name: upload.name,
    upload,
    entry: upload.key === undefined ? undefined : byKey.get(upload.key),
  }))
  const joined = new Set(ofUploads.flatMap(({ entry }) => entry?.key ?? []))
  const others = entries
    .filter(({ key, status }) => !joined.has(key) && !(status === 'uploading' && unfinished.has(key)))
    .map(entry => ({ id: entry.key, name: nameOf(entry), entry }))
  return [...ofUploads, ...others]
}

/** The upload of a job, as long as it decides what the card shows. */
export function currentUpload({ upload, entry }: Job): Upload | undefined {
  return upload?.state.step === 'done' && entry && entry.status !== 'uploading' ? undefined : upload
}

/** Whether its upload or its subtitle is under way. */
export function isJobOpen(job: Job): boolean {
  if (currentUpload(job)) return true
  return job.entry !== undefined && isOpen(job.entry.status)
}

/** The current step; undefined once the job is closed. */
export function currentStep(job: Job): CurrentStep | undefined {
  const upload = currentUpload(job)
  if (!upload) return job.entry && stepOf(job.entry)
  const { state } = upload
  if (state.step === 'done') return { step: 1, isWaiting: true }
  if (!isUnderWay(upload)) return undefined
  const isWaiting = state.step === 'waiting' || (state.step === 'sending' && state.paused)
  const share = shareOf(state)
  // Once every byte is sent, nobody knows how long the storage takes to confirm.
  return { step: 0, ...(share < 1 && { share }), ...(isWaiting && { isWaiting }) }
}

/** Ids of the groups of these uploads and entries, newest first. */
export function groupsOf(uploads: readonly Upload[], entries: readonly EntryView[]): string[] {
  const ofEntries = [...entries].sort((a, b) => b.number - a.number).flatMap(({ group }) => group ?? [])
  return [...new Set([...uploads.flatMap(({ group }) => group?.id ?? []), ...ofEntries])]
}

/** Number of a group's videos in each state. */
export interface GroupState {
  done: number
  failed: number
  working: number
  waiting: number
}

export function countByState(jobs: readonly Job[]): GroupState {
  const state: GroupState = { done: 0, failed: 0, working: 0, waiting: 0 }
  for (const job of jobs) {
    const step = currentUpload(job)?.state.step
    const status = job.entry?.status
    if (step === 'failed' || (step === undefined && status === 'failed')) state.failed += 1
    else if (step === undefined && status === 'done') state.done += 1
    else if (step === 'waiting' || step === 'done' || (step === undefined && status === 'queued')) state.waiting += 1
    else state.working += 1
  }
  return state
}

/** Number of open entries submitted before this one; undefined unless it waits for a turn. */
export function countAhead({ entry }: Job, entries: readonly EntryView[]): number | undefined {
  if (entry?.status !== 'queued') return undefined
  const ahead = entries.filter(({ number, status }) => number < entry.number && isOpen(status)).length
  return ahead >= RUNNING_AT_ONCE ? ahead : undefined
}
