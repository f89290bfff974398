import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { parseSrt } from '#subtitle-engine'
import type { ApiClient } from '../../bin/demo/api-client.ts'
import { FAILURE_TEXT, type FailureCode, failureCode } from '../../lambdas/contract/archive-entry.ts'
import { API_ERRORS, type ApiErrorCode } from '../../lambdas/contract/errors.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import type { SpeechEngine } from '../../local/engines/index.ts'
import { recordedEngines } from '../fixtures/recorded-engines.ts'
import { eventually } from '../support/eventually.ts'
import { closed } from '../support/journey.ts'
import { type Running, running, shareStory } from '../support/running.ts'
import { ODD_VIDEOS } from '../support/youtube-samples.ts'

const linkOf = (id: string) => `https://youtu.be/${id}?si=Zk1x&t=3`
const quote = (api: ApiClient, id: string) => api('quoteYoutube', { parameters: { id } })
const submit = async (api: ApiClient, id: string, choices: { captions?: boolean } = {}) =>
  (await api('submitYoutube', { body: { url: linkOf(id), register: 'polite', ...choices } })).entry

/** Expects the entry to have failed for that reason, without a charge, and one email with the reason and advice. */
async function refunded(story: Running, api: ApiClient, entry: EntryView, failure: FailureCode): Promise<void> {
  expect(entry).toMatchObject({ status: 'failed', failure, used_token: 0, failureText: FAILURE_TEXT[failure] })
  const { movements } = await api('movements')
  const own = movements.filter(({ movement }) => movement.includes(entry.key))
  expect(own.map(({ movement }) => movement.split('#')[0])).toEqual(['refund', 'hold'])
  expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  const toldOf = () =>
    story.cloud.emails().filter(({ subject }) => subject === `자막을 만들지 못했어요: ${nameOf(entry)}`)
  await eventually(() => expect(toldOf()).toHaveLength(1))
  expect(toldOf()[0]?.text).toContain(FAILURE_TEXT[failure])
  expect(toldOf()[0]?.text).toContain(`토큰 ${entry.refunded}개를 돌려 드렸어요`)
}

const nameOf = (entry: EntryView) => entry.title.slice(entry.key.length + 1)

