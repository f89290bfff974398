import type { FailureCode } from '../contract/archive-entry.ts'
import { executionName } from '../contract/workflow.ts'
import type { EntryRef } from '../records/archive.ts'
import { startOnce } from '../runtime/executions.ts'
import type { Sweep } from './sweep.ts'

const HOUR_MS = 60 * 60 * 1000

/** Starts the closing workflow, at most once in `hours`: one that failed is tried again later. */
export async function close(
  { closing, now }: Pick<Sweep, 'closing' | 'now'>,
  { uid, key }: EntryRef,
  why: { failure?: FailureCode; error?: { Error: string; Cause?: string } },
  hours = 1,
): Promise<void> {
  const turn = Math.floor(now() / (hours * HOUR_MS))
  await startOnce(closing, `${executionName({ uid, key })}-${turn}`, { uid, key, ...why })
}
