import { type ArchiveEntry, isOpen } from '../contract/archive-entry.ts'
import { executionName, type WorkflowInput } from '../contract/workflow.ts'
import { type Machine, startOnce } from '../runtime/executions.ts'
import { moveEntry, readEntry } from './archive.ts'
import type { Tables } from './tables.ts'

/**
 * Starts the workflow of an entry whose video is there: once, whoever asks and how often; `at` is an ISO time.
 * False where the entry has gone on or was closed in the meantime.
 */
export async function startVideo(
  { tables, machine }: { tables: Tables; machine: Machine },
  { uid, key, type }: Pick<ArchiveEntry, 'uid' | 'key' | 'type'>,
  at: string,
): Promise<boolean> {
  const ref = { uid, key }
  await moveEntry(tables, ref, { from: ['uploading'], to: 'queued', at })
  const entry = await readEntry(tables, ref)
  if (!entry || !isOpen(entry.status)) return false
  await startOnce(machine, executionName(ref), { uid, key, type } satisfies WorkflowInput)
  return true
}
