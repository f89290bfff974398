import { setTimeout as pause } from 'node:timers/promises'
import { announce, sendForm, submit } from '../../../test/support/journey.ts'
import { type Visitor, visitor } from '../../../test/support/visitor.ts'
import type { Chance } from './chance.ts'
import type { Attacked } from './media.ts'
import { endOf } from './play-pairs.ts'
import type { AttackedService } from './service.ts'

/** Concurrent requests of a race. */
const AT_ONCE = 8

type Race = (service: AttackedService, person: Visitor, chance: Chance) => Promise<string[]>

/**
 * Races between different routes; each returns the defects that it found. The tests of each route race it with itself,
 * and the ledger as a whole is checked after all of them.
 */
const RACES: Record<string, Race> = {
  'giving an upload up while it arrives': async ({ videos }, { api, call }) => {
    const { entry, post } = await announce(api, videos.hello)
    const parameters = { key: entry.key }
    const answers = atOnce(() => call('deleteEntry', { parameters }))
    await Promise.all([sendForm(post, videos.hello).catch(() => undefined), answers])
    return defectsOf(await answers)
  },
  'retrying and deleting a failed video': async (service, person) => {
    const { key } = await submit(person.api, service.videos.garbage)
    await endOf(service, person, key)
    return defectsOf(await atOnce(n => person.call(n % 2 ? 'retryEntry' : 'deleteEntry', { parameters: { key } })))
  },
  'leaving while submitting and paying': async ({ videos }, { call }) => {
    const body = { filename: 'last.mp4', size: videos.hello.length, type: 'video/mp4', durationSeconds: 60 }
    const calls = [
      () => call('leave'),
      () => call('submitVideo', { body }),
      () => call('createPayment', { body: { package: 'tokens-20' } }),
    ]
    return defectsOf(await atOnce(async n => calls[n % calls.length]?.()))
  },
  'leaving while saving': async (service, person, chance) => {
    const { key } = await submit(person.api, service.videos.hello)
    await endOf(service, person, key)
    const [first] = (await person.api('readProject', { parameters: { key } })).machine.passages
    const saves = atOnce(async n => {
      await pause(chance.below(40))
      const put = [{ ...first, korean: `마지막 ${n}` }]
      return person.call('saveEdits', { parameters: { key }, body: { base: 0, put, remove: [] } })
    })
    await pause(chance.below(20))
    const left = await person.call('leave')
    const { services, physicalName } = service.cloud
    const kept = left.status === 200 ? services.s3.keys(physicalName('Media'), `srts/${person.uid}/`) : []
    return [...defectsOf([left, ...(await saves)]), ...kept.map(name => `remains of a user who left: ${name}`)]
  },
}

const defectsOf = (answers: readonly ({ status: number } | undefined)[]): string[] =>
  answers.flatMap(answer => (answer && answer.status >= 500 ? [`a request was answered ${answer.status}`] : []))

const atOnce = <Answer>(ask: (n: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => ask(n)))

/** Runs every race once, each with its own user, in random order. */
export async function runRaces(service: AttackedService, chance: Chance): Promise<Attacked> {
  const races = chance.shuffled(Object.entries(RACES))
  const broken: string[] = []
  for (const [name, race] of races) {
    const person = await visitor(service.cloud, `racer-${chance.below(1_000_000)}`)
    broken.push(...(await race(service, person, chance)).map(line => `${name}: ${line}`))
  }
  return { line: `${races.length} races`, broken }
}
