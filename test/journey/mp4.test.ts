import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseSrt } from '#subtitle-engine'
import type { ApiClient } from '../../bin/demo/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { announce, closed, media, sendForm, submit } from '../support/journey.ts'
import { shareStory } from '../support/running.ts'

const story = await shareStory()

describe('from an MP4 to its subtitles', () => {
  let api: ApiClient
  beforeAll(async () => {
    api = await story.person('film-maker')
  })

  const subjects = () =>
    story.cloud
      .emails()
      .filter(({ to }) => to.includes('film-maker@example.com'))
      .map(({ subject }) => subject)

  it('a new user has 200 tokens and a welcome email', async () => {
    expect(await api('me')).toMatchObject({ token: 200, name: 'film-maker', email: 'film-maker@example.com' })
    expect(subjects()).toHaveLength(1)
  })

  it('a video with speech becomes Korean subtitles, is charged by its measured length and announced by email', async () => {
    const { key } = await submit(api, await media('../../../local/sample/hello.mp4'), {
      filename: 'My talk (final).mp4',
      durationSeconds: 60,
    })
    const entry = await closed(api, key)
    expect(entry).toMatchObject({ status: 'done', is_srt: true, used_token: 4, title: `${key}_My talk (final).mp4` })
    expect((await api('me')).token).toBe(196)

    const { url, filename } = await api('downloadSubtitle', { parameters: { key }, query: { format: 'srt' } })
    expect(filename).toBe('My talk (final).srt')
    const download = await fetch(url)
    expect(download.headers.get('content-disposition')).toContain("filename*=UTF-8''My%20talk%20%28final%29.srt")
    const cues = parseSrt(await download.text())
    expect(cues[0]?.lines).toEqual(['Jamak에 오신 것을 환영해요'])
    expect(cues.every(cue => cue.endMs <= 25_275)).toBe(true)

    const { movements } = await api('movements')
    expect(movements.map(({ movement, amount }) => [movement.split('#')[0], amount])).toEqual([
      ['settle', 6],
      ['hold', -10],
      ['signup', 200],
    ])
    await eventually(() => expect(subjects()).toHaveLength(3))
  })

  it('the archive lists the finished video with its certificate', async () => {
    const archive = await api('listArchive', { query: { page: '1' } })
    expect(archive).toMatchObject({ total: 1, pages: 1 })
    expect(archive.entries[0]?.certificate).toMatchObject({ source: 'recognition', rehearsal: false })
  })

  it('WebVTT and a bilingual SRT can be downloaded too', async () => {
    const key = (await api('listArchive')).entries[0]?.key ?? ''
    const vtt = await api('downloadSubtitle', { parameters: { key }, query: { format: 'vtt' } })
    expect(await (await fetch(vtt.url)).text()).toMatch(/^WEBVTT/)
    const both = await api('downloadSubtitle', { parameters: { key }, query: { format: 'bilingual' } })
    expect(await (await fetch(both.url)).text()).toContain('Welcome to Jamak.')
  })

  it('a second event for the same object changes nothing', async () => {
    const { entries } = await api('listArchive')
    const { key, title, uid } = entries[0] ?? { key: '', title: '', uid: '' }
    const before = { executions: story.cloud.executions().length, emails: subjects(), token: (await api('me')).token }
    story.cloud.putEvent({
      source: 'aws.s3',
      'detail-type': 'Object Created',
      detail: { bucket: { name: story.cloud.physicalName('Media') }, object: { key: `videos/${uid}/${title}` } },
    })
    await story.cloud.runRule('WorkflowEveryFiveMinutes')
    expect((await api('readEntry', { parameters: { key } })).status).toBe('done')
    expect({ executions: story.cloud.executions().length, emails: subjects(), token: (await api('me')).token }).toEqual(
      before,
    )
  })

  it('overwriting the object after settling, through the still valid presigned POST, changes nothing', async () => {
    const video = await media('../../../local/sample/hello.mp4')
    const { entry, post } = await announce(api, video)
    await sendForm(post, video)
    const { key } = entry
    await eventually(async () =>
      expect((await api('readEntry', { parameters: { key } })).status).not.toMatch(/uploading|queued/),
    )
    await sendForm(post, await media('silent.mp4'))
    const done = await closed(api, key)
    expect(done).toMatchObject({ status: 'done', used_token: 4 })
    const source = await story.cloud
      .client(S3Client)
      .send(
        new GetObjectCommand({ Bucket: story.cloud.physicalName('Media'), Key: `work/${entry.uid}/${key}/source.mp4` }),
      )
    expect(source.ContentLength).toBe(video.length)
  })
})

describe('a POST sent twice with its Idempotency-Key', () => {
  it('holds tokens once and returns the same entry', async () => {
    const { accessToken } = await story.cloud.signIn({
      ...{ provider: 'Google', subject: 'twice', name: '두번', email: 'twice@example.com' },
    })
    const headers = {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    }
    await fetch(`${story.cloud.siteUrl}/api/session`, { method: 'POST', headers })
    const body = JSON.stringify({ filename: 'a.mp4', size: 1000, type: 'video/mp4', durationSeconds: 60 })
    const send = async () =>
      (await fetch(`${story.cloud.siteUrl}/api/submissions/video`, { method: 'POST', headers, body })).json()
    const [first, second] = await Promise.all([send(), send()])
    expect(second.entry).toEqual(first.entry)
    const me = await (await fetch(`${story.cloud.siteUrl}/api/me`, { headers })).json()
    expect(me.token).toBe(190)
  })
})
