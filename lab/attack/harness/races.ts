import { randomUUID } from 'node:crypto'
import { MAX_OPEN_SUBMISSIONS } from '../../../lambdas/contract/limits.ts'
import { siteConfig } from '../../../lambdas/contract/site-config.ts'
import { shopperAt } from '../../../test/local/toss/shopper.ts'
import { announce, sendForm, submit } from '../../../test/support/journey.ts'
import { rawCall, type Visitor, visitor } from '../../../test/support/visitor.ts'
import type { Chance } from './chance.ts'
import { endOf } from './play-pairs.ts'
import type { AttackedService } from './service.ts'

/** Number of concurrent requests, and the wrong outcomes. */
export interface Raced {
  name: string
  requests: number
  broken: string[]
}

/** Requests per race. */
const AT_ONCE = 8

type Race = (service: AttackedService, person: Visitor) => Promise<Omit<Raced, 'name'>>

/** Races by subject. The ledger as a whole is checked after all of them. */
const RACES: Record<string, Race> = {
  'one submission, sent again and again': async ({ cloud, videos }, { accessToken }) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': randomUUID() }
    const body = { filename: 'once.mp4', size: videos.hello.length, type: 'video/mp4', durationSeconds: 60 }
    const answers = await atOnce(() => rawCall(cloud.siteUrl, 'submitVideo', { body }, headers))
    const keys = new Set(answers.map(answer => JSON.stringify(answer.body).match(/"key":"(\d{14})"/)?.[1]))
    return { requests: AT_ONCE, broken: keys.size === 1 ? [] : [`one request made ${keys.size} entries`] }
  },
  'more submissions than may be open': async ({ videos }, person) => {
    const body = { filename: 'many.mp4', size: videos.hello.length, type: 'video/mp4', durationSeconds: 60 }
    const requests = MAX_OPEN_SUBMISSIONS + AT_ONCE
    const answers = await atOnce(() => person.call('submitVideo', { body }), requests)
    const taken = answers.filter(({ status }) => status === 200).length
    return { requests, broken: taken <= MAX_OPEN_SUBMISSIONS ? [] : [`${taken} submissions are open`] }
  },
  'more than the balance': async ({ videos }, person) => {
    const body = { filename: 'dear.mp4', size: videos.hello.length, type: 'video/mp4', durationSeconds: 150 * 6 }
    const answers = await atOnce(() => person.call('submitVideo', { body }))
    const taken = answers.filter(({ status }) => status === 200).length
    return { requests: AT_ONCE, broken: taken === 1 ? [] : [`150 of 200 tokens were held ${taken} times`] }
  },
  'one payment, confirmed again and again': async ({ cloud }, person) => {
    const config = siteConfig.parse(await (await fetch(new URL('/config.json', cloud.siteUrl))).json())
    const shopper = shopperAt(`${cloud.awsUrl}/toss`, config.tossClientKey)
    const { orderId, amount, orderName } = await person.api('createPayment', { body: { package: 'tokens-20' } })
    const paymentKey = await shopper.begin({ orderId, amount, orderName })
    await shopper.choose(paymentKey, 'approve')
    await atOnce(() => person.call('confirmPayment', { body: { orderId, amount, paymentKey } }))
    const { token } = await person.api('me')
    return { requests: AT_ONCE, broken: token === 220 ? [] : [`20 tokens were bought and ${token - 200} credited`] }
  },
  'giving an upload up while it arrives': async ({ videos }, person) => {
    const { entry, post } = await announce(person.api, videos.hello)
    const parameters = { key: entry.key }
    await Promise.all([
      sendForm(post, videos.hello).catch(() => undefined),
      ...Array.from({ length: AT_ONCE }, () => person.call('deleteEntry', { parameters })),
    ])
    return { requests: AT_ONCE + 1, broken: [] }
  },
  'retrying and deleting a failed video': async (service, person) => {
    const { key } = await submit(person.api, service.videos.garbage)
    await endOf(service, person, key)
    const parameters = { key }
    const answers = await atOnce(n => person.call(n % 2 ? 'retryEntry' : 'deleteEntry', { parameters }))
    const defects = answers.filter(({ status }) => status >= 500)
    return { requests: AT_ONCE, broken: defects.map(({ status }) => `a retry racing a delete was answered ${status}`) }
  },
  'leaving while submitting and paying': async ({ videos }, person) => {
    const body = { filename: 'last.mp4', size: videos.hello.length, type: 'video/mp4', durationSeconds: 60 }
    await atOnce(n =>
      n % 3 === 0
        ? person.call('leave')
        : n % 3 === 1
          ? person.call('submitVideo', { body })
          : person.call('createPayment', { body: { package: 'tokens-20' } }),
    )
    return { requests: AT_ONCE, broken: [] }
  },
  'signing up twice at once': async ({ cloud }, { name, accessToken }) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    await rawCall(cloud.siteUrl, 'leave', {}, headers)
    const account = { provider: 'Google', subject: name, name, email: `${name}@example.com` }
    const again = await cloud.signIn(account)
    const session = { authorization: `Bearer ${again.accessToken}` }
    const answers = await atOnce(() => rawCall(cloud.siteUrl, 'openSession', {}, session))
    const gifts = answers.filter(({ body }) => JSON.stringify(body).includes('"token":200')).length
    return {
      requests: AT_ONCE + 1,
      broken: gifts === 0 ? [] : ['somebody who came back got the tokens of the sign-up'],
    }
  },
}

const atOnce = <Answer>(ask: (n: number) => Promise<Answer>, requests = AT_ONCE): Promise<Answer[]> =>
  Promise.all(Array.from({ length: requests }, (_, n) => ask(n)))

/** Runs every race once, each with its own user, in random order. */
export async function runRaces(service: AttackedService, chance: Chance, round: number): Promise<Raced[]> {
  const raced: Raced[] = []
  for (const [name, race] of chance.shuffled(Object.entries(RACES))) {
    const person = await visitor(service.cloud, `racer-${round}-${raced.length}`)
    raced.push({ name, ...(await race(service, person)) })
  }
  return raced
}
