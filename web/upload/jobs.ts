import { isOpen } from '../../lambdas/contract/archive-entry.ts'
import { nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
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
  const jobs: Job[] = [...ofUploads, ...others].filter(({ entry }) => entry?.failure !== 'CANCELED')
  const open = jobs.filter(isJobOpen)
  const closed = jobs.filter(job => !isJobOpen(job))
  return [...open, ...closed.slice(0, Math.max(1, SHOWN - open.length))]
}

/** The upload of a job, as long as it decides what the card shows. */
export function currentUpload({ upload, entry }: Job): Upload | undefined {
  return upload?.state.step === 'done' && entry && entry.status !== 'uploading' ? undefined : upload
}

function isJobOpen(job: Job): boolean {
  if (currentUpload(job)) return true
  return job.entry !== undefined && isOpen(job.entry.status)
}

/** Steps that a card names: upload, transcription, translation, subtitle. */
export const JOB_STEPS = 4

/** Number of the current step from 0, and how much of it is done from 0 to 1 if that is known; undefined once closed. */
export function currentStep(job: Job): { step: number; share?: number } | undefined {
  const upload = currentUpload(job)
  if (upload?.state.step === 'done') return { step: 1 }
  if (upload) return isUnderWay(upload) ? { step: 0, share: shareOf(upload.state) } : undefined
  switch (job.entry?.status) {
    case 'uploading':
    case 'fetching':
      return { step: 0 }
    case 'queued':
      return { step: job.entry.type === 'youtube' ? 0 : 1 }
    case 'listening':
      return { step: 1 }
    case 'translating':
      return { step: 2 }
    case 'writing':
      return { step: 3 }
    default:
      return undefined
  }
}
