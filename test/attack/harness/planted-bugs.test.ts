import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { siteConfig } from '../../../lambdas/contract/site-config.ts'
import { STATES } from '../../../lambdas/contract/workflow.ts'
import { shopperAt } from '../../local/toss/shopper.ts'
import { visitor } from '../../support/visitor.ts'
import { isBug, PLANTED_BUGS } from './planted-bugs.ts'
import { playPair } from './play-pairs.ts'
import { type AttackedService, startAttacked } from './service.ts'
import { statesOf } from './states.ts'

const THREE_MINUTES = 180_000

let service: AttackedService
let broken: string[]

/** Pays as a person does; the altered payment function credits the tokens. */
async function buy(): Promise<void> {
  const { cloud } = service
  const { api } = await visitor(cloud, 'buyer')
  const config = siteConfig.parse(await (await fetch(new URL('/config.json', cloud.siteUrl))).json())
  const shopper = shopperAt(`${cloud.awsUrl}/toss`, config.tossClientKey)
  const { orderId, amount, orderName } = await api('createPayment', { body: { package: 'tokens-20' } })
  const paymentKey = await shopper.begin({ orderId, amount, orderName })
  await shopper.choose(paymentKey, 'approve')
  await api('confirmPayment', { body: { orderId, amount, paymentKey } })
}

beforeAll(async () => {
  service = await startAttacked(inject('assembly'), {
    folder: mkdtempSync(join(tmpdir(), 'planted-')),
    bugs: Object.keys(PLANTED_BUGS).filter(isBug),
  })
  const states = await statesOf(inject('assembly'))
  const done = states.find(({ name }) => name === STATES.sendDoneMail)
  const settle = states.find(({ name }) => name === STATES.settle)
  if (!done || !settle) throw new Error('states are missing')
  await Promise.all([
    buy(),
    playPair(service, { state: done, what: 'killed before a call' }, { call: 1, service: 'ses' }),
    playPair(service, { state: settle, what: 'fails' }),
  ])
  await service.settleDown(THREE_MINUTES)
  broken = (await service.broken()).broken
})
afterAll(() => service?.stop())

describe('the harness turns red', () => {
  it('for a refund that was left out', () => {
    expect(broken).toContainEqual(expect.stringMatching(/was refunded and still cost 3$/))
    expect(broken).toContainEqual(expect.stringMatching(/records 0 tokens and moved 3$/))
  })

  it('for a mark that is set before its mail is sent', () => {
    expect(broken).toContainEqual(expect.stringMatching(/^done of \d{14}$/))
  })

  it('for a credit without its movement', () => {
    expect(broken).toContainEqual(expect.stringMatching(/^balance 220 of .+ is not the sum 200 of its movements$/))
    expect(broken).toContainEqual(expect.stringMatching(/^order .+ is credited wrongly$/))
  })

  it('for nothing else', () => {
    expect(broken).toHaveLength(5)
  })
})
