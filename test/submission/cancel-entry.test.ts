import { randomUUID } from 'node:crypto'
import { CreateMultipartUploadCommand, ListPartsCommand } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { videoKey } from '../../lambdas/contract/media-objects.ts'
import { executionName } from '../../lambdas/contract/workflow.ts'
import { keepUploadId, moveEntry, type OpenStatus, readEntry } from '../../lambdas/records/archive.ts'
import { entryView } from '../../lambdas/records/archive-pages.ts'
import { deliver, movements, settle } from '../../lambdas/records/ledger/index.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { cancelEntry } from '../../lambdas/submission/cancel-entry.ts'
import { setUpMedia } from '../support/media.ts'
import { openTables, type TestTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, NOW, newUser } from '../support/users.ts'
import { openDeps, type TestDeps } from './deps.ts'

const media = await setUpMedia()
let tables: TestTables
let test: TestDeps
let entry: ArchiveEntry

beforeEach(async () => {
  tables = await openTables()
  test = openDeps(tables, media)
  entry = await heldEntry(tables.tables, (await newUser(tables.tables)).uid)
})
afterEach(() => tables.close())

const giveUp = (costs = 0) => cancelEntry(test.deps, entry, { costs })
const move = (to: OpenStatus) =>
  moveEntry(tables.tables, entry, { from: ['uploading', 'queued', 'listening'], to, at: AT })
const stored = () => readEntry(tables.tables, entry)
const account = () => readUser(tables.tables, entry.uid)
const running = () => {
  const execution = { name: executionName(entry), input: {}, status: 'RUNNING' }
  test.machines.started.push(execution)
  return execution
}

describe('canceling an upload', () => {
  it('returns its tokens and removes its row, its parts and its object', async () => {
    const object = { Bucket: media.media.name, Key: videoKey(entry.uid, entry.title) }
    const { UploadId } = await (await media.media.client()).send(new CreateMultipartUploadCommand(object))
    await keepUploadId(tables.tables, entry, UploadId ?? '')
    await media.put(object.Key)
    expect(await giveUp()).toEqual({ refunded: 10, charged: 0 })
    expect(await stored()).toBeUndefined()
    expect(await media.has(object.Key)).toBe(false)
    await expect(
      (await media.media.client()).send(new ListPartsCommand({ ...object, UploadId })),
    ).rejects.toMatchObject({
      name: 'NoSuchUpload',
    })
    expect(await account()).toMatchObject({ token: 200, open_submissions: 0 })
  })

  it('reports NO_VIDEO the second time and refunds once', async () => {
    await giveUp()
    await expect(giveUp()).rejects.toMatchObject({ code: 'NO_VIDEO' })
    expect((await account())?.token).toBe(200)
  })
})

describe('canceling the upload of a group’s member', () => {
  it('keeps its row, which no longer says that its video is kept', async () => {
    const group = { id: randomUUID(), size: 2, series: false }
    entry = await heldEntry(tables.tables, entry.uid, { group })
    const waiting = await heldEntry(tables.tables, entry.uid, { group })
    await moveEntry(tables.tables, waiting, { from: ['uploading'], to: 'queued', at: AT })
    await giveUp()
    await cancelEntry(test.deps, waiting, { costs: 0 })
    const kept = async (ref: ArchiveEntry) => {
      const row = await readEntry(tables.tables, ref)
      return row && entryView(row, NOW).videoKept
    }
    expect([await kept(entry), await kept(waiting)]).toEqual([false, true])
  })
})

describe('canceling a video that is being processed', () => {
  it.each(['queued', 'fetching'] as const)(
    'returns everything while it is %s, and stops the execution',
    async status => {
      await move(status)
      const execution = running()
      expect(await giveUp()).toEqual({ refunded: 10, charged: 0 })
      expect(await stored()).toMatchObject({ status: 'failed', failure: 'CANCELED', refunded: 10, used_token: 0 })
      expect(execution.status).toBe('ABORTED')
      expect(await account()).toMatchObject({ token: 200, open_submissions: 0 })
    },
  )

  it.each(['listening', 'translating', 'writing'] as const)('keeps the charge once it is %s', async status => {
    await move('listening')
    await settle(tables.tables, entry, { durationSeconds: 120, at: AT })
    await move(status)
    expect(await giveUp(20)).toEqual({ refunded: 0, charged: 20 })
    expect(await stored()).toMatchObject({ status: 'failed', failure: 'CANCELED', refunded: 0, used_token: 20 })
    expect(await account()).toMatchObject({ token: 180, open_submissions: 0, day_refunded_seconds: 0 })
    const { movements: rows } = await movements(tables.tables, entry.uid)
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(180)
  })

  it('never costs more than the price shown to the user', async () => {
    await move('listening')
    await expect(giveUp(0)).rejects.toMatchObject({ code: 'CANCEL_COSTS' })
    expect((await stored())?.status).toBe('listening')
    expect(await account()).toMatchObject({ token: 190, open_submissions: 1 })
  })

  it('sends no email', async () => {
    await move('listening')
    await giveUp(10)
    expect((await tables.rows('outbox')).filter(({ id }) => String(id).includes('#failed'))).toEqual([])
    expect((await stored())?.open_since).toBeUndefined()
  })

  it('returns the same result when repeated, without another charge or refund', async () => {
    await move('queued')
    await giveUp()
    expect(await giveUp()).toEqual({ refunded: 10, charged: 0 })
    expect((await account())?.token).toBe(200)
  })

  it('succeeds even if the execution cannot be stopped', async () => {
    await move('queued')
    test.machines.failNext('StateMachineDoesNotExist')
    expect(await giveUp()).toEqual({ refunded: 10, charged: 0 })
  })

  it('is refused for a delivered video', async () => {
    await deliver(tables.tables, entry, delivery(entry))
    await expect(giveUp(10)).rejects.toMatchObject({ code: 'NOT_OPEN' })
    expect(await stored()).toMatchObject({ status: 'done', used_token: 10 })
  })
})

it('a user cannot cancel another user’s video', async () => {
  const other = await newUser(tables.tables)
  await expect(cancelEntry(test.deps, { uid: other.uid, key: entry.key }, { costs: 0 })).rejects.toMatchObject({
    code: 'NO_VIDEO',
  })
  expect((await stored())?.status).toBe('uploading')
})
