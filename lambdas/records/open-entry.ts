import { type ArchiveEntry, isOpen } from '../contract/archive-entry.ts'
import { BusinessError } from '../runtime/step.ts'
import { type EntryRef, readEntry } from './archive.ts'
import type { Tables } from './tables.ts'

/**
 * The entry that a workflow step works for, or `undefined` where it is delivered already: an execution that was cut off
 * may run again from its start, and every step of it then passes without an effect.
 * @throws BusinessError where nobody waits for the work any more: DELETED without an entry, ABORTED after a refund.
 */
export async function openEntry(tables: Tables, ref: EntryRef): Promise<ArchiveEntry | undefined> {
  const entry = await readEntry(tables, ref)
  if (!entry) throw new BusinessError('DELETED', 'there is no such entry')
  if (isOpen(entry.status)) return entry
  if (entry.status === 'done') return undefined
  throw new BusinessError('ABORTED', 'the entry is closed')
}
