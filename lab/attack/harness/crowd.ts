import { setTimeout as pause } from 'node:timers/promises'
import { verifyLedger } from '../../../bin/ops/commands/ledger-verify.ts'
import { shopperAt } from '../../../test/local/toss/shopper.ts'
import { exampleSettings } from '../../../test/support/example-settings.ts'
import { tablesOf } from '../../../test/support/stored-rows.ts'
import type { Chance } from './chance.ts'
import type { Attacked } from './media.ts'
import { holdingsOf, tracesOf } from './promises.ts'
import { arrive, newTally, type RandomPerson, type World } from './random-person.ts'
import { type AttackedService, CLOCKWORK, setFaultRate } from './service.ts'

/** Probability that a call of a function is hit by a fault. */
const FAULT_RATE = 0.01
/** Concurrent users. */
const PEOPLE = 8
/** Videos after which a user goes away, because of the daily budget of submissions. */
const MOST_VIDEOS = 15
const ROUND_MS = 2500

/**
 * Lets users act at random for some milliseconds while functions meet faults and are killed; then waits until all work
 * has ended, and checks every promise.
 */
export async function runCrowd(service: AttackedService, chance: Chance, ms: number): Promise<Attacked> {
  const { cloud, control, videos } = service
  await setFaultRate(control, { rate: FAULT_RATE, seed: chance.below(2 ** 31) })
  const until = Date.now() + ms
  const isOver = () => Date.now() > until
  const tally = newTally()
  const shopper = shopperAt(`${cloud.awsUrl}/toss`, exampleSettings().TOSS_CLIENT_KEY ?? '')
  const world = (part: Chance): World => ({ cloud, shopper, videos, chance: part, tally })
  const everybody: RandomPerson[] = []
  const broken: string[] = []
  let verified = 0

  /** Keeps one place of the crowd filled: a new user replaces each one who leaves. */
  async function place(number: number): Promise<void> {
    const part = chance.of(`place ${number}`)
    let current: RandomPerson | undefined
    for (let arrivals = 0; !isOver(); )
      if (current && !current.hasLeft && current.videos < MOST_VIDEOS) await current.act()
      else {
        // The count makes names unique: two users with one name would share an account, which either may delete.
        arrivals += 1
        current = await arrive(world(part), `person-${number}-${arrivals}x`)
        if (current) everybody.push(current)
        else await pause(200)
      }
  }
  /** Runs the scheduled rules and verifies the ledger while users work. A rule that met a fault runs again. */
  async function tick(): Promise<void> {
    for (; !isOver(); await pause(ROUND_MS)) {
      for (const rule of CLOCKWORK) await cloud.runRule(rule).catch(() => undefined)
      const { faults } = await verifyLedger(tablesOf(cloud), Date.now())
      verified += 1
      broken.push(...faults.map(fault => `ledger verify: ${JSON.stringify(fault)}`))
    }
  }
  await Promise.all([tick(), ...Array.from({ length: PEOPLE }, (_, number) => place(number))])
  await setFaultRate(control, undefined)
  await service.comeToRest()

  const { broken: faults, emails } = await service.broken()
  const left = everybody.filter(({ hasLeft }) => hasLeft)
  const objects = cloud.services.s3.keys(cloud.physicalName('Media'), '')
  broken.push(...faults, ...(await tracesOf(tablesOf(cloud), objects, left)))
  const { users, entries, orders } = await holdingsOf(tablesOf(cloud), [])
  if (users.length === 0) broken.push('nobody is there')
  const count = (names: readonly string[]) => Map.groupBy(names, name => name)
  const listed = (groups: Map<string, unknown[]>) =>
    [...groups].map(([name, { length }]) => `${name} ${length}`).join(', ') || 'none'
  const lines = [
    `${everybody.length} people, of whom ${left.length} left; ${tally.tried} requests: ${tally.passed} passed, ${tally.refused} refused, ${tally.faulty} failed by a fault, ${tally.cut} without a response`,
    `refusals: ${listed(count(tally.codes))}`,
    `videos: ${listed(count(entries.map(({ status }) => status)))}; orders ${orders.length}; ledger verified ${verified} times while people worked`,
    `emails: ${emails.owed} owed, ${emails.lost.length} lost, ${emails.twice} twice, ${emails.overtaken} overtaken`,
  ]
  return { line: lines.join('\n  '), broken }
}
