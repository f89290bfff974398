import { type ArchiveEntry, isOpen } from '../contract/archive-entry.ts'
import { executionName, type WorkflowInput } from '../contract/workflow.ts'
import { type Machine, startOnce } from '../runtime/executions.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { type EntryRef, queueEntry, readEntry } from './archive.ts'
import type { Tables } from './tables.ts'
import { hasFreeTurn, listWaiting, takeTurn } from './turns.ts'

interface StartDeps {
  tables: Tables
  /** The workflow of a video. */
  machine: Machine
}

/**
 * Starts the workflow of an entry whose video has arrived, once, however often it is called. If all of the user's turns are
 * taken, the entry waits for `startWaiting`. `at` is an ISO time. Returns whether the entry was started, now or before, and
 * is still open.
 */
export async function startVideo(
  { tables, machine }: StartDeps,
  { uid, key, type }: Pick<ArchiveEntry, 'uid' | 'key' | 'type'>,
  at: string,
): Promise<boolean> {
  const ref = { uid, key }
  await queueEntry(tables, ref, at)
  const entry = await readEntry(tables, ref)
  if (!entry || !isOpen(entry.status)) return false
  if (entry.started_at === undefined && !(await takeTurn(tables, entry, at)) && !(await hasTurn(tables, ref)))
    return false
  await startOnce(machine, executionName(ref), { uid, key, type } satisfies WorkflowInput)
  return true
}

/** Whether a concurrent call gave the entry a turn. */
async function hasTurn(tables: Tables, ref: EntryRef): Promise<boolean> {
  const entry = await readEntry(tables, ref)
  return entry !== undefined && isOpen(entry.status) && entry.started_at !== undefined
}

/**
 * Starts a user's waiting entries, oldest first, while turns are free. The sweeper starts those that this misses. `at` is
 * an ISO time.
 */
export async function startWaiting(deps: StartDeps, uid: string, at: string): Promise<{ started: number }> {
  let started = 0
  for (const entry of await listWaiting(deps.tables, uid)) {
    if (!(await hasFreeTurn(deps.tables, uid))) break
    if (!(await startVideo(deps, entry, at))) continue
    started += 1
    log('info', 'video', 'a waiting entry got its turn', aboutEntry(entry))
  }
  return { started }
}
