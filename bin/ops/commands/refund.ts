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
  words: '<회원 번호> <키>',
  summary: '끝나지 않은 영상을 멈추고 토큰을 돌려주고 메일로 알려요',
  options: { failure: 'text' },
  help: [
    '--failure C 회원에게 보일 까닭 (ABORTED): ENGINE_ERROR, TIMED_OUT, DAMAGED_VIDEO …',
    '끝난 영상은 돌려줄 수 없어요: 자막이 나빴다면 grant로 토큰을 드리세요.',
  ],
  async run(context, typed) {
    const ref = { uid: typed.need(0, '회원 번호'), key: typed.need(1, '키') }
    const failure = failureOf(typed.text('failure') ?? 'ABORTED')
    const entry = await readEntry(context.tables, ref)
    if (!entry) throw new RefusedError('그런 영상이 없어요.')
    if (!isOpen(entry.status))
      throw new RefusedError(`이미 끝난 영상이에요 (${entry.status}). 토큰은 grant로 드릴 수 있어요.`)
    const name = `${executionName(ref)}-ops-${context.now()}`
    await startOnce(context.closing, name, { ...ref, failure })
    const closed = await closedEntry(context, ref)
    // Last, for the end of an execution closes what is open, under a reason of its own.
    await stopExecution(context.machine, executionName(ref))
    if (!closed)
      throw new RefusedError('돌려주기를 시작했지만 아직 끝나지 않았어요. 잠시 뒤에 archive로 확인해 주세요.')
    const text = `토큰 ${closed.refunded ?? 0}개를 돌려주고 영상을 끝냈어요 (${closed.failure ?? ''}).`
    return { text, json: { ...ref, status: closed.status, refunded: closed.refunded, failure: closed.failure } }
  },
}

function failureOf(word: string): FailureCode {
  const parsed = failureCode.safeParse(word)
  if (!parsed.success)
    throw new UsageError(`--failure에는 ${failureCode.options.join(', ')} 가운데 하나를 적어 주세요.`)
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
