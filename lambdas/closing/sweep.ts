import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { type EntryRef, listOpen, readEntry } from '../records/archive.ts'
import { MAIL_DUE, OPEN, type Tables } from '../records/tables.ts'
import type { Machine } from '../runtime/executions.ts'
import { log } from '../runtime/log.ts'
import type { MediaBucket } from '../runtime/media-bucket.ts'
import { sweepMail } from './sweep-mail.ts'
import { sweepStarted } from './sweep-started.ts'
import { sweepUpload } from './sweep-upload.ts'

export interface Sweep {
  tables: Tables
  media: MediaBucket
  /** The workflow of a video, and the one that refunds and mails where the first could not. */
  machine: Machine
  closing: Machine
  /** Epoch milliseconds. */
  now: () => number
}

/** Young entries are left to the events that are on their way. */
const UNTOUCHED_MS = 2 * 60 * 1000

/**
 * Brings forward what an event, a crash or a closed browser left behind. Every act may happen twice with one effect.
 * One entry in trouble does not hold up the others.
 * @throws AggregateError of all troubles at the end.
 */
export async function sweep(work: Sweep): Promise<{ seen: number }> {
  const troubles: unknown[] = []
  let seen = 0
  for (const partition of [OPEN, MAIL_DUE] as const)
    for await (const ref of listOpen(work.tables, isoBefore(work, UNTOUCHED_MS), partition)) {
      seen += 1
      try {
        await sweepEntry(work, ref)
      } catch (error) {
        log('error', 'entry not swept', { uid: ref.uid, key: ref.key }, error)
        troubles.push(error)
      }
    }
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} of ${seen} entries not swept`)
  return { seen }
}

/** The index only hints: the entry itself says where it stands. */
async function sweepEntry(work: Sweep, ref: EntryRef): Promise<void> {
  const entry = await readEntry(work.tables, ref)
  if (entry) await act(work, entry)
}

async function act(work: Sweep, entry: ArchiveEntry): Promise<void> {
  if (entry.status === 'uploading') return sweepUpload(work, entry)
  if (entry.status === 'failed') return sweepMail(work, entry)
  if (entry.status !== 'done') return sweepStarted(work, entry)
}

function isoBefore({ now }: Sweep, milliseconds: number): string {
  return new Date(now() - milliseconds).toISOString()
}
