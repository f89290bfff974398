import { writeLog } from '../../../lambdas/records/activity-log.ts'
import { readUser, setSuspended } from '../../../lambdas/records/users.ts'
import { type Command, RefusedError, type Report } from '../command.ts'
import { type Context, isoNow } from '../context.ts'

export const suspend: Command = {
  name: 'suspend',
  words: '<회원 번호>',
  summary: '사유를 적고 이용을 제한해요: 새 영상과 결제를 막고, 이미 만든 자막은 볼 수 있어요',
  options: { reason: 'text' },
  help: ['--reason T  사유: 회원에게 보여요'],
  run: (context, typed) => change(context, typed.need(0, '회원 번호'), typed.needText('reason')),
}

export const restore: Command = {
  name: 'restore',
  words: '<회원 번호>',
  summary: '이용 제한을 풀어요',
  options: {},
  help: [],
  run: (context, typed) => change(context, typed.need(0, '회원 번호'), undefined),
}

async function change(context: Context, uid: string, reason: string | undefined): Promise<Report> {
  const { tables } = context
  const before = await readUser(tables, uid)
  if (!before || !(await setSuspended(tables, uid, reason))) throw new RefusedError(`회원 ${uid}을(를) 찾을 수 없어요.`)
  const action = reason === undefined ? 'restore' : 'suspend'
  await writeLog(tables, { uid, action, details: {}, before: before.suspended, after: reason, at: isoNow(context) })
  const text = reason === undefined ? '이용 제한을 풀었어요.' : `이용을 제한했어요: ${reason}`
  return { text, json: { uid, suspended: reason ?? null } }
}
