import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { CallParts } from '../../../bin/demo/api-client.ts'
import { API_ERRORS } from '../../../lambdas/contract/errors.ts'
import type { SubmissionGroup } from '../../../lambdas/contract/group.ts'
import { PACKAGES } from '../../../lambdas/contract/pricing.ts'
import { ROUTES, type Route, type RouteName } from '../../../lambdas/contract/routes.ts'
import type { Shopper } from '../../../test/local/toss/shopper.ts'
import { rawCall } from '../../../test/support/visitor.ts'
import type { Chance } from './chance.ts'
import type { AttackedService, Videos } from './service.ts'

/** Counts of the service's responses, by kind. */
export interface Tally {
  /** Requests sent. */
  tried: number
  passed: number
  /** Refusals with a code from the contract, below 500 or reporting a limit. */
  refused: number
  /** Responses of 500 and above while faults are injected. */
  faulty: number
  /** Requests without a response. */
  cut: number
  /** The code of each refusal. */
  codes: string[]
}

export const newTally = (): Tally => ({ tried: 0, passed: 0, refused: 0, faulty: 0, cut: 0, codes: [] })

/** A user who acts at random. */
export interface RandomPerson {
  name: string
  uid: string
  /** Texts that must not remain anywhere once the user has left. */
  marks: string[]
  videos: number
  hasLeft: boolean
  /** Performs one action. Never throws because of a response. */
  act(): Promise<void>
}

/** What a random user needs from its surroundings. */
export interface World {
  cloud: AttackedService['cloud']
  shopper: Shopper
  videos: Videos
  chance: Chance
  tally: Tally
}

const entries = z.object({ entries: z.array(z.object({ key: z.string(), status: z.string() })) })
const announced = z.object({
  entry: z.object({ key: z.string() }),
  post: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }).optional(),
})
const ordered = z.object({ orderId: z.string(), amount: z.int(), orderName: z.string() })
const refusal = z.object({ code: z.string() })
const me = z.object({ uid: z.string() })

/** A subtitle of the recorded sentences, worth two tokens. */
const ENGLISH_SUBTITLE = `1
00:00:10,000 --> 00:00:13,000
Welcome to Jamak.

2
00:01:10,000 --> 00:01:13,000
Thank you for listening.
`

/** A fault or a refusal stopped the action. */
class GaveUp extends Error {}

