import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import type { CallParts } from '../../../bin/demo/api-client.ts'
import { ROUTES, type RouteName } from '../../../lambdas/contract/routes.ts'
import { siteConfig } from '../../../lambdas/contract/site-config.ts'
import { STATES } from '../../../lambdas/contract/workflow.ts'
import { type Shopper, shopperAt } from '../../../test/local/toss/shopper.ts'
import { submit } from '../../../test/support/journey.ts'
import { tablesOf } from '../../../test/support/stored-rows.ts'
import { rawCall, type Visitor, visitor } from '../../../test/support/visitor.ts'
import { CONTROL } from './faults.ts'
import type { Attacked } from './media.ts'
import { callsAbout, endOf, playPair } from './play-pairs.ts'
import { tracesOf } from './promises.ts'
import type { AttackedService } from './service.ts'
import { type State, statesOf } from './states.ts'

/** Steps of the workflow that send an email. */
const EMAILS = {
  'email received': STATES.sendReceivedEmail,
  'email done': STATES.sendDoneEmail,
  'email failed': STATES.sendFailedEmail,
} as const

/** What a user does while the function that serves it is killed. */
interface Deed {
  route: RouteName
  /** Whatever must exist before; returns the request. Absent for the first session, which nothing can precede. */
  prepare?(service: AttackedService, person: Visitor, shopper: Shopper): Promise<CallParts>
  /** The page does not repeat the request, so that scheduled work must end it. */
  isAbandoned?: true
}

