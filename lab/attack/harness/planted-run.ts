import { siteConfig } from '../../../lambdas/contract/site-config.ts'
import { STATES } from '../../../lambdas/contract/workflow.ts'
import { shopperAt } from '../../../test/local/toss/shopper.ts'
import { visitor } from '../../../test/support/visitor.ts'
import type { BugName } from './planted-bugs.ts'
import { playPair } from './play-pairs.ts'
import type { AttackedService } from './service.ts'
import { statesOf } from './states.ts'

const THREE_MINUTES = 180_000

/** The finding expected for each planted bug. */
const FOUND: Record<BugName, RegExp> = {
  'a refund left out': /was refunded and still cost 3$/,
  'a mark set before its email': /^done of \d{14}$/,
  'a credit without its movement': /^order .+ is credited wrongly$/,
}

/** Runs a service with every bug planted and returns the bugs that the checks miss. */
export async function runPlanted(service: AttackedService, assembly: string): Promise<string[]> {
  const states = await statesOf(assembly)
  const done = states.find(({ name }) => name === STATES.sendDoneEmail)
  const settle = states.find(({ name }) => name === STATES.settle)
  if (!done || !settle) throw new Error('states are missing')
  await Promise.all([
    buy(service),
    playPair(service, { state: done, what: 'killed before a call' }, { call: 1, service: 'ses' }),
    playPair(service, { state: settle, what: 'fails' }),
  ])
  await service.settleDown(THREE_MINUTES)
  const { broken } = await service.broken()
  return Object.entries(FOUND).flatMap(([bug, pattern]) =>
    broken.some(line => pattern.test(line)) ? [] : [`nobody noticed ${bug}`],
  )
}

/** Buys tokens as a user does. */
async function buy({ cloud }: AttackedService): Promise<void> {
  const { api } = await visitor(cloud, 'buyer')
  const config = siteConfig.parse(await (await fetch(new URL('/config.json', cloud.siteUrl))).json())
  const shopper = shopperAt(`${cloud.awsUrl}/toss`, config.tossClientKey)
  const { orderId, amount, orderName } = await api('createPayment', { body: { package: 'tokens-20' } })
  const paymentKey = await shopper.begin({ orderId, amount, orderName })
  await shopper.choose(paymentKey, 'approve')
  await api('confirmPayment', { body: { orderId, amount, paymentKey } })
}
