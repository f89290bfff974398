import { setTimeout } from 'node:timers/promises'
import { ExecutionDoesNotExist, StopExecutionCommand } from '@aws-sdk/client-sfn'
import { type ArchiveEntry, type FailureCode, failureCode, isOpen } from '../../../lambdas/contract/archive-entry.ts'
import { executionName } from '../../../lambdas/contract/workflow.ts'
import { readEntry } from '../../../lambdas/records/archive.ts'
import { type Machine, startOnce } from '../../../lambdas/runtime/executions.ts'
import { UsageError } from '../arguments.ts'
import { type Command, RefusedError } from '../command.ts'
import type { Context } from '../context.ts'

const WAIT_MS = 20_000
const PAUSE_MS = 200

export const refund: Command = {
  name: 'refund',
  words: '<uid> <key>',
  summary: 'ends a video that is under way, gives its tokens back and sends the mail',
  options: { failure: 'text' },
  help: [
    '--failure C the reason that the user reads (ABORTED): ENGINE_ERROR, TIMED_OUT, DAMAGED_VIDEO …',
    'A finished video cannot be refunded; where the subtitles were bad, use grant.',
  ],
  async run(context, typed) {
    const ref = { uid: typed.need(0, 'uid'), key: typed.need(1, 'key') }
    const failure = failureOf(typed.text('failure') ?? 'ABORTED')
    const entry = await readEntry(context.tables, ref)
    if (!entry) throw new RefusedError('There is no such video.')
    if (!isOpen(entry.status))
      throw new RefusedError(`The video has ended (${entry.status}). Tokens can be given with grant.`)
    const name = `${executionName(ref)}-ops-${context.now()}`
    await startOnce(context.closing, name, { ...ref, failure })
    const closed = await closedEntry(context, ref)
    // Comes last: the end of an execution would close an open entry under a reason of its own.
    await stopExecution(context.machine, executionName(ref))
    if (!closed) throw new RefusedError('The refund has started but not ended. Check it in a moment with archive.')
    const text = `Ended the video and gave ${closed.refunded ?? 0} tokens back (${closed.failure ?? ''}).`
    return { text, json: { ...ref, status: closed.status, refunded: closed.refunded, failure: closed.failure } }
  },
}

function failureOf(word: string): FailureCode {
  const parsed = failureCode.safeParse(word)
  if (!parsed.success) throw new UsageError(`--failure takes one of ${failureCode.options.join(', ')}.`)
  return parsed.data
}

async function stopExecution({ client, arn }: Machine, name: string): Promise<void> {
  const executionArn = `${arn.replace(':stateMachine:', ':execution:')}:${name}`
  try {
    await client.send(new StopExecutionCommand({ executionArn, error: 'ABORTED', cause: '{}' }))
  } catch (error) {
    if (!(error instanceof ExecutionDoesNotExist)) throw error
  }
}

async function closedEntry(
  { tables, now }: Context,
  ref: { uid: string; key: string },
): Promise<ArchiveEntry | undefined> {
  for (const end = now() + WAIT_MS; now() < end; await setTimeout(PAUSE_MS)) {
    const entry = await readEntry(tables, ref)
    if (entry && !isOpen(entry.status)) return entry
  }
  return undefined
}
