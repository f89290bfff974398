import { beforeEach, describe, expect, it } from 'vitest'
import { youtubeSubmission } from '../../lambdas/contract/views.ts'
import { deliver, refund } from '../../lambdas/records/ledger/index.ts'
import { setSwitch } from '../../lambdas/records/service-rows.ts'
import { readUser, setSuspended } from '../../lambdas/records/users.ts'
import { quoteYoutube, submitYoutube } from '../../lambdas/submission/submit-youtube.ts'
import { YoutubeDataError, type YoutubeFault } from '../../lambdas/submission/youtube-data.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, newUser } from '../support/users.ts'
import { openDeps, submitterOf, type TestDeps } from './deps.ts'

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])
let test: TestDeps
let uid: string
let id: string
let count = 0

beforeEach(async () => {
  test = openDeps(tables, media)
  uid = (await newUser(tables.tables)).uid
  id = `video-${String(++count).padStart(5, '0')}`
  test.videos.set(id, { title: 'A talk', durationSeconds: 125, thumbnail: 'https://i.ytimg.com/m.jpg' })
})

const quote = (video = id) => quoteYoutube(test.deps, { uid, id: video })
const submit = (url = `https://youtu.be/${id}`, submitter = submitterOf(uid), changes = {}) =>
  submitYoutube(test.deps, submitter, youtubeSubmission.parse({ url, ...changes }))

describe('a quote', () => {
  it('shows title, length and price', async () => {
    expect(await quote()).toEqual({
      id,
      url: `https://www.youtube.com/watch?v=${id}`,
      title: 'A talk',
      thumbnail: 'https://i.ytimg.com/m.jpg',
      durationSeconds: 125,
      tokens: 20,
      fetchable: true,
    })
  })

  it('calls YouTube once an hour per video, for all users together', async () => {
    await quote()
    uid = (await newUser(tables.tables)).uid
    await quote()
    expect(test.asked).toEqual([id])
    test.clock.now += 60 * 60 * 1000 + 1000
    await quote()
    expect(test.asked).toEqual([id, id])
  })

  it('names the user’s newest entry of the same video, unless it failed', async () => {
    expect((await quote()).already).toBeUndefined()
    const { entry } = await submit()
    expect((await quote()).already).toEqual({ key: entry.key, isDone: false })
    await deliver(tables.tables, entry, delivery(entry))
    expect((await quote()).already).toEqual({ key: entry.key, isDone: true })
    const own = uid
    uid = (await newUser(tables.tables)).uid
    expect((await quote()).already).toBeUndefined()
    const { entry: failed } = await submit()
    await refund(tables.tables, failed, { failure: 'ENGINE_ERROR', at: AT })
    expect((await quote()).already).toBeUndefined()
    uid = own
  })

  it('says if the video cannot be fetched', async () => {
    test.deps.youtubeFetch = false
    expect((await quote()).fetchable).toBe(false)
    test.deps.youtubeFetch = true
    await setSwitch(tables.tables, 'youtubeStopped', '막혔어요.')
    expect((await quote()).fetchable).toBe(false)
    await setSwitch(tables.tables, 'youtubeStopped', undefined)
  })

  it.each([
    ['NOT_FOUND', 'YOUTUBE_NOT_FOUND'],
    ['LIVE', 'YOUTUBE_LIVE'],
    ['UPCOMING', 'YOUTUBE_UPCOMING'],
    ['AGE_RESTRICTED', 'YOUTUBE_AGE_RESTRICTED'],
    ['BUSY', 'YOUTUBE_BUSY'],
    ['MISCONFIGURED', 'YOUTUBE_BUSY'],
  ] satisfies [YoutubeFault, string][])('that YouTube refuses as %s is refused as %s', async (fault, code) => {
    test.videos.set(id, new YoutubeDataError(fault, 'as the test asked'))
    await expect(quote()).rejects.toMatchObject({ code })
  })

  it('is refused for an invalid id, a video that is too long, or a suspended user', async () => {
    await expect(quote('../../../x')).rejects.toMatchObject({ code: 'NOT_A_LINK' })
    test.videos.set(id, { title: 'long', durationSeconds: 4 * 3600 + 1 })
    await expect(quote()).rejects.toMatchObject({ code: 'TOO_LONG' })
    await setSuspended(tables.tables, uid, '사유')
    await expect(quote()).rejects.toMatchObject({ code: 'SUSPENDED' })
    uid = 'nobody'
    await expect(quote()).rejects.toMatchObject({ code: 'NO_USER' })
  })

  it('is given at most a hundred times an hour, not counting known videos', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `m${String(index).padStart(10, '0')}`)
    for (const one of ids) test.videos.set(one, { title: 'x', durationSeconds: 6 })
    for (const one of ids.slice(0, 100)) await quote(one)
    await expect(quote(ids[100])).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await quote(ids[0])
  })
})

describe('a submitted link', () => {
  it('holds the price of YouTube’s length, stores the plain link and starts the workflow', async () => {
    const { entry } = await submit(`https://www.youtube.com/watch?list=PL1&v=${id}&t=5`, submitterOf(uid), {
      captions: false,
    })
    expect(entry).toMatchObject({
      type: 'youtube',
      url: `https://www.youtube.com/watch?v=${id}`,
      status: 'queued',
      used_token: 20,
      duration_seconds: 125,
      captions: false,
    })
    expect(entry.title).toBe(`${entry.key}_A talk`)
    expect((await readUser(tables.tables, uid))?.token).toBe(180)
    expect(test.machines.started).toMatchObject([{ input: { uid, key: entry.key, type: 'youtube' } }])
  })

  it('submitted again returns the same entry without calling YouTube, even if the video is gone', async () => {
    const submitter = submitterOf(uid)
    const first = await submit(undefined, submitter)
    test.videos.set(id, new YoutubeDataError('NOT_FOUND', 'gone'))
    test.clock.now += 2 * 60 * 60 * 1000
    expect(await submit(undefined, submitter)).toEqual(first)
    expect(test.asked).toEqual([id])
    expect(test.machines.started).toHaveLength(1)
    expect((await readUser(tables.tables, uid))?.token).toBe(180)
  })

  it('whose workflow does not start is still accepted and started later', async () => {
    const submitter = submitterOf(uid)
    test.machines.failNext('ServiceUnavailable')
    const { entry } = await submit(undefined, submitter)
    expect(entry.status).toBe('queued')
    expect(test.machines.started).toEqual([])
    await submit(undefined, submitter)
    expect(test.machines.started).toHaveLength(1)
  })

  it.each([
    ['NOT_A_LINK', 'https://example.com/watch?v=dQw4w9WgXcQ'],
    ['NOT_A_LINK', 'https://youtu.be/short'],
    ['YOUTUBE_NOT_FOUND', 'https://youtu.be/unknown-id_'],
  ])('is refused as %s: %s', async (code, url) => {
    await expect(submit(url)).rejects.toMatchObject({ code })
    expect(await readUser(tables.tables, uid)).toMatchObject({ token: 200, open_submissions: 0 })
  })

  it('is refused if fetching is off or the balance too small', async () => {
    test.videos.set(id, { title: 'long', durationSeconds: 1206 })
    await expect(submit()).rejects.toMatchObject({ code: 'INSUFFICIENT_TOKENS' })
    test.deps.youtubeFetch = false
    await expect(submit()).rejects.toMatchObject({ code: 'YOUTUBE_OFF' })
    expect(test.machines.started).toEqual([])
  })
})
