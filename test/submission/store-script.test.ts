import { beforeEach, describe, expect, it } from 'vitest'
import { ALLOWANCES, MOST_NOTES, MOST_SCRIPT, SCRIPT_BODY_BYTES } from '../../lambdas/contract/limits.ts'
import { SCRIPTS, scriptKey, WORK } from '../../lambdas/contract/media-objects.ts'
import { script } from '../../lambdas/contract/script.ts'
import { videoSubmission, youtubeSubmission } from '../../lambdas/contract/views.ts'
import { moveEntry, readEntry } from '../../lambdas/records/archive.ts'
import { refund } from '../../lambdas/records/ledger/index.ts'
import { setSuspended } from '../../lambdas/records/users.ts'
import { readJson } from '../../lambdas/runtime/media-bucket.ts'
import { retryEntry } from '../../lambdas/submission/retry-entry.ts'
import { storeScript } from '../../lambdas/submission/store-script.ts'
import { submitVideo } from '../../lambdas/submission/submit-video.ts'
import { submitYoutube } from '../../lambdas/submission/submit-youtube.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, newUser } from '../support/users.ts'
import { openDeps, submitterOf, type TestDeps } from './deps.ts'

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])
let test: TestDeps
let uid: string

beforeEach(async () => {
  test = openDeps(tables, media)
  uid = (await newUser(tables.tables)).uid
})

const given = { text: 'Good evening.', notes: 'slide 1: bread' }
const store = (more: object = {}) => storeScript(test.deps, uid, script.parse({ ...given, ...more }))

describe('a script', () => {
  it('is stored among the user’s work files, which expire and are deleted with the account', async () => {
    const { id } = await store()
    const key = scriptKey(uid, id)
    expect(key.startsWith(`${WORK}${uid}/`)).toBe(true)
    expect(key).toMatch(new RegExp(`^${SCRIPTS.replaceAll('*', '[^/]+')}$`))
    expect(await readJson(media.media, key, script)).toEqual(given)
  })

  it('gets the same id for the same text, and a different one for any other text', async () => {
    const [first, again, other] = [await store(), await store(), await store({ notes: '' })]
    expect(again).toEqual(first)
    expect(other.id).not.toBe(first.id)
  })

  it('is refused from a suspended user, and from the sixty-first in an hour on', async () => {
    for (let n = 0; n < ALLOWANCES.script.limit; n += 1) await store()
    await expect(store()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await setSuspended(tables.tables, uid, 'spam')
    await expect(store()).rejects.toMatchObject({ code: 'SUSPENDED' })
  })

  it.each([
    ['has no words', { text: ' -- 12', notes: '' }, false],
    ['is too long', { text: 'a'.repeat(MOST_SCRIPT + 1) }, false],
    ['has notes that are too long', { notes: 'a'.repeat(MOST_NOTES + 1) }, false],
    ['has notes alone', { text: '' }, true],
    ['is as long as four hours of speech', { text: 'a'.repeat(MOST_SCRIPT) }, true],
  ])('that %s is %s', (_, more, isAccepted) => {
    expect(script.safeParse({ ...given, ...more }).success).toBe(isAccepted)
  })

  it('fits the request even if every character is escaped', () => {
    const most = { text: '"'.repeat(MOST_SCRIPT), notes: '가'.repeat(MOST_NOTES) }
    expect(Buffer.byteLength(JSON.stringify(most))).toBeLessThan(SCRIPT_BODY_BYTES)
  })
})

describe('the submission of a video', () => {
  it('names its script, and so does a retry', async () => {
    const { id } = await store()
    const body = videoSubmission.parse({
      filename: 'a.mp4',
      size: 4,
      type: 'video/mp4',
      durationSeconds: 65,
      script: id,
    })
    const { entry } = await submitVideo(test.deps, submitterOf(uid), body)
    expect((await readEntry(tables.tables, entry))?.script).toBe(id)
    await media.put(`videos/${uid}/${entry.title}`, 'mp4!')
    await moveEntry(tables.tables, entry, { from: ['uploading'], to: 'queued', at: AT })
    await refund(tables.tables, entry, { failure: 'ENGINE_ERROR', at: AT })
    const again = await retryEntry(test.deps, submitterOf(uid), entry.key)
    expect((await readEntry(tables.tables, again.entry))?.script).toBe(id)
  })

  it('from YouTube names its script, too', async () => {
    test.videos.set('dQw4w9WgXcQ', { title: 'A talk', durationSeconds: 65, thumbnail: '' })
    const { id } = await store()
    const body = youtubeSubmission.parse({ url: 'https://youtu.be/dQw4w9WgXcQ', script: id })
    const { entry } = await submitYoutube(test.deps, submitterOf(uid), body)
    expect((await readEntry(tables.tables, entry))?.script).toBe(id)
  })

  it('refuses a script id that could be a path', () => {
    for (const id of ['../../videos/x', 'a'.repeat(23), ''])
      expect(youtubeSubmission.safeParse({ url: 'https://youtu.be/dQw4w9WgXcQ', script: id }).success).toBe(false)
  })
})
