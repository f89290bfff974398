import { beforeAll, describe, expect, it } from 'vitest'
import { parseSrt } from '#subtitle-engine'
import type { ApiClient } from '../../bin/demo/api-client.ts'
import { closed } from '../support/journey.ts'
import { setUpStory } from '../support/running.ts'

const story = await setUpStory()

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

describe('from an English subtitle to a Korean one', () => {
  let api: ApiClient
  beforeAll(async () => {
    api = await story.person('sori')
  })
  const submit = (text: string, filename = 'Talk (en).srt') => api('submitSubtitle', { body: { filename, text } })
  const subjects = () => story.cloud.emails().map(mail => mail.subject)

  it('refuses a file that is no English subtitle before it holds tokens', async () => {
    await expect(submit('1\n00:00:01,000 --> 00:00:03,000\n안녕하세요.\n')).rejects.toMatchObject({
      code: 'SUBTITLE_NOT_ENGLISH',
    })
    await expect(submit('Only a text.')).rejects.toMatchObject({ code: 'SUBTITLE_NO_TIMES' })
    expect((await api('me')).token).toBe(200)
    expect((await api('listArchive')).total).toBe(0)
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
    const ready = story.cloud.emails().find(mail => mail.subject.startsWith('자막이 완성됐어요'))
    expect(ready?.text).not.toContain('영상에 있던')
  })
})
