import { beforeEach, describe, expect, it } from 'vitest'
import { ALLOWANCES } from '../../lambdas/contract/limits.ts'
import { setSwitch } from '../../lambdas/records/service-rows.ts'
import { priceYoutube, quoteYoutube } from '../../lambdas/submission/submit-youtube.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { newUser } from '../support/users.ts'
import { openDeps, type TestDeps } from './deps.ts'

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])
let test: TestDeps

beforeEach(() => {
  test = openDeps(tables, media)
})

let count = 0
function newVideo(durationSeconds = 754): string {
  count += 1
  const id = `guest-${String(count).padStart(5, '0')}`
  test.videos.set(id, { title: 'A talk', durationSeconds })
  return id
}

describe('the price of a YouTube link for a guest', () => {
  it('contains title and length and nothing else', async () => {
    expect(await priceYoutube(test.deps, newVideo())).toEqual({ title: 'A talk', durationSeconds: 754 })
  })

  it('explains why a video is not accepted', async () => {
    await expect(priceYoutube(test.deps, 'no link')).rejects.toMatchObject({ code: 'NOT_A_LINK' })
    await expect(priceYoutube(test.deps, newVideo(4 * 3600 + 1))).rejects.toMatchObject({ code: 'TOO_LONG' })
    await setSwitch(tables.tables, 'youtubeStopped', '')
    await expect(priceYoutube(test.deps, newVideo())).rejects.toMatchObject({ code: 'YOUTUBE_OFF' })
    await setSwitch(tables.tables, 'youtubeStopped', undefined)
  })

  it('counts against one allowance of all guests and not against users’ allowances', async () => {
    const known = newVideo()
    await priceYoutube(test.deps, known)
    let refused: unknown
    for (let i = 0; i <= ALLOWANCES.guestQuote.limit && refused === undefined; i += 1)
      await priceYoutube(test.deps, newVideo()).catch(error => {
        refused = error
      })
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await priceYoutube(test.deps, known)).toMatchObject({ title: 'A talk' })
    const { uid } = await newUser(tables.tables)
    expect(await quoteYoutube(test.deps, { uid, id: newVideo() })).toMatchObject({ durationSeconds: 754 })
    expect(test.asked.length).toBeLessThanOrEqual(ALLOWANCES.guestQuote.limit + 1)
  })
})
