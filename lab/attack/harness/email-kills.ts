import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { siteConfig } from '../../../lambdas/contract/site-config.ts'
import { STATES } from '../../../lambdas/contract/workflow.ts'
import { type Shopper, shopperAt } from '../../../test/local/toss/shopper.ts'
import { rawCall, visitor } from '../../../test/support/visitor.ts'
import type { Chance } from './chance.ts'
import { CONTROL, type Fault } from './faults.ts'
import { callsAbout, playPair } from './play-pairs.ts'
import type { EmailCount } from './promises.ts'
import { type AttackedService, pause } from './service.ts'
import { type State, statesOf } from './states.ts'

/** The emails around which functions are killed. */
const EMAILS = ['received', 'done', 'failed', 'welcome', 'order'] as const
type EmailKind = (typeof EMAILS)[number]

export interface EmailKills {
  /** Killed functions, by the email they were about to send. */
  killed: Record<EmailKind, number>
  /** Kills that came too late because the function had ended. */
  missed: number
  /** Attempts that failed because a busy machine did not respond. */
  unreached: number
  mails: EmailCount
  broken: string[]
}

const STATE_OF = {
  received: STATES.sendReceivedMail,
  done: STATES.sendDoneMail,
  failed: STATES.sendFailedMail,
} as const

/** Concurrent videos and users. */
const AT_ONCE = 6
/** Kills that may be retried with another user because the service was unreachable. */
const MOST_RETRIES = 30

/**
 * Kills functions that are about to send an email, before or after a random one of their outgoing calls; then lets
 * minutes pass, runs the scheduled rules, and counts the emails.
 */
export async function runEmailKills(
  service: AttackedService,
  assembly: string,
  chance: Chance,
  { kills, say }: { kills: number; say(line: string): void },
): Promise<EmailKills> {
  const { cloud } = service
  const states = await statesOf(assembly)
  const config = siteConfig.parse(await (await fetch(new URL('/config.json', cloud.siteUrl))).json())
  const shopper = shopperAt(`${cloud.awsUrl}/toss`, config.tossClientKey)
  const result = { killed: { received: 0, done: 0, failed: 0, welcome: 0, order: 0 }, missed: 0, unreached: 0 }
  const count = (): number => Object.values(result.killed).reduce((sum, one) => sum + one, 0)
  let turn = 0
  const killAround = async (kind: EmailKind, name: string, death: Death): Promise<boolean> => {
    if (kind === 'welcome') return killWelcome(service, name, death)
    if (kind === 'order') return killOrder(service, name, death, shopper)
    return (await playPair(service, { state: stateNamed(states, STATE_OF[kind]), what: death.what }, death)).struck
  }
  const kill = async (): Promise<void> => {
    while (count() < kills) {
      const kind = EMAILS[turn % EMAILS.length] ?? 'done'
      turn += 1
      const name = `${kind}-${turn}`
      const death = randomDeath(kind, chance)
      const isKilled = await killAround(kind, name, death).catch((error: unknown) => {
        // A busy machine resets a connection, which is no kill. Users already started are still checked at the end.
        result.unreached += 1
        if (result.unreached > MOST_RETRIES) throw new Error('kills cannot be played', { cause: error })
        say(`unreached: ${String(error)}`)
        return undefined
      })
      if (isKilled === undefined) continue
      if (isKilled) result.killed[kind] += 1
      else result.missed += 1
      if (isKilled && count() % 25 === 0) say(`${count()} kills`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, kill))
  await service.comeToRest()
  const { broken, mails } = await service.broken()
  return { ...result, mails, broken }
}

/** Outgoing calls that each function makes, as measured. A kill at a later call never happens and counts as missed. */
const CALLS: Record<EmailKind, number> = { received: 5, done: 5, failed: 5, welcome: 10, order: 16 }

type KillWord = 'killed before a call' | 'killed after a call'

function randomDeath(kind: EmailKind, chance: Chance): { what: KillWord; call: number } {
  return {
    what: chance.happens(0.5) ? 'killed before a call' : 'killed after a call',
    call: 1 + chance.below(CALLS[kind]),
  }
}

function stateNamed(states: readonly State[], name: string): State {
  const found = states.find(state => state.machine === 'Video' && state.name === name)
  if (!found) throw new Error(`there is no state ${name}`)
  return found
}

const claims = z.object({ sub: z.string() })

/** Kills the function of a user's first session. The page retries. */
async function killWelcome({ cloud, control }: AttackedService, name: string, death: Death): Promise<boolean> {
  const account = { provider: 'Google', subject: name, name, email: `${name}@example.com` }
  const { accessToken } = await cloud.signIn(account)
  const { sub } = claims.parse(JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()))
  arm(control, sub, { function: 'account', event: { routeKey: 'POST /api/session' }, ...death })
  const headers = { authorization: `Bearer ${accessToken}` }
  const open = async (): Promise<number> =>
    (await rawCall(cloud.siteUrl, 'openSession', {}, headers).catch(() => undefined))?.status ?? 500
  const isKilled = (await open()) >= 500 && wasKilled(control, sub, 'session')
  for (let times = 0; times < MOST_RETRIES && (await open()) >= 500; times += 1) await pause(200)
  return isKilled
}

/** Kills the function that confirms an order. Only the reconciler retries. */
async function killOrder(
  { cloud, control }: AttackedService,
  name: string,
  death: Death,
  shopper: Shopper,
): Promise<boolean> {
  const { uid, api, call } = await visitor(cloud, name)
  arm(control, uid, { function: 'payment', event: { routeKey: 'POST /api/payments/confirm' }, ...death })
  const { orderId, amount, orderName } = await api('createPayment', { body: { package: 'tokens-20' } })
  const paymentKey = await shopper.begin({ orderId, amount, orderName })
  await shopper.choose(paymentKey, 'approve')
  const { status } = await call('confirmPayment', { body: { orderId, amount, paymentKey } }).catch(() => ({
    status: 500,
  }))
  return status >= 500 && wasKilled(control, uid, 'confirm')
}

/** True if the fault hit the route's function and the function died before it logged its calls. */
function wasKilled(control: string, uid: string, route: string): boolean {
  if (!existsSync(join(control, CONTROL.struck(uid)))) return false
  return !callsAbout(control, uid).some(made => made.event.routeKey?.includes(route))
}

interface Death {
  what: KillWord
  call: number
}

function arm(control: string, uid: string, fault: Fault): void {
  writeFileSync(join(control, CONTROL.fault(uid)), JSON.stringify(fault))
}
