import { setTimeout } from 'node:timers/promises'
import { ExecutionDoesNotExist, RedriveExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn'
import { type ArchiveEntry, type FailureCode, failureCode, isOpen } from '../../../lambdas/contract/archive-entry.ts'
import { executionName, notifyKind } from '../../../lambdas/contract/workflow.ts'
import { sendOwed } from '../../../lambdas/email/send-owed.ts'
import { readEntry } from '../../../lambdas/records/archive.ts'
import { isToldByGroup, oweGroupAgain, readGroup } from '../../../lambdas/records/groups.ts'
import { emailId, type OwedEmail, owe } from '../../../lambdas/records/outbox.ts'
import { startVideo } from '../../../lambdas/records/start-video.ts'
import { write } from '../../../lambdas/records/transaction.ts'
import { readUser } from '../../../lambdas/records/users.ts'
import { describeExecution, type Machine, startOnce } from '../../../lambdas/runtime/executions.ts'
import { UsageError } from '../arguments.ts'
import { type Command, RefusedError } from '../command.ts'
import { type Context, isoNow } from '../context.ts'

const WAIT_MS = 20_000
const PAUSE_MS = 200

export const refund: Command = {
  name: 'refund',
  words: '<uid> <key>',
  summary: 'ends a video in progress, refunds its tokens and sends the email',
  options: { failure: 'text' },
  help: [
    '--failure C the reason that the user reads (ABORTED): ENGINE_ERROR, TIMED_OUT, DAMAGED_VIDEO …',
    'A finished video cannot be refunded; if the subtitles were bad, use grant.',
  ],
  async run(context, typed) {
    const ref = { uid: typed.need(0, 'uid'), key: typed.need(1, 'key') }
    const failure = parseFailure(typed.text('failure') ?? 'ABORTED')
    const entry = await readEntry(context.tables, ref)
    if (!entry) throw new RefusedError('There is no such video.')
    if (!isOpen(entry.status))
      throw new RefusedError(`The video has ended (${entry.status}). Use grant to give tokens.`)
    const name = `${executionName(ref)}-ops-${context.now()}`
    await startOnce(context.closing, name, { ...ref, failure })
    const closed = await closedEntry(context, ref)
    // Comes last: the end of an execution would close an open entry under a reason of its own.
    await stopExecution(context.machine, executionName(ref))
    if (!closed) throw new RefusedError('The refund has started but not finished. Check it in a moment with archive.')
    const text = `Ended the video and refunded ${closed.refunded ?? 0} tokens (${closed.failure ?? ''}).`
    return { text, json: { ...ref, status: closed.status, refunded: closed.refunded, failure: closed.failure } }
  },
}

function parseFailure(word: string): FailureCode {
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

export const redrive: Command = {
  name: 'redrive',
  words: '<uid> <key>',
  summary: 'runs the workflow of an unfinished video again',
  options: {},
  help: [
    'Starts the workflow if there is none; a failed one resumes at the step that failed.',
    'The owner can retry a refunded video in the archive.',
  ],
  async run(context, typed) {
    const ref = { uid: typed.need(0, 'uid'), key: typed.need(1, 'key') }
    const entry = await readEntry(context.tables, ref)
    if (!entry) throw new RefusedError('There is no such video.')
    if (!isOpen(entry.status)) throw new RefusedError(`The video has ended (${entry.status}).`)
    if (entry.status === 'uploading') throw new RefusedError('The upload has not arrived yet.')
    const { client, arn } = context.machine
    const execution = await describeExecution(context.machine, executionName(ref))
    if (execution?.status === 'RUNNING') throw new RefusedError('The workflow is already running.')
    if (execution) {
      const executionArn = `${arn.replace(':stateMachine:', ':execution:')}:${executionName(ref)}`
      await client.send(new RedriveExecutionCommand({ executionArn }))
    } else if (!(await startVideo(context, entry, isoNow(context))))
      throw new RefusedError('Not started: the user is suspended, or other videos of the user come first.')
    const text = execution
      ? `Resumed the workflow (it was ${execution.status ?? '?'}).`
      : 'There was no workflow; started one.'
    return { text, json: { ...ref, before: execution?.status ?? null } }
  },
}

export const resend: Command = {
  name: 'resend',
  words: '<uid> <key> <email>',
  summary: 'resends an email about a video: received, done or failed',
  options: {},
  help: [
    'received is for a video in progress, done for a finished one, failed for a failed one.',
    'For a member of a group, the email about the whole group is sent again.',
  ],
  async run(context, typed) {
    const { tables } = context
    const ref = { uid: typed.need(0, 'uid'), key: typed.need(1, 'key') }
    const { uid, key } = ref
    const kind = notifyKind.safeParse(typed.need(2, 'email'))
    if (!kind.success) throw new UsageError(`<email> is one of ${notifyKind.options.join(', ')}.`)
    const entry = await readEntry(tables, ref)
    if (!entry) throw new RefusedError('There is no such video.')
    const email = (await readUser(tables, uid))?.email
    if (email === undefined) throw new RefusedError('The user has no email address.')
    const group = entry.group === undefined ? undefined : await readGroup(tables, uid, entry.group)
    const at = isoNow(context)
    let owed: OwedEmail = { about: 'entry', ...ref, kind: kind.data }
    if (entry.group !== undefined && group && isToldByGroup(group, key)) {
      if (kind.data !== entry.status)
        throw new RefusedError(
          'The video belongs to a group: one email reports on the whole group when all have ended.',
        )
      owed = { about: 'group', uid, group: entry.group }
      await oweGroupAgain(tables, uid, entry.group, at)
    } else await write(tables, owe(tables, owed, at))
    if (!(await sendOwed(context, emailId(owed))))
      throw new RefusedError(`Not sent: the video is ${entry.status}, or other videos of its group are in progress.`)
    return { text: `Sent to ${email}.`, json: { ...ref, kind: kind.data, to: email } }
  },
}
