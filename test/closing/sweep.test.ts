import { CreateMultipartUploadCommand, ListPartsCommand } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SweepDeps, sweep } from '../../lambdas/closing/sweep.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { videoKey } from '../../lambdas/contract/media-objects.ts'
import { executionName } from '../../lambdas/contract/workflow.ts'
import { keepUploadId, moveEntry, readEntry, recordHeartbeat } from '../../lambdas/records/archive.ts'
import { deliver, refund } from '../../lambdas/records/ledger/index.ts'
import { openMachines, type TestMachines } from '../support/machines.ts'
import { setUpMedia } from '../support/media.ts'
import { openTables, type TestTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, iso, NOW, newUser } from '../support/users.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let tables: TestTables
const media = await setUpMedia()
let machines: TestMachines
let entry: ArchiveEntry
let deps: SweepDeps

beforeEach(async () => {
  tables = await openTables()
  machines = openMachines()
  entry = await heldEntry(tables.tables, (await newUser(tables.tables)).uid)
  deps = {
    tables: tables.tables,
    media: media.media,
    machine: machines.machine,
    closing: machines.closing,
    now: () => NOW,
  }
})
afterEach(() => tables.close())

const sweepAfter = (ms: number) => sweep({ ...deps, now: () => NOW + ms })
const status = async () => (await readEntry(tables.tables, entry))?.status
const queue = () => moveEntry(tables.tables, entry, { from: ['uploading'], to: 'queued', at: AT })
const execution = (state: string, error?: string) =>
  machines.started.push({ name: executionName(entry), input: {}, status: state, error })

describe('an upload', () => {
  it('whose event was lost is started once', async () => {
    await media.put(videoKey(entry.uid, entry.title))
    await sweepAfter(5 * MINUTE)
    await sweepAfter(10 * MINUTE)
    expect(await status()).toBe('queued')
    expect(machines.started).toMatchObject([
      { name: executionName(entry), input: { uid: entry.uid, key: entry.key, type: 'video' } },
    ])
  })

  it('with a heartbeat is left alone, however long it takes', async () => {
    await recordHeartbeat(tables.tables, entry, iso(NOW + DAY))
    await sweepAfter(DAY + 3 * MINUTE)
    expect(machines.closed).toEqual([])
    expect(await status()).toBe('uploading')
  })

  it('without a heartbeat is closed after four minutes, and its parts are deleted', async () => {
    const object = { Bucket: media.media.name, Key: videoKey(entry.uid, entry.title) }
    const { UploadId } = await (await media.media.client()).send(new CreateMultipartUploadCommand(object))
    await keepUploadId(tables.tables, entry, UploadId ?? '')
    await sweepAfter(3 * MINUTE)
    expect(machines.closed).toEqual([])
    await sweepAfter(4 * MINUTE)
    expect(machines.closed).toMatchObject([{ input: { uid: entry.uid, key: entry.key, failure: 'UPLOAD_NEVER_CAME' } }])
    await expect(
      (await media.media.client()).send(new ListPartsCommand({ ...object, UploadId })),
    ).rejects.toMatchObject({
      name: 'NoSuchUpload',
    })
    await sweepAfter(9 * MINUTE)
    expect(machines.closed.map(({ name }) => name)).toHaveLength(2)
  })

  it('that was just submitted is left to its event', async () => {
    await media.put(videoKey(entry.uid, entry.title))
    await sweepAfter(MINUTE)
    expect(machines.started).toEqual([])
  })
})

describe('an entry in progress', () => {
  it('without an execution is started', async () => {
    await queue()
    await sweepAfter(5 * MINUTE)
    expect(machines.started).toMatchObject([{ name: executionName(entry) }])
  })

  it('whose execution runs is left alone', async () => {
    await queue()
    execution('RUNNING')
    await sweepAfter(5 * HOUR)
    expect(machines.closed).toEqual([])
    expect(machines.started).toHaveLength(1)
  })

  it.each([
    ['TIMED_OUT', undefined, 'TIMED_OUT'],
    ['ABORTED', undefined, 'ABORTED'],
    ['FAILED', 'NO_SPEECH', 'NO_SPEECH'],
    ['FAILED', 'States.Runtime', 'INTERNAL'],
    ['SUCCEEDED', undefined, 'INTERNAL'],
  ])(
    'whose execution ended %s (%s) without closing it is closed as %s, again an hour later',
    async (state, error, failure) => {
      await queue()
      execution(state, error)
      await sweepAfter(5 * MINUTE)
      await sweepAfter(10 * MINUTE)
      expect(machines.closed).toMatchObject([{ input: { uid: entry.uid, key: entry.key, failure } }])
      await sweepAfter(HOUR + 10 * MINUTE)
      expect(machines.closed).toHaveLength(2)
    },
  )

  it('that is delivered is left alone', async () => {
    await media.put(videoKey(entry.uid, entry.title))
    await deliver(tables.tables, entry, delivery(entry))
    expect(await sweepAfter(2 * DAY)).toEqual({ seen: 0 })
    expect([...machines.started, ...machines.closed]).toEqual([])
  })
})

it('a failed entry is left to the sender of owed emails', async () => {
  await refund(tables.tables, entry, { failure: 'NO_SPEECH', at: AT })
  expect(await sweepAfter(HOUR)).toEqual({ seen: 0 })
})

it('an entry that fails does not block the others, and the failure is reported', async () => {
  const second = await heldEntry(tables.tables, entry.uid)
  for (const one of [entry, second]) await media.put(videoKey(one.uid, one.title))
  machines.failNext('StateMachineDoesNotExist')
  await expect(sweepAfter(5 * MINUTE)).rejects.toThrow(AggregateError)
  expect(machines.started).toHaveLength(1)
  await sweepAfter(10 * MINUTE)
  expect(machines.started).toHaveLength(2)
})

describe('subtitles', () => {
  const put = (uid: string, name = '20260313090000_talk.mp4.e1-x.srt') =>
    media.put(`srts/${uid}/${name}`, 'text', 'application/x-subrip')
  // Objects of the local S3 have the time of the machine.
  const inHour = (hour: number, minute = 0) => {
    const day = Math.ceil((Date.now() + DAY) / DAY) * DAY
    return sweep({ ...deps, now: () => day + hour * HOUR + minute * MINUTE })
  }

  it('without an entry are removed once a day, whether their user exists or not, and those of entries are kept', async () => {
    const present = entry.uid
    const gone = ['a0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002']
    for (const uid of gone) await put(uid)
    for (const name of [`${entry.title}.srt`, '20260101000000_deleted.mp4.peaks.bin', 'stray']) await put(present, name)
    const left = () => [present, ...gone].filter(uid => media.keys().some(key => key.startsWith(`srts/${uid}/`)))
    await inHour(10, 5)
    expect(left()).toEqual([present, ...gone])
    await inHour(10)
    expect(left()).toEqual([present, gone[1]])
    for (let hour = 0; hour < 24; hour += 1) await inHour(hour)
    expect(media.keys().filter(key => key.startsWith('srts/'))).toEqual([`srts/${present}/${entry.title}.srt`])
  })

  it('written within the last hour are left alone', async () => {
    await put('c0000000-0000-4000-8000-000000000003')
    const hour = Math.floor(Date.now() / DAY) * DAY + 12 * HOUR
    const early = hour < Date.now() + HOUR ? hour : hour - DAY
    await sweep({ ...deps, now: () => early })
    expect(media.keys().some(key => key.startsWith('srts/c0000000'))).toBe(true)
  })
})
