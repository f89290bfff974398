import { randomUUID } from 'node:crypto'
import type { ProjectSentence } from '../../../lambdas/contract/project.ts'
import { submit } from '../../../test/support/journey.ts'
import { type Visitor, visitor } from '../../../test/support/visitor.ts'
import type { Chance } from './chance.ts'
import type { Attacked } from './media.ts'
import { endOf } from './play-pairs.ts'
import type { AttackedService } from './service.ts'

const MOST_MS = 5000
const AT_ONCE = 6

type Finished = Visitor & { key: string; sentences: ProjectSentence[]; words: number }

/** A user with a finished subtitle. */
async function editor(service: AttackedService, name: string): Promise<Finished> {
  const person = await visitor(service.cloud, name)
  const { key } = await submit(person.api, service.videos.hello)
  await endOf(service, person, key)
  const { passages, words } = (await person.api('readProject', { parameters: { key } })).machine
  return { ...person, key, sentences: passages, words: words.length }
}

/** Saves of the editor that claim too much, contradict each other or race the end of the account. */
export async function trySaves(service: AttackedService, chance: Chance): Promise<Attacked> {
  const broken: string[] = []
  const person = await editor(service, `saves-${chance.below(1_000_000)}`)
  const [first] = person.sentences
  if (!first) throw new Error('the subtitle has no sentence')
  const save = (put: object[]) =>
    person.call('saveEdits', { parameters: { key: person.key }, body: { base: 0, put, remove: [] } })
  const everything = { breaks: [], problems: [], from: 0, to: person.words, korean: '가 '.repeat(100) }
  const claims = Array.from({ length: 50 }, (_, i) => ({ ...everything, id: `x${i}` }))
  const hostile: [string, object[]][] = [
    ['sentences that claim all words again and again', claims],
    ['a sentence that claims words of another', [{ ...everything, id: 'x' }]],
    [
      'one sentence twice',
      [
        { ...first, korean: '하나' },
        { ...first, korean: '둘' },
      ],
    ],
    ['words that do not exist', [{ ...first, from: person.words, to: person.words + 9 }]],
  ]
  for (const [name, put] of hostile) {
    const started = performance.now()
    const { status } = await save(put)
    const ms = performance.now() - started
    if (status !== 400) broken.push(`a save with ${name} was answered ${status}`)
    if (ms > MOST_MS) broken.push(`a save with ${name} took ${Math.round(ms)} ms`)
  }
  const texts = await save([{ ...first, korean: '\u0000안녕\u202e하세요\u001b[2J' }])
  if (texts.status !== 200) broken.push(`a save with control characters was answered ${texts.status}`)
  const { url } = await person.api('downloadSubtitle', {
    parameters: { key: person.key },
    query: { format: 'bilingual' },
  })
  if (/[^\P{Cc}\n]|\u202e/u.test(await (await fetch(url)).text())) broken.push('a file contains control characters')
  const raced = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => save([{ ...first, korean: `동시에 ${n}` }])),
  )
  for (const { status } of raced) if (status >= 500) broken.push(`a concurrent save was answered ${status}`)
  const left = await leaveWhileSaving(service, chance)
  return {
    line: `${hostile.length + 1 + AT_ONCE} saves, and ${left.saves} while an account was closed`,
    broken: [...broken, ...left.broken],
  }
}

/** Closes accounts while their subtitles are saved; nothing of them may remain. */
async function leaveWhileSaving(
  service: AttackedService,
  chance: Chance,
): Promise<{ saves: number; broken: string[] }> {
  const { cloud } = service
  const broken: string[] = []
  for (let round = 0; round < 4; round += 1) {
    const person = await editor(service, `leaver-${randomUUID()}`)
    const [first] = person.sentences
    const parameters = { key: person.key }
    const saves = Array.from({ length: AT_ONCE }, async (_, n) => {
      await new Promise(resolve => setTimeout(resolve, chance.below(40)))
      const put = [{ ...first, korean: `마지막 ${n}` }]
      return person.call('saveEdits', { parameters, body: { base: 0, put, remove: [] } })
    })
    await new Promise(resolve => setTimeout(resolve, chance.below(20)))
    const [{ status }, ...answers] = await Promise.all([person.call('leave'), ...saves])
    for (const answer of answers)
      if (answer.status >= 500) broken.push(`a save while leaving was answered ${answer.status}`)
    if (status >= 500) broken.push(`leaving while saving was answered ${status}`)
    if (status !== 200) continue
    const keys = cloud.services.s3.keys(cloud.physicalName('Media'), `srts/${person.uid}/`)
    for (const key of keys) broken.push(`of a user who left remains ${key}`)
  }
  return { saves: 4 * AT_ONCE, broken }
}
