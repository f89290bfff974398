import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn'
import * as z from 'zod'
import { isOpen } from '../../../lambdas/contract/archive-entry.ts'
import { STATES } from '../../../lambdas/contract/workflow.ts'
import { submit } from '../../../test/support/journey.ts'
import { type Visitor, visitor } from '../../../test/support/visitor.ts'
import { CONTROL } from './faults.ts'
import type { AttackedService } from './service.ts'
import { faultOf, type Pair, type State, SURVIVED } from './states.ts'

/** Outcome of one pair. */
export interface Played {
  uid: string
  pair: Pair
  /** The outgoing call at which the function is killed. */
  call: number
  /** False if the fault hit no call: the function makes fewer calls, or the video never reached the state. */
  struck: boolean
  status: string
  broken: string[]
}

/** The kind of video that reaches a state. */
type Way = 'speech' | 'youtube' | 'silence' | 'stopped'

function wayTo({ machine, name }: State): Way {
  if (machine === 'Closing') return 'stopped'
  if (name === STATES.fetchSource) return 'youtube'
  return name === STATES.refund || name === STATES.sendFailedEmail ? 'silence' : 'speech'
}

const calls = z.object({
  name: z.string(),
  event: z.record(z.string(), z.string()),
  made: z.int(),
  /** True for a call that a fault hit and that still completed. */
  isStruck: z.boolean(),
})
export type CountedCalls = z.infer<typeof calls>

/** Reads the calls that functions made about a user's video. */
export function callsAbout(control: string, uid: string): CountedCalls[] {
  const file = join(control, CONTROL.calls(uid))
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => calls.parse(JSON.parse(line)))
}

/** Sends one video through to a state, injects the fault there, and waits until the video has ended. */
export async function playPair(service: AttackedService, pair: Pair, call = 1): Promise<Played> {
  const { cloud, control } = service
  const way = wayTo(pair.state)
  const person = await visitor(cloud, `pair-${crypto.randomUUID().slice(0, 13)}`)
  writeFileSync(join(control, CONTROL.fault(person.uid)), JSON.stringify(faultOf(pair, call)))
  const key = await submitOn(service, person, way)
  const struck = () => existsSync(join(control, CONTROL.struck(person.uid)))
  if (way === 'stopped') await stopWhile(service, person, key, status => status === 'listening')
  if (pair.what === 'stopped meanwhile') await stopWhile(service, person, key, struck)
  const status = await endOf(service, person, key)
  // A killed email step must not end a video, and neither may a transient fault.
  const mustBeDone = way !== 'silence' && way !== 'stopped' && (SURVIVED.has(pair.what) || isEmail(pair.state))
  const isWrong = mustBeDone && status !== 'done' && !(pair.what === 'stopped meanwhile')
  return {
    uid: person.uid,
    pair,
    call,
    struck: struck() && !outlived(control, person.uid, pair),
    status,
    broken: isWrong ? [`${key} is ${status} and should be done`] : [],
  }
}

/** True if the function should have been killed but completed, because it makes fewer calls. */
function outlived(control: string, uid: string, { state, what }: Pair): boolean {
  if (!what.startsWith('killed')) return false
  const struckAt = callsAbout(control, uid).filter(({ name, isStruck }) => name === state.function && isStruck)
  return struckAt.length > 0
}

const isEmail = ({ function: name }: State): boolean => name === 'notify'

async function submitOn({ videos }: AttackedService, { api }: Visitor, way: Way): Promise<string> {
  if (way === 'youtube') {
    const body = { url: 'https://youtu.be/jamak-hello', captions: false }
    return (await api('submitYoutube', { body })).entry.key
  }
  return (await submit(api, way === 'silence' ? videos.hum : videos.hello, { filename: `${way}.mp4` })).key
}

/** Stops an entry's execution, as an operator would, once the condition holds. */
async function stopWhile(
  { cloud, control }: AttackedService,
  { uid, api }: Visitor,
  key: string,
  isReached: (status: string) => boolean,
): Promise<void> {
  for (let times = 0; times < 600; times += 1) {
    const { status } = await api('readEntry', { parameters: { key } })
    if (!isOpen(status) || isReached(status)) break
    await pause(20)
  }
  const executionArn = cloud.executions().find(({ name }) => name === `${uid}-${key}`)?.arn
  if (executionArn) await cloud.client(SFNClient).send(new StopExecutionCommand({ executionArn }))
  writeFileSync(join(control, CONTROL.go(uid)), '')
}

/** Status of the entry once it is closed and its executions have ended; `open` if that never happens. */
export async function endOf({ cloud }: AttackedService, { uid, api }: Visitor, key: string): Promise<string> {
  for (let times = 0; times < 1200; times += 1) {
    const { status } = await api('readEntry', { parameters: { key } })
    const isRunning = cloud.executions().some(one => one.name.startsWith(`${uid}-${key}`) && one.status === 'RUNNING')
    if (!isOpen(status) && !isRunning) return status
    await pause(100)
  }
  return 'open'
}