const announced = { filename: 'killed.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60 }
const SUBTITLE = '1\n00:00:10,000 --> 00:00:13,000\nWelcome to Jamak.\n'

const finished = async (service: AttackedService, person: Visitor): Promise<CallParts> => {
  const { key } = await submit(person.api, service.videos.hello)
  await endOf(service, person, key)
  return { parameters: { key } }
}

const DEEDS: Record<string, Deed> = {
  welcome: { route: 'openSession' },
  video: { route: 'submitVideo', prepare: async () => ({ body: announced }) },
  subtitle: { route: 'submitSubtitle', prepare: async () => ({ body: { filename: 'killed.srt', text: SUBTITLE } }) },
  link: { route: 'submitYoutube', prepare: async () => ({ body: { url: 'https://youtu.be/jamak-hello' } }) },
  order: { route: 'createPayment', prepare: async () => ({ body: { package: 'tokens-20' } }) },
  payment: {
    route: 'confirmPayment',
    isAbandoned: true,
    async prepare(_, { api }, shopper) {
      const { orderId, amount, orderName } = await api('createPayment', { body: { package: 'tokens-20' } })
      const paymentKey = await shopper.begin({ orderId, amount, orderName })
      await shopper.choose(paymentKey, 'approve')
      return { body: { orderId, amount, paymentKey } }
    },
  },
  cancel: {
    route: 'cancelEntry',
    async prepare(_, { api }) {
      const { entry } = await api('submitVideo', { body: announced })
      return { parameters: { key: entry.key }, body: { costs: 0 } }
    },
  },
  deletion: { route: 'deleteEntry', prepare: finished },
  leaving: { route: 'leave', prepare: finished },
}

/** Concurrent kinds of kills. */
const AT_ONCE = 6
/** Kills that may be retried with another user because the service was unreachable. */
const MOST_RETRIES = 30
const PHASES = ['killed before a call', 'killed after a call'] as const

interface Death {
  what: (typeof PHASES)[number]
  call: number
}

/**
 * Kills functions before and after each of their outgoing calls, for every email of the workflow and everything that
 * costs, owes or deletes something; then lets minutes and a day pass, runs the scheduled rules and checks every promise.
 */
export async function runKills(
  service: AttackedService,
  assembly: string,
  say: (line: string) => void,
): Promise<Attacked> {
  const { cloud } = service
  const states = await statesOf(assembly)
  const config = siteConfig.parse(await (await fetch(new URL('/config.json', cloud.siteUrl))).json())
  const shopper = shopperAt(`${cloud.awsUrl}/toss`, config.tossClientKey)
  const killed: string[] = []
  // Kills that did not happen because a busy machine reset the connection.
  let unreached = 0
  const left: { uid: string; marks: string[] }[] = []
  const kinds: [kind: string, kill: (name: string, death: Death) => Promise<boolean>][] = [
    ...Object.entries(EMAILS).map(([kind, name]): (typeof kinds)[number] => {
      const state = stateNamed(states, name)
      return [kind, async (_, { what, call }) => (await playPair(service, { state, what }, call)).struck]
    }),
    ...Object.entries(DEEDS).map(([kind, deed]): (typeof kinds)[number] => [
      kind,
      async (name, death) => {
        const { uid, isKilled } = await killDeed(service, deed, name, death, shopper)
        if (deed.route === 'leave') left.push({ uid, marks: [name] })
        return isKilled
      },
    ]),
  ]
  const killEverywhere = async (): Promise<void> => {
    for (let next = kinds.shift(); next; next = kinds.shift()) {
      const [kind, kill] = next
      let count = 0
      for (const what of PHASES)
        for (let call = 1; ; call += 1) {
          const isKilled = await kill(`${kind.replace(' ', '-')}-${count}-${call}x`, { what, call }).catch(error => {
            // A busy machine resets a connection, which is no kill. Users already started are still checked at the end.
            unreached += 1
            if (unreached > MOST_RETRIES) throw new Error('kills cannot be played', { cause: error })
            return undefined
          })
          if (isKilled === false) break
          if (isKilled) count += 1
          else call -= 1
        }
      killed.push(`${kind} ${count}`)
      say(`${kind}: ${count} kills`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, killEverywhere))
  await service.comeToRest()
  const { broken, emails } = await service.broken()
  const objects = cloud.services.s3.keys(cloud.physicalName('Media'), '')
  const line = `${killed.join(', ')} (${unreached} not reached); emails ${emails.owed} owed, ${emails.lost.length} lost, ${emails.twice} twice, ${emails.overtaken} overtaken`
  return { line, broken: [...broken, ...(await tracesOf(tablesOf(cloud), objects, left))] }
}

function stateNamed(states: readonly State[], name: string): State {
  const found = states.find(state => state.machine === 'Video' && state.name === name)
  if (!found) throw new Error(`there is no state ${name}`)
  return found
}

const claims = z.object({ sub: z.string() })

/** Kills the function that serves one request, and repeats the request as the page does. */
async function killDeed(
  service: AttackedService,
  { route, prepare, isAbandoned }: Deed,
  name: string,
  { what, call }: Death,
  shopper: Shopper,
): Promise<{ uid: string; isKilled: boolean }> {
  const { cloud, control } = service
  let accessToken: string
  let parts: CallParts = {}
  if (prepare) {
    const person = await visitor(cloud, name)
    accessToken = person.accessToken
    parts = await prepare(service, person, shopper)
  } else
    accessToken = (await cloud.signIn({ provider: 'Google', subject: name, name, email: `${name}@example.com` }))
      .accessToken
  const { sub: uid } = claims.parse(JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()))
  const { lambda, method, path } = ROUTES[route]
  const fault = { function: lambda, event: { routeKey: `${method} ${path}` }, what, call }
  writeFileSync(join(control, CONTROL.fault(uid)), JSON.stringify(fault))
  const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': crypto.randomUUID() }
  const ask = async (): Promise<number> =>
    (await rawCall(cloud.siteUrl, route, parts, headers).catch(() => undefined))?.status ?? 500
  const isFailed = (await ask()) >= 500
  // A function that completed has noted its calls.
  const hasCompleted = callsAbout(control, uid).some(({ event }) => event.routeKey === fault.event.routeKey)
  const isKilled = isFailed && existsSync(join(control, CONTROL.struck(uid))) && !hasCompleted
  for (let times = 0; isFailed && !isAbandoned && times < MOST_RETRIES && (await ask()) >= 500; times += 1)
    await pause(200)
  return { uid, isKilled }
}
