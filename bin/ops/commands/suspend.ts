import { writeLog } from '../../../lambdas/records/activity-log.ts'
import { readUser, setSuspended } from '../../../lambdas/records/users.ts'
import { type Command, RefusedError, type Report } from '../command.ts'
import { type Context, isoNow } from '../context.ts'

export const suspend: Command = {
  name: 'suspend',
  words: '<uid>',
  summary: 'suspends a user: no new videos and payments; finished subtitles stay available',
  options: { reason: 'text' },
  help: ['--reason T  the reason, in Korean: the user reads it'],
  run: (context, typed) => change(context, typed.need(0, 'uid'), typed.needText('reason')),
}

export const restore: Command = {
  name: 'restore',
  words: '<uid>',
  summary: 'lifts a suspension',
  options: {},
  help: [],
  run: (context, typed) => change(context, typed.need(0, 'uid'), undefined),
}

async function change(context: Context, uid: string, reason: string | undefined): Promise<Report> {
  const { tables } = context
  const before = await readUser(tables, uid)
  if (!before || !(await setSuspended(tables, uid, reason))) throw new RefusedError(`There is no user ${uid}.`)
  const action = reason === undefined ? 'restore' : 'suspend'
  await writeLog(tables, { uid, action, details: {}, before: before.suspended, after: reason, at: isoNow(context) })
  const text = reason === undefined ? 'Lifted the suspension.' : `Suspended: ${reason}`
  return { text, json: { uid, suspended: reason ?? null } }
}
