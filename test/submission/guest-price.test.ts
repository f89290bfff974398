import { ScanCommand } from '@aws-sdk/lib-dynamodb'
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
let addresses = 0
function newAddress(): string {
  addresses += 1
  return `203.0.${Math.floor(addresses / 250)}.${addresses % 250}`
}

function newVideo(durationSeconds = 754): string {
  count += 1
  const id = `guest-${String(count).padStart(5, '0')}`
  test.videos.set(id, { title: 'A talk', durationSeconds })
  return id
}

const price = (id: string, address = newAddress()) => priceYoutube(test.deps, { id, address })

describe('the price of a YouTube link for a guest', () => {
  it('contains title and length and nothing else', async () => {
    expect(await price(newVideo())).toEqual({ title: 'A talk', durationSeconds: 754 })
  })

  it('explains why a video is not accepted', async () => {
    await expect(price('no link')).rejects.toMatchObject({ code: 'NOT_A_LINK' })
    await expect(price(newVideo(4 * 3600 + 1))).rejects.toMatchObject({ code: 'TOO_LONG' })
    await setSwitch(tables.tables, 'youtubeStopped', '')
    await expect(price(newVideo())).rejects.toMatchObject({ code: 'YOUTUBE_OFF' })
    await setSwitch(tables.tables, 'youtubeStopped', undefined)
  })

  it('counts against one allowance of all guests and not against users’ allowances', async () => {
    const known = newVideo()
    await price(known)
    let refused: unknown
    for (let i = 0; i <= ALLOWANCES.guestQuote.limit && refused === undefined; i += 1)
      await price(newVideo()).catch(error => {
        refused = error
      })
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await price(known)).toMatchObject({ title: 'A talk' })
    const { uid } = await newUser(tables.tables)
    expect(await quoteYoutube(test.deps, { uid, id: newVideo() })).toMatchObject({ durationSeconds: 754 })
    expect(test.asked.length).toBeLessThanOrEqual(ALLOWANCES.guestQuote.limit + 1)
  })

  it('can be requested 20 times an hour from one address, which leaves the rest to others', async () => {
    const { limit } = ALLOWANCES.guestAddressQuote
    test.clock.now += 60 * 60_000
    for (let i = 0; i < limit; i += 1) await price(newVideo(), '2001:db8:1:2::1')
    const refused = { code: 'TOO_MANY_REQUESTS' }
    await expect(price(newVideo(), '2001:db8:1:2::ffff')).rejects.toMatchObject(refused)
    expect(await price(newVideo(), '2001:db8:1:3::1')).toMatchObject({ title: 'A talk' })
  })

  it('stores a hash of the network until the full hour, as the privacy policy says, and no address', async () => {
    test.clock.now += 3 * 60 * 60_000
    for (const address of ['203.0.113.77', '2001:db8:abcd:2::77']) await price(newVideo(), address)
    const { Items = [] } = await tables.tables.client.send(new ScanCommand({ TableName: tables.tables.service }))
    expect(JSON.stringify(Items)).not.toMatch(/203\.0\.113\.77|2001:db8:abcd/)
    const counted = Items.filter(({ id }) => String(id).includes(ALLOWANCES.guestAddressQuote.name))
    expect(counted.length).toBeGreaterThanOrEqual(2)
    for (const row of counted) {
      expect(Object.keys(row).sort()).toEqual(['expires_at', 'id', 'uses'])
      expect(row.expires_at % 3600).toBe(0)
      expect(row.expires_at * 1000 - test.clock.now).toBeLessThanOrEqual(3_600_000)
    }
  })

  it('of an unknown video costs one request an hour, however often it is requested', async () => {
    test.clock.now += 2 * 60 * 60_000
    for (let i = 0; i < 97; i += 1)
      await expect(price('unknown-vid', '203.0.113.9')).rejects.toMatchObject({ code: 'YOUTUBE_NOT_FOUND' })
    expect(test.asked).toEqual(['unknown-vid'])
    expect(await price(newVideo(), '203.0.113.9')).toMatchObject({ title: 'A talk' })
  })
})
