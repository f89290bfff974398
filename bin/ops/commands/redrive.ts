import { RedriveExecutionCommand } from '@aws-sdk/client-sfn'
import { isOpen } from '../../../lambdas/contract/archive-entry.ts'
import { executionName } from '../../../lambdas/contract/workflow.ts'
import { readEntry, startVideo } from '../../../lambdas/records/archive.ts'
import { describeExecution } from '../../../lambdas/runtime/executions.ts'
import { type Command, RefusedError } from '../command.ts'
import { isoNow } from '../context.ts'

export const redrive: Command = {
  name: 'redrive',
  words: '<회원 번호> <키>',
  summary: '끝나지 않은 영상의 작업을 다시 돌려요',
  options: {},
  help: [
    '작업이 없으면 시작하고, 실패한 작업은 실패한 단계부터 이어서 해요.',
    '이미 돌려준 영상은 회원이 보관함에서 다시 시도할 수 있어요.',
  ],
  async run(context, typed) {
    const ref = { uid: typed.need(0, '회원 번호'), key: typed.need(1, '키') }
    const entry = await readEntry(context.tables, ref)
    if (!entry) throw new RefusedError('그런 영상이 없어요.')
    if (!isOpen(entry.status)) throw new RefusedError(`이미 끝난 영상이에요 (${entry.status}).`)
    if (entry.status === 'uploading') throw new RefusedError('아직 영상이 다 올라오지 않았어요.')
    const { client, arn } = context.machine
    const execution = await describeExecution(context.machine, executionName(ref))
    if (execution?.status === 'RUNNING') throw new RefusedError('지금 돌고 있는 작업이에요.')
    if (execution) {
      const executionArn = `${arn.replace(':stateMachine:', ':execution:')}:${executionName(ref)}`
      await client.send(new RedriveExecutionCommand({ executionArn }))
    } else await startVideo(context, entry, isoNow(context))
    const text = execution ? `이어서 돌려요 (앞서 ${execution.status ?? '?'}).` : '작업이 없어서 새로 시작했어요.'
    return { text, json: { ...ref, before: execution?.status ?? null } }
  },
}
