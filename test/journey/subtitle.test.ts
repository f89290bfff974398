import { beforeAll, describe, expect, it } from 'vitest'
import { ServiceFault } from '#local-aws'
import { parseSrt } from '#subtitle-engine'
import type { ApiClient } from '../../bin/demo/api-client.ts'
import { FAILURE_TEXT } from '../../lambdas/contract/archive-entry.ts'
import type { TranslationEngine } from '../../local/engines/index.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { eventually } from '../support/eventually.ts'
import { closed } from '../support/journey.ts'
import { shareStory } from '../support/running.ts'
import { expectBalancedLedger } from '../support/stored-rows.ts'

const engines = recordedEngines('hello')
/** The translation of the next calls. */
let translate: TranslationEngine['translate'] = engines.translation.translate
const story = await shareStory({ ...engines, translation: { translate: (...texts) => translate(...texts) } })

const ENGLISH = `1
00:00:10,000 --> 00:00:12,500
[music]

2
00:00:13,000 --> 00:00:15,000
- Welcome
to Jamak.

3
00:00:16,000 --> 00:00:18,000
- It pauses between sentences,

4
00:00:18,000 --> 00:00:21,000
just as people do.

5
00:01:40,000 --> 00:01:43,000
Thank you for listening.
`

const cue = (text: string) => `1\n00:00:01,000 --> 00:00:03,000\n${text}\n`

describe('from an English subtitle to a Korean one', () => {
  let api: ApiClient
  beforeAll(async () => {
    api = await story.person('sori')
  })
  const submit = (text: string, filename = 'Talk (en).srt') => api('submitSubtitle', { body: { filename, text } })
  const subjects = () => story.cloud.emails().map(email => email.subject)

  it.each([
    ['UNREADABLE', `\0${ENGLISH}`],
    ['TOO_LARGE', ENGLISH.padEnd(2 * 1024 ** 2 + 1, '\n')],
    ['TOO_LONG', `${ENGLISH}\n6\n06:00:14,000 --> 06:00:16,000\nIt is over.\n`],
    ['EMPTY', cue('[music]')],
    ['NO_TIMES', 'Only a text.'],
    ['NOT_ENGLISH', cue('안녕하세요.')],
  ])('refuses a file as SUBTITLE_%s without holding, storing or starting anything', async (reason, text) => {
    await expect(submit(text)).rejects.toMatchObject({ code: `SUBTITLE_${reason}` })
    const { uid, token } = await api('me')
    expect(token).toBe(200)
    expect((await api('movements')).movements.map(({ movement }) => movement)).toEqual(['signup'])
    expect((await api('listArchive')).total).toBe(0)
    expect(story.cloud.services.s3.keys(story.cloud.physicalName('Media'), `work/${uid}/`)).toEqual([])
    expect(story.cloud.executions().filter(({ name }) => name.startsWith(uid))).toEqual([])
  })

  it('translates it without a transcription, at a token per 30 seconds', async () => {
    const { entry } = await submit(ENGLISH)
    expect(entry).toMatchObject({ type: 'subtitle', used_token: 3, duration_seconds: 93 })
    const done = await closed(api, entry.key)
    expect(done).toMatchObject({ status: 'done', used_token: 3, certificate: { source: 'captions' } })
    const { movements } = await api('movements')
    expect(movements.map(({ movement, amount }) => [movement.split('#')[0], amount])).toEqual([
      ['settle', 0],
      ['hold', -3],
      ['signup', 200],
    ])

    const { url, filename } = await api('downloadSubtitle', {
      parameters: { key: entry.key },
      query: { format: 'srt' },
    })
    expect(filename).toBe('Talk (en).srt')
    const cues = parseSrt(await (await fetch(url)).text())
    expect(cues[0]).toMatchObject({ startMs: 13_000, lines: ['Jamak에 오신 것을 환영해요'] })
    expect(cues.at(-1)?.startMs).toBe(100_000)
    const project = await api('readProject', { parameters: { key: entry.key } })
    expect(project.machine.words.map(([text]) => text).join(' ')).toContain('Thank you for listening')
    expect(project.videoUrl).toBeUndefined()
  })

  it('tells its owner by email that it has arrived and that it is ready', async () => {
    await expect
      .poll(subjects)
      .toEqual(expect.arrayContaining(['영어 자막을 받았어요: Talk (en).srt', '자막이 완성됐어요: Talk (en).srt']))
    const ready = story.cloud.emails().find(email => email.subject.startsWith('자막이 완성됐어요'))
    expect(ready?.text).not.toContain('영상에 있던')
  })
})

describe('an English subtitle whose translation fails', () => {
  let api: ApiClient
  beforeAll(async () => {
    api = await story.person('haneul')
  })
  const told = (start: string) =>
    story.cloud.emails().filter(({ to, subject }) => to.join().startsWith('haneul') && subject.startsWith(start))
  const amounts = async (key: string) =>
    (await api('movements')).movements.flatMap(({ movement, amount }) =>
      movement.endsWith(`#${key}`) ? [[movement.split('#')[0], amount]] : [],
    )

  it('is refunded with an email that names the tokens, and is translated when it is retried', async () => {
    translate = async () => {
      throw new ServiceFault('AccessDeniedException', 'The function may not translate.')
    }
    const { entry } = await api('submitSubtitle', { body: { filename: 'Second (en).srt', text: ENGLISH } })
    expect(entry.used_token).toBe(3)
    const failed = await closed(api, entry.key)
    expect(failed).toMatchObject({ status: 'failed', failure: 'INTERNAL', used_token: 0, refunded: 3 })
    expect((await api('me')).token).toBe(200)
    const refunded = [
      ['refund', 3],
      ['settle', 0],
      ['hold', -3],
    ]
    expect(await amounts(entry.key)).toEqual(refunded)
    await eventually(() => expect(told('자막을 만들지 못했어요: Second (en).srt')).toHaveLength(1))
    const [email] = told('자막을 만들지 못했어요')
    expect(email?.text).toContain(FAILURE_TEXT.INTERNAL)
    expect(email?.text).toContain('토큰 3개를 돌려 드렸어요.')

    translate = engines.translation.translate
    const again = (await api('retryEntry', { parameters: { key: entry.key } })).entry
    expect(again).toMatchObject({ type: 'subtitle', used_token: 3, duration_seconds: 93 })
    expect(await closed(api, again.key)).toMatchObject({
      status: 'done',
      used_token: 3,
      certificate: { source: 'captions' },
    })
    expect(await amounts(again.key)).toEqual([
      ['settle', 0],
      ['hold', -3],
    ])
    expect(await amounts(entry.key)).toEqual(refunded)
    expect((await api('me')).token).toBe(197)
    await eventually(() => expect(told('자막이 완성됐어요: Second (en).srt')).toHaveLength(1))
    await expectBalancedLedger(story.cloud)
  })
})
