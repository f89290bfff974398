import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { executionName } from '../contract/workflow.ts'
import { startVideo } from '../records/start-video.ts'
import { describeExecution } from '../runtime/executions.ts'
import { close } from './close.ts'
import { failureOfStatus } from './failure-code.ts'
import type { Sweep } from './sweep.ts'

/** Statuses of an execution that somebody or something is still seeing to. */
const UNDER_WAY = new Set(['RUNNING', 'PENDING_REDRIVE'])

/** An entry on its way: without an execution it is started; where the execution ended without closing it, it is closed. */
export async function sweepStarted(work: Sweep, entry: ArchiveEntry): Promise<void> {
  const execution = await describeExecution(work.machine, executionName(entry))
  if (!execution) {
    await startVideo(work, entry, new Date(work.now()).toISOString())
    return
  }
  const { status = '', error } = execution
  if (!UNDER_WAY.has(status)) await close(work, entry, { failure: failureOfStatus(status, error) })
}