describe('a YouTube link', () => {
  let story: Running
  let api: ApiClient
  let hear: SpeechEngine['transcribe']
  const engines = recordedEngines('hello')

  beforeAll(async () => {
    const speech: SpeechEngine = { transcribe: (file, options) => hear(file, options) }
    story = await running({
      assembly: inject('fetchingAssembly'),
      engines: { ...engines, speech },
      youtubeSamples: ODD_VIDEOS,
    })
  })
  afterAll(() => story.stop())
  let count = 0
  beforeEach(async () => {
    hear = file => engines.speech.transcribe(file)
    api = await story.person(`viewer-${++count}`)
  })

  it('is quoted, held, fetched, transcribed, charged by its sound, announced and downloaded', async () => {
    expect(await quote(api, 'jamak-hello')).toMatchObject({
      url: 'https://www.youtube.com/watch?v=jamak-hello',
      title: 'Welcome to Jamak',
      durationSeconds: 25,
      tokens: 4,
      fetchable: true,
    })
    const held = await submit(api, 'jamak-hello')
    expect(held).toMatchObject({ type: 'youtube', url: 'https://www.youtube.com/watch?v=jamak-hello', used_token: 4 })
    const { key } = held
    const entry = await closed(api, key)
    expect(entry).toMatchObject({ status: 'done', is_srt: true, used_token: 4, title: `${key}_Welcome to Jamak` })
    expect(entry.certificate?.source).toBe('recognition')
    expect((await api('me')).token).toBe(196)

    const archive = await api('listArchive')
    expect(archive.entries[0]?.url).toBe('https://www.youtube.com/watch?v=jamak-hello')
    const { url, filename } = await api('downloadSubtitle', { parameters: { key }, query: { format: 'srt' } })
    expect(filename).toBe('Welcome to Jamak.srt')
    const cues = parseSrt(await (await fetch(url)).text())
    expect(cues[0]?.lines).toEqual(['Jamak에 오신 것을 환영해요'])
    const subjects = () => story.cloud.emails().map(({ subject }) => subject)
    await eventually(() =>
      expect(subjects()).toEqual(
        expect.arrayContaining(['YouTube 링크를 받았어요: Welcome to Jamak', '자막이 완성됐어요: Welcome to Jamak']),
      ),
    )
  })

  it('costs one call of the Data API for two quotes, even from different users', async () => {
    const asked = () => story.cloud.services.youtube?.asked().filter(id => id === 'jamak-short').length
    await quote(api, 'jamak-short')
    await quote(await story.person('another'), 'jamak-short')
    expect(asked()).toBe(1)
  })

  it('has a thumbnail that the content security policy allows', async () => {
    const { thumbnail = '' } = await quote(api, 'jamak-hello')
    const picture = await fetch(thumbnail)
    expect(picture.headers.get('content-type')).toMatch(/^image\//)
    const policy = (await fetch(story.cloud.siteUrl)).headers.get('content-security-policy') ?? ''
    const sources = /img-src ([^;]*)/.exec(policy)?.[1]?.split(' ')
    expect(sources).toContain(new URL(thumbnail).origin)
  })

  it('to a video longer than YouTube stated is charged by its sound', async () => {
    const held = await submit(api, 'jamak-short')
    expect(held.used_token).toBe(1)
    expect(await closed(api, held.key)).toMatchObject({ status: 'done', used_token: 4 })
    expect((await api('me')).token).toBe(196)
  })

  it('to a video with hand-written captions uses their text and times instead of a transcription', async () => {
    hear = async () => Promise.reject(new Error('nothing was to be heard'))
    const entry = await closed(api, (await submit(api, 'jamak-human')).key)
    expect(entry).toMatchObject({ status: 'done', certificate: { source: 'captions' } })
    const { url } = await api('downloadSubtitle', { parameters: { key: entry.key }, query: { format: 'srt' } })
    const cues = parseSrt(await (await fetch(url)).text())
    expect(cues[0]).toMatchObject({ startMs: 600, lines: ['Jamak에 오신 것을 환영해요'] })
  })

  it('to a video with captions is transcribed if the sender declines the captions', async () => {
    const heard = vi.fn(engines.speech.transcribe)
    hear = heard
    const { key } = await submit(api, 'jamak-human', { captions: false })
    expect((await closed(api, key)).certificate?.source).toBe('recognition')
    expect(heard).toHaveBeenCalledOnce()
  })

  it('resumes a fetch that was killed halfway', async () => {
    expect((await closed(api, (await submit(api, 'jamak-crash')).key)).status).toBe('done')
  })

  it.each([
    ['five hours long in truth', 'jamak-5hour', 'YOUTUBE_TOO_LONG'],
    ['larger than announced', 'jamak-swell', 'YOUTUBE_TOO_LONG'],
    ['killed whenever it is tried', 'jamak-kills', 'ENGINE_ERROR'],
  ] satisfies [string, string, FailureCode][])(
    'that cannot be fetched (%s) is refunded and told',
    async (_, id, failure) => {
      const { key } = await submit(api, id)
      await refunded(story, api, await closed(api, key), failure)
      expect((await api('me')).token).toBe(200)
    },
  )

  it('that YouTube blocks fails with the advice to upload a file', () => {
    for (const code of failureCode.options.filter(code => code.startsWith('YOUTUBE_')))
      expect(FAILURE_TEXT[code], code).toContain('MP4 파일로 올려 주세요')
  })

  it('to a video that cannot become a subtitle is refused before tokens are held', async () => {
    for (const [id, code] of [
      ['no-such-one', 'YOUTUBE_NOT_FOUND'],
      ['jamak-hides', 'YOUTUBE_NOT_FOUND'],
      ['jamak-live-', 'YOUTUBE_LIVE'],
      ['jamak-soon-', 'YOUTUBE_UPCOMING'],
      ['jamak-adult', 'YOUTUBE_AGE_RESTRICTED'],
      ['jamak-days-', 'TOO_LONG'],
      ['jamak-quota', 'YOUTUBE_BUSY'],
      ['jamak-down-', 'YOUTUBE_BUSY'],
    ] satisfies [string, ApiErrorCode][]) {
      await expect(quote(api, id)).rejects.toThrow(`${API_ERRORS[code][1]} (${code})`)
      await expect(submit(api, id)).rejects.toThrow(`(${code})`)
    }
    expect((await api('me')).token).toBe(200)
    expect((await api('listArchive')).total).toBe(0)
  })

  it('that costs more than the balance is refused without a hold', async () => {
    expect(await quote(api, 'jamak-hour-')).toMatchObject({ durationSeconds: 3723, tokens: 620 })
    await expect(submit(api, 'jamak-hour-')).rejects.toThrow('(INSUFFICIENT_TOKENS)')
    expect((await api('me')).token).toBe(200)
  })

  it('frees its turn when it fails: three at a time, again and again', async () => {
    const meanwhile = [
      ['jamak-robot', 'YOUTUBE_BLOCKED'],
      ['jamak-gone-', 'YOUTUBE_UNAVAILABLE'],
      ['jamak-age18', 'YOUTUBE_AGE_RESTRICTED'],
    ] as const
    for (let round = 0; round < 2; round++) {
      const three = await Promise.all(meanwhile.map(([id]) => submit(api, id)))
      const ends = await Promise.all(three.map(({ key }) => closed(api, key)))
      expect(ends.map(({ failure }) => failure)).toEqual(meanwhile.map(([, failure]) => failure))
    }
    expect((await api('me')).token).toBe(200)
  })
})

describe('a fetch that hangs', () => {
  it('ends when its workflow times out, and its owner is refunded and notified', async () => {
    const story = await running({
      assembly: inject('fetchingAssembly'),
      // The machine that refunds keeps its time: on a busy computer it needs longer than this.
      timeLimit: machine => (machine.includes('WorkflowVideo') ? 3 : undefined),
      youtubeSamples: ODD_VIDEOS,
    })
    const api = await story.person('patient')
    const { key } = await submit(api, 'jamak-stuck')
    await refunded(story, api, await closed(api, key), 'TIMED_OUT')
    await story.stop()
  })
})

describe('while fetching is off, which is the default,', async () => {
  const story = await shareStory()

  it('the quote says so, and a submission is refused before tokens are held', async () => {
    const api = await story.person('viewer-without-fetching')
    expect(await quote(api, 'jamak-hello')).toMatchObject({ tokens: 4, fetchable: false })
    await expect(submit(api, 'jamak-hello')).rejects.toThrow('(YOUTUBE_OFF)')
    expect((await api('me')).token).toBe(200)
    expect((await api('movements')).movements).toHaveLength(1)
    expect((await api('listArchive')).total).toBe(0)
  })
})
