import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ServiceFault } from '#local-aws'
import type { ApiClient } from '../../bin/demo/api-client.ts'
import { isOpen } from '../../lambdas/contract/archive-entry.ts'
import { RUNNING_AT_ONCE } from '../../lambdas/contract/limits.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { eventually } from '../support/eventually.ts'
import { shareStory } from '../support/running.ts'
import { expectBalancedLedger } from '../support/stored-rows.ts'

const { speech, translation } = recordedEngines('hello')
/** The engine refuses to translate texts that contain this. */
let untranslatable = 'broken'
const story = await shareStory({
  speech,
  translation: {
    async translate(texts, ...others) {
      if (JSON.stringify(texts).includes(untranslatable))
        throw new ServiceFault('AccessDeniedException', 'not this one')
      return translation.translate(texts, ...others)
    },
  },
})

const english = (last: string) => `1
00:00:00,000 --> 00:00:02,000
Welcome to Jamak.

2
00:00:28,000 --> 00:00:30,000
${last}
`

describe('nine subtitles submitted together, two of them invalid and one that fails', () => {
  let api: ApiClient
  const id = randomUUID()
  const group = { id, size: 9, series: false }
  const texts = Array.from({ length: group.size }, (_, n) => {
    if (n === 2 || n === 7) return '한국어예요.'
    return n === 5 ? 'This one is broken.' : 'Thank you for listening.'
  })
  let refused: unknown[]
  /** The most members seen in progress at once, and whether others were waiting meanwhile. */
  let most = 0
  let waited = false
  const members = async (): Promise<EntryView[]> => (await api('listArchive', { query: { group: id } })).entries

  beforeAll(async () => {
    api = await story.person('nine-subtitles')
    const outcomes = await Promise.allSettled(
      texts.map((text, n) =>
        api('submitSubtitle', { body: { filename: `${n + 1}화.srt`, text: english(text), group } }),
      ),
    )
    refused = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
    await api('closeGroup', { parameters: { group: id }, body: { size: texts.length - refused.length } })
    await vi.waitFor(
      async () => {
        const open = (await members()).filter(({ status }) => isOpen(status))
        const working = open.filter(({ status }) => status !== 'queued')
        most = Math.max(most, working.length)
        waited ||= working.length > 0 && working.length < open.length
        expect(open).toEqual([])
      },
      { timeout: 240_000, interval: 50 },
    )
  })

  it('are translated except for the two invalid ones, which are refused, and the one that fails', async () => {
    expect(refused).toHaveLength(2)
    for (const reason of refused) expect(reason).toMatchObject({ code: 'SUBTITLE_NOT_ENGLISH' })
    const statuses = (await members()).map(({ status }) => status)
    expect(statuses.filter(status => status === 'done')).toHaveLength(6)
    expect(statuses.filter(status => status === 'failed')).toHaveLength(1)
  })

  it('are processed three at a time, while the others wait', () => {
    expect(waited).toBe(true)
    expect(most).toBeLessThanOrEqual(RUNNING_AT_ONCE)
  })

  it('are held and settled one by one, and the one that failed is refunded', async () => {
    expect((await api('me')).token).toBe(200 - 6)
    await expectBalancedLedger(story.cloud)
  })

  it('get one email about all of them', async () => {
    const isTold = (to: readonly string[]) => to.includes('nine-subtitles@example.com')
    const sent = () => story.cloud.emails().filter(({ to, subject }) => isTold(to) && !subject.includes('반가워요'))
    await eventually(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.subject).toBe('자막 7개 가운데 6개가 완성됐어요')
    expect(sent()[0]?.text).toContain('6화.srt: ')
  })
})

describe('a group whose last open member is deleted', () => {
  it('still gets its email', async () => {
    const api = await story.person('last-member')
    const group = { id: randomUUID(), size: 2, series: false }
    const emails = () => story.cloud.emails().filter(({ to, subject }) => isAbout(to, subject))
    const isAbout = (to: readonly string[], subject: string) =>
      to.includes('last-member@example.com') && subject === '자막이 완성됐어요'
    const video = { filename: '2화.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60, group }
    const { entry: uploading } = await api('submitVideo', { body: video })
    const text = english('Thank you for listening.')
    const { entry } = await api('submitSubtitle', { body: { filename: '1화.srt', text, group } })
    await eventually(async () =>
      expect((await api('readEntry', { parameters: { key: entry.key } })).status).toBe('done'),
    )
    await api('deleteEntry', { parameters: { key: uploading.key } })
    await story.cloud.runRule('WorkflowEmailsEveryFiveMinutes')
    await eventually(() => expect(emails()).toHaveLength(1))
  })
})

describe('a failed member that is retried', () => {
  it('is reported by the email of its group, and by an email of its own if that was sent', async () => {
    const api = await story.person('retried-member')
    const group = { id: randomUUID(), size: 2, series: false }
    const subjects = () =>
      story.cloud
        .emails()
        .filter(({ to, subject }) => to.includes('retried-member@example.com') && !subject.includes('반가워요'))
        .map(({ subject }) => subject)
    const ended = async (key: string) =>
      eventually(async () => expect(isOpen((await api('readEntry', { parameters: { key } })).status)).toBe(false))
    const submit = (filename: string, text: string) =>
      api('submitSubtitle', { body: { filename, text: english(text), group } })
    const retry = (key: string) => api('retryEntry', { parameters: { key } })

    const text = 'Can you read this line before it goes away?'
    untranslatable = text
    const { entry: first } = await submit('1화.srt', text)
    await ended(first.key)
    const { entry: second } = await retry(first.key)
    await ended(second.key)
    expect(subjects()).toEqual([])
    await submit('2화.srt', 'Thank you for listening.')
    await eventually(() => expect(subjects()).toEqual(['자막 2개 가운데 1개가 완성됐어요']))

    untranslatable = 'broken'
    const { entry: third } = await retry(second.key)
    await eventually(() =>
      expect(subjects().filter(subject => subject.includes('완성됐어요: 1화.srt'))).toHaveLength(1),
    )
    await ended(third.key)
    expect(subjects().filter(subject => subject.includes('완성'))).toHaveLength(2)
  })
})
