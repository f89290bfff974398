import { RedriveExecutionCommand } from '@aws-sdk/client-sfn'
import { isOpen } from '../../../lambdas/contract/archive-entry.ts'
import { executionName } from '../../../lambdas/contract/workflow.ts'
import { readEntry, startVideo } from '../../../lambdas/records/archive.ts'
import { describeExecution } from '../../../lambdas/runtime/executions.ts'
import { type Command, RefusedError } from '../command.ts'
import { isoNow } from '../context.ts'

export const redrive: Command = {
  name: 'redrive',
  words: '<uid> <key>',
  summary: 'runs the workflow of an unfinished video again',
  options: {},
  help: [
    'Starts the workflow where there is none; a failed one goes on from the step that failed.',
    'A refunded video can be tried again by its owner, in the archive.',
  ],
  async run(context, typed) {
    const ref = { uid: typed.need(0, 'uid'), key: typed.need(1, 'key') }
    const entry = await readEntry(context.tables, ref)
    if (!entry) throw new RefusedError('There is no such video.')
    if (!isOpen(entry.status)) throw new RefusedError(`The video has ended (${entry.status}).`)
    if (entry.status === 'uploading') throw new RefusedError('The upload has not arrived yet.')
    const { client, arn } = context.machine
    const execution = await describeExecution(context.machine, executionName(ref))
    if (execution?.status === 'RUNNING') throw new RefusedError('The workflow is running.')
    if (execution) {
      const executionArn = `${arn.replace(':stateMachine:', ':execution:')}:${executionName(ref)}`
      await client.send(new RedriveExecutionCommand({ executionArn }))
    } else await startVideo(context, entry, isoNow(context))
    const text = execution
      ? `Going on with the workflow (it was ${execution.status ?? '?'}).`
      : 'There was no workflow; started one.'
    return { text, json: { ...ref, before: execution?.status ?? null } }
  },
}
