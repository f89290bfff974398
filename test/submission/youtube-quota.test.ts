import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, describe, expect, it } from 'vitest'
import { YOUTUBE_QUOTA } from '../../lambdas/contract/limits.ts'
import { quotaDay } from '../../lambdas/contract/youtube.ts'
import { grant } from '../../lambdas/records/ledger/index.ts'
import { serviceKey } from '../../lambdas/records/service-rows.ts'
import { quoteYoutube } from '../../lambdas/submission/submit-youtube.ts'
import { AT, NOW } from '../support/users.ts'
import { setUpSubmissions } from './deps.ts'

const test = await setUpSubmissions()
const { tables } = test

let count = 0
function newVideo(): string {
  count += 1
  const id = `video-${String(count).padStart(5, '0')}`
  test.videos.set(id, { title: 'A talk', durationSeconds: 60 })
  return id
}
const quote = (id = newVideo()) => quoteYoutube(test.deps, { uid: test.uid, id })

async function usedToday(uses: number): Promise<void> {
  const Key = serviceKey.youtubeQuota(quotaDay(test.clock.now).day)
  const values = { UpdateExpression: 'SET uses = :uses', ExpressionAttributeValues: { ':uses': uses } }
  await tables.tables.client.send(new UpdateCommand({ TableName: tables.tables.service, Key, ...values }))
}

describe('after users without a purchase have used up their part of the daily YouTube quota', () => {
  beforeEach(() => usedToday(YOUTUBE_QUOTA.perDay - YOUTUBE_QUOTA.forPaying - 1))

  it('their next quote is refused with the time of the reset, and YouTube is not called', async () => {
    await quote()
    await expect(quote()).rejects.toMatchObject({
      code: 'YOUTUBE_QUOTA',
      message: '지금은 YouTube 링크를 더 확인할 수 없어요. MP4 파일로 올려 주세요. 오늘 16:00부터 다시 할 수 있어요.',
    })
    expect(test.asked).toHaveLength(1)
  })

  it('paying users can quote until the whole quota is used up', async () => {
    await quote()
    await grant(tables.tables, { uid: test.uid, id: 'paid', amount: 10, reason: 'test', at: AT })
    await quote()
    await usedToday(YOUTUBE_QUOTA.perDay)
    await expect(quote()).rejects.toMatchObject({ code: 'YOUTUBE_QUOTA' })
  })

  it('a video quoted within the last hour is still served from the cache', async () => {
    const known = newVideo()
    await quote(known)
    expect(await quote(known)).toMatchObject({ title: 'A talk' })
  })

  it('quotes work for all users again when the next quota day begins', async () => {
    await quote()
    test.clock.now = quotaDay(NOW).until
    await quote()
  })
})

it.each([
  ['2026-03-14T05:09:26.000Z', '2026-03-13', '2026-03-14T07:00:00.000Z'],
  ['2026-03-14T07:00:00.000Z', '2026-03-14', '2026-03-15T07:00:00.000Z'],
  ['2026-01-14T05:00:00.000Z', '2026-01-13', '2026-01-14T08:00:00.000Z'],
  ['2026-03-08T09:00:00.000Z', '2026-03-08', '2026-03-09T07:00:00.000Z'],
])('the quota day at %s is %s in California and ends at %s', (now, day, until) => {
  expect(quotaDay(Date.parse(now))).toEqual({ day, until: Date.parse(until) })
})
