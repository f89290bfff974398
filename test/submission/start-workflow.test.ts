import { beforeEach, expect, it } from 'vitest'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { videoKey } from '../../lambdas/contract/media-objects.ts'
import { executionName } from '../../lambdas/contract/workflow.ts'
import { deleteEntry, moveEntry, readEntry } from '../../lambdas/records/archive.ts'
import { leaveService, refund } from '../../lambdas/records/ledger/index.ts'
import { objectCreated, startUploaded } from '../../lambdas/submission/start-workflow.ts'
import { openMachines, type TestMachines } from '../support/machines.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, NOW, newUser } from '../support/users.ts'

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])
let machines: TestMachines
let entry: ArchiveEntry

beforeEach(async () => {
  machines = openMachines()
  entry = await heldEntry(tables.tables, (await newUser(tables.tables)).uid, { name: '50% & more +1.mp4' })
})

const arrived = (objectKey = videoKey(entry.uid, entry.title)) =>
  startUploaded({ tables: tables.tables, media: media.media, machine: machines.machine, now: () => NOW }, objectKey)
const status = async () => (await readEntry(tables.tables, entry))?.status

it('an upload that arrives is queued and starts its workflow, named after user and key', async () => {
  expect(await arrived()).toEqual({ started: true })
  expect(await status()).toBe('queued')
  expect(machines.started).toMatchObject([
    { name: executionName(entry), input: { uid: entry.uid, key: entry.key, type: 'video' } },
  ])
})

it('a repeated event or an overwritten object changes nothing', async () => {
  await arrived()
  expect(await arrived()).toEqual({ started: true })
  await moveEntry(tables.tables, entry, { from: ['queued'], to: 'listening', at: AT })
  expect(await arrived()).toEqual({ started: false })
  expect(machines.started).toHaveLength(1)
  expect(await status()).toBe('listening')
})

it('a repeated event repairs a failed start', async () => {
  machines.failNext('ThrottlingException')
  await expect(arrived()).rejects.toThrow()
  expect(await status()).toBe('queued')
  await arrived()
  expect(machines.started).toHaveLength(1)
})

it('an object without an open entry starts nothing', async () => {
  for (const key of [
    videoKey(entry.uid, `${entry.key}_another name.mp4`),
    videoKey(entry.uid, `20200101000000_${entry.title.slice(15)}`),
    videoKey('somebody', entry.title),
    'videos/stray.mp4',
  ])
    expect(await arrived(key)).toEqual({ started: false })
  await refund(tables.tables, entry, { failure: 'UPLOAD_NEVER_CAME', at: AT })
  expect(await arrived()).toEqual({ started: false })
  expect(machines.started).toEqual([])
})

it('an upload that arrives after its entry or owner was deleted is removed', async () => {
  const { uid } = entry
  const late = videoKey(uid, entry.title)
  await refund(tables.tables, entry, { failure: 'DELETED', at: AT })
  await deleteEntry(tables.tables, entry, AT)
  await leaveService(tables.tables, uid, AT)
  await media.put(late, 'used after leaving')
  expect(await arrived(late)).toEqual({ started: false })
  expect(await media.has(late)).toBe(false)
})

it('the upload of a closed entry stays, so that a retry can use it', async () => {
  const upload = videoKey(entry.uid, entry.title)
  await media.put(upload, 'heard already')
  await refund(tables.tables, entry, { failure: 'ENGINE_ERROR', at: AT })
  expect(await arrived()).toEqual({ started: false })
  expect(await media.has(upload)).toBe(true)
})

it('the key of the event is plain text, not percent-encoded', async () => {
  const event = {
    'detail-type': 'Object Created',
    detail: { object: { key: videoKey(entry.uid, entry.title), size: 5 } },
  }
  expect(await arrived(objectCreated.parse(event).detail.object.key)).toEqual({ started: true })
})
