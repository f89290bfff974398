import { writeLog } from '../../../lambdas/records/activity-log.ts'
import { readSwitches, type Switches, setSwitch } from '../../../lambdas/records/service-rows.ts'
import type { Command, Report } from '../command.ts'
import { type Context, isoNow } from '../context.ts'

/** Whose rows of the activity log are the service's own. */
const SERVICE = 'service'

const OPTION = '--youtube   YouTube 링크만; 없으면 모든 새 영상'

export const stop: Command = {
  name: 'stop',
  words: '',
  summary: '사유를 적고 새 영상을 그만 받아요; 사유는 화면에 보여요',
  options: { reason: 'text', youtube: 'flag' },
  help: ['--reason T  사유: 예 "점검 중이에요. 15시에 다시 열어요."', OPTION],
  run: (context, typed) => turn(context, typed.flag('youtube'), typed.needText('reason')),
}

export const start: Command = {
  name: 'start',
  words: '',
  summary: '새 영상을 다시 받아요',
  options: { youtube: 'flag' },
  help: [OPTION],
  run: (context, typed) => turn(context, typed.flag('youtube'), undefined),
}

async function turn(context: Context, youtube: boolean, reason: string | undefined): Promise<Report> {
  const { tables } = context
  const name: keyof Switches = youtube ? 'youtubeStopped' : 'stopped'
  const before = await readSwitches(tables)
  await setSwitch(tables, name, reason)
  const action = reason === undefined ? 'start' : 'stop'
  const change = { before: before[name], after: reason }
  await writeLog(tables, { uid: SERVICE, action, details: { switch: name }, ...change, at: isoNow(context) })
  const what = youtube ? 'YouTube 영상' : '새 영상'
  const text = reason === undefined ? `${what}을 다시 받아요.` : `${what}을 받지 않아요: ${reason}`
  return { text, json: await readSwitches(tables) }
}
