import { expect, it, vi } from 'vitest'
import { archiveEntry, isOpen } from '../../lambdas/contract/archive-entry.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { media, submit } from '../support/journey.ts'
import { setUpStory } from '../support/running.ts'
import { expectBalancedLedger, rowsOf } from '../support/stored-rows.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

/** Videos at once; `CROWD=200` runs as many and prints what it saw. */
const CROWD = Number(process.env.CROWD ?? 12)
/** Submissions that a user may have open. */
const EACH = 3
/** Executions that a new account may run at once. */
const NEW_ACCOUNT = 10

const { speech, translation } = recordedEngines('hello')
let transcriptions = 0
const engines = {
  speech: {
    transcribe: (...job: Parameters<typeof speech.transcribe>) => {
      transcriptions += 1
      return speech.transcribe(...job)
    },
  },
  translation,
}
// A throttled step waits until the videos before it are done. At the usual scale of the waits, its retries would end sooner.
const story = await setUpStory({ lambdaConcurrency: NEW_ACCOUNT, engines, waitScale: 0.2 })

/** Repeats what Lambda throttles, as the page does. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  return vi.waitFor(work, { timeout: 120_000, interval: 500 })
}

it('many videos at once in a new account all end, each transcribed and announced once, and none fails while it waits', async () => {
  const sample = await media('../../../local/sample/hello.mp4')
  const people: Visitor[] = []
  for (let n = 0; n < CROWD / EACH; n += 1) people.push(await patiently(() => visitor(story.cloud, `visitor${n}`)))
  const started = Date.now()
  for (let n = 0; n < EACH; n += 1)
    for (const { api } of people)
      await patiently(() => submit(api, sample, { filename: `talk${n}.mp4`, durationSeconds: 25 }))
  const submitted = Date.now()

  const seen = new Set<string>()
  const statuses = async () => {
    const all = (await rowsOf(story.cloud, 'Archive')).map(row => archiveEntry.parse(row).status)
    for (const status of all) seen.add(status)
    return all
  }
  const running = () => story.cloud.executions().filter(({ status }) => status === 'RUNNING')
  const open = async () => [...(await statuses()).filter(isOpen), ...running()].length
  await expect.poll(open, { timeout: 500_000, interval: 1000 }).toBe(0)
  const ended = await statuses()
  expect(ended).toEqual(Array.from({ length: people.length * EACH }, () => 'done'))
  expect(transcriptions).toBe(people.length * EACH)
  expect([...seen]).not.toContain('failed')
  await expectBalancedLedger(story.cloud)
  const emails = story.cloud.emails().map(({ to, subject }) => `${to} ${subject}`)
  expect(new Set(emails).size).toBe(emails.length)
  expect(emails).toHaveLength(people.length * (1 + 2 * EACH))
  if (process.env.CROWD)
    console.log({
      videos: ended.length,
      submittedMs: submitted - started,
      allDoneMs: Date.now() - started,
      seen: [...seen],
      transcriptions,
      emails: emails.length,
    })
}, 600_000)