/** Signs a user in and opens a session. Returns `undefined` if a fault stopped it. */
export async function arrive(world: World, name: string): Promise<RandomPerson | undefined> {
  const { cloud, shopper, chance, tally, videos } = world
  const person: RandomPerson = { name, uid: '', marks: [name], videos: 0, hasLeft: false, act }
  let accessToken = ''
  const payments: string[] = []

  async function signIn(): Promise<void> {
    const account = { provider: 'Google', subject: name, name, email: `${name}@example.com` }
    accessToken = (await cloud.signIn(account)).accessToken
    person.uid = me.parse(await call('openSession')).uid
  }

  /** Calls a route as the page does: a creating request without a response is repeated with the same id. */
  async function call(route: RouteName, parts: CallParts = {}, id: string = randomUUID()): Promise<unknown> {
    const declared: Route = ROUTES[route]
    for (let attempt = 0; ; attempt += 1) {
      tally.tried += 1
      const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': id }
      const answer = await rawCall(cloud.siteUrl, route, parts, headers).catch(() => undefined)
      const status = answer?.status ?? 0
      if (answer && status < 300) {
        tally.passed += 1
        return answer.body
      }
      const { code = status === 0 ? 'cut' : `HTTP ${status}` } = refusal.safeParse(answer?.body).data ?? {}
      tally.codes.push(code)
      if (status === 0) tally.cut += 1
      else if (status >= 500 && !isTold(code)) tally.faulty += 1
      else tally.refused += 1
      const isRepeated = declared.idempotent && (status === 0 || status >= 500)
      if (!isRepeated || attempt >= 2) throw new GaveUp(code)
    }
  }

  const pickEntry = async (status: (status: string) => boolean): Promise<string> => {
    const fitting = entries.parse(await call('listArchive')).entries.filter(each => status(each.status))
    if (fitting.length === 0) throw new GaveUp('nothing to act on')
    return chance.pick(fitting).key
  }

  async function upload(bytes: Buffer, isSent: boolean, group?: SubmissionGroup): Promise<void> {
    person.videos += 1
    const filename = `${name}-${person.videos}.mp4`
    const body = { filename, size: bytes.length, type: 'video/mp4', durationSeconds: 1 + chance.below(40), group }
    const { post } = announced.parse(await call('submitVideo', { body }))
    if (!post || !isSent) return
    const form = new FormData()
    for (const [field, value] of Object.entries(post.fields)) form.append(field, value)
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), 'file.mp4')
    const answer = await fetch(post.url, { method: 'POST', body: form }).catch(() => undefined)
    if (!answer) tally.cut += 1
  }

  async function submitSubtitle(text: string, group?: SubmissionGroup): Promise<void> {
    person.videos += 1
    await call('submitSubtitle', { body: { filename: `${name}-${person.videos}.srt`, text, group } })
  }

  /** Announces a group and submits all of its members, or only some; then it usually closes the group. */
  async function submitGroup(): Promise<void> {
    const group = { id: randomUUID(), size: 2 + chance.below(4), series: chance.happens(0.3) }
    const made = chance.happens(0.7) ? group.size : 1 + chance.below(group.size - 1)
    for (let member = 0; member < made; member += 1)
      if (chance.happens(0.6)) await submitSubtitle(ENGLISH_SUBTITLE, group)
      else await upload(chance.pick([videos.hello, videos.garbage]), chance.happens(0.9), group)
    if (made < group.size && chance.happens(0.7))
      await call('closeGroup', { parameters: { group: group.id }, body: { size: made } })
  }

  async function buy(): Promise<void> {
    const { id } = chance.pick(PACKAGES)
    const { orderId, amount, orderName } = ordered.parse(await call('createPayment', { body: { package: id } }))
    const method = chance.happens(0.3) ? '가상계좌' : '카드'
    const paymentKey = await shopper.begin({ orderId, amount, orderName, method })
    await shopper.choose(paymentKey, chance.happens(0.8) ? 'approve' : 'reject')
    payments.push(paymentKey)
    const body = { orderId, amount, paymentKey }
    if (chance.happens(0.1)) return
    if (chance.happens(0.2))
      await Promise.allSettled([call('confirmPayment', { body }), call('confirmPayment', { body })])
    else await call('confirmPayment', { body })
    if (method === '가상계좌' && chance.happens(0.7)) await shopper.deposit(paymentKey)
  }

  async function leave(): Promise<void> {
    await call('leave')
    person.hasLeft = true
  }

  const ways: [weight: number, run: () => Promise<unknown>][] = [
    [10, () => upload(videos.hello, true)],
    [3, () => upload(videos.hum, true)],
    [2, () => upload(videos.garbage, true)],
    [2, () => upload(videos.hello, false)],
    [4, () => submitSubtitle(ENGLISH_SUBTITLE)],
    [1, () => submitSubtitle('No subtitle at all.')],
    [3, submitGroup],
    [2, async () => call('deleteEntry', { parameters: { key: await pickEntry(status => status === 'uploading') } })],
    [2, async () => call('retryEntry', { parameters: { key: await pickEntry(status => status === 'failed') } })],
    [1, async () => call('deleteEntry', { parameters: { key: await pickEntry(() => true) } })],
    [3, async () => call('downloadSubtitle', { parameters: { key: await pickEntry(status => status === 'done') } })],
    [2, async () => call('previewCues', { parameters: { key: await pickEntry(() => true) } })],
    [3, () => call('me')],
    [2, () => call('movements')],
    [5, buy],
    [2, async () => payments.length > 0 && (await shopper.cancelInConsole(chance.pick(payments)))],
    [1, () => call('listPayments')],
    [1, () => call('inquire', { body: { text: `${name}의 질문` } })],
    [1, () => call('requestEmailCode', { body: { email: `${name}-other@example.com` } })],
    [1, () => call('closeSession')],
    [2, () => leave()],
    [2, () => call('submitYoutube', { body: { url: 'https://youtu.be/jamak-hello', captions: chance.happens(0.5) } })],
  ]

  async function act(): Promise<void> {
    try {
      const total = ways.reduce((sum, [weight]) => sum + weight, 0)
      let drawn = chance.below(total)
      const way = ways.find(([weight]) => {
        drawn -= weight
        return drawn < 0
      })
      await way?.[1]()
    } catch (error) {
      if (error instanceof GaveUp && error.message === 'HTTP 401') await signIn().catch(() => undefined)
      else if (!(error instanceof GaveUp)) tally.codes.push('aside')
    }
  }

  try {
    await signIn()
    return person
  } catch {
    return undefined
  }
}

/** True for refusals of 500 and above that report a limit to the user. */
function isTold(code: string): boolean {
  return code !== 'INTERNAL' && code in API_ERRORS
}
