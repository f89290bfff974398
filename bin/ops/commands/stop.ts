import { writeLog } from '../../../lambdas/records/activity-log.ts'
import { readSwitches, type Switches, setSwitch } from '../../../lambdas/records/service-rows.ts'
import type { Command, Report } from '../command.ts'
import { type Context, isoNow } from '../context.ts'

/** Stands for a user id in the log rows about the service itself. */
const SERVICE = 'service'

const OPTION = '--youtube   only YouTube links; without it, all new videos'

export const stop: Command = {
  name: 'stop',
  words: '',
  summary: 'refuses new videos; users see the reason',
  options: { reason: 'text', youtube: 'flag' },
  help: ['--reason T  the reason, in Korean: "점검 중이에요. 15시에 다시 열어요."', OPTION],
  run: (context, typed) => turn(context, typed.flag('youtube'), typed.needText('reason')),
}

export const start: Command = {
  name: 'start',
  words: '',
  summary: 'takes new videos again',
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
  const what = youtube ? 'YouTube videos' : 'new videos'
  const text = reason === undefined ? `Taking ${what} again.` : `Not taking ${what}: ${reason}`
  return { text, json: await readSwitches(tables) }
}
