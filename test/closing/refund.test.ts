import { beforeEach, describe, expect, it } from 'vitest'
import { refundEntry } from '../../lambdas/closing/refund-entry.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { refundInput } from '../../lambdas/contract/workflow.ts'
import { moveEntry, readEntry } from '../../lambdas/records/archive.ts'
import { deliver, settle } from '../../lambdas/records/ledger/index.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, NOW, newUser } from '../support/users.ts'

const test = await setUpTables()
let entry: ArchiveEntry

beforeEach(async () => {
  entry = await heldEntry(test.tables, (await newUser(test.tables)).uid)
})

const ref = () => ({ uid: entry.uid, key: entry.key })
const run = (input: object) => refundEntry(test.tables, NOW, refundInput.parse(input))
const stored = () => readEntry(test.tables, entry)

describe('the failure of an entry', () => {
  it.each([
    ['NO_SPEECH', 'NO_SPEECH'],
    ['YOUTUBE_BLOCKED', 'YOUTUBE_BLOCKED'],
    ['INSUFFICIENT_TOKENS', 'INSUFFICIENT_TOKENS'],
    ['States.Timeout', 'TIMED_OUT'],
    ['Sandbox.Timedout', 'TIMED_OUT'],
    ['ThrottlingException', 'ENGINE_ERROR'],
    ['ServiceUnavailableException', 'ENGINE_ERROR'],
    ['TypeError', 'INTERNAL'],
    ['States.Runtime', 'INTERNAL'],
    ['__proto__', 'INTERNAL'],
  ])('of a step that failed with %s is %s', async (name, failure) => {
    await run({ ...ref(), type: 'video', error: { Error: name, Cause: '{"errorMessage":"x"}' } })
    expect((await stored())?.failure).toBe(failure)
  })

  it.each([
    ['TIMED_OUT', undefined, 'TIMED_OUT'],
    ['ABORTED', undefined, 'ABORTED'],
    ['FAILED', 'NO_AUDIO', 'NO_AUDIO'],
    ['FAILED', null, 'INTERNAL'],
  ])('of an execution that ended %s (%s) is %s', async (status, error, failure) => {
    const input = JSON.stringify({ ...ref(), type: 'video' })
    await run({ source: 'aws.states', detail: { status, input, error } })
    expect((await stored())?.failure).toBe(failure)
  })

  it('is the sweeper’s own if it names one', async () => {
    await refundEntry(test.tables, NOW + 4 * 60_000, { ...ref(), failure: 'UPLOAD_NEVER_CAME' })
    expect((await stored())?.failure).toBe('UPLOAD_NEVER_CAME')
  })

  it('is none if an upload that the sweeper gave up has arrived or resumed by now', async () => {
    await run({ ...ref(), failure: 'UPLOAD_NEVER_CAME' })
    expect((await stored())?.status).toBe('uploading')
    await moveEntry(test.tables, entry, { from: ['uploading'], to: 'queued', at: AT })
    await refundEntry(test.tables, NOW + 4 * 60_000, { ...ref(), failure: 'UPLOAD_NEVER_CAME' })
    expect((await stored())?.status).toBe('queued')
  })
})

it('a refund returns the net charge and the entry for the email', async () => {
  await settle(test.tables, entry, { durationSeconds: 120, at: AT })
  expect(await run({ ...ref(), failure: 'ENGINE_ERROR' })).toEqual(ref())
  expect(await readUser(test.tables, entry.uid)).toMatchObject({ token: 200, open_submissions: 0 })
})

it('a repeated refund with another cause changes nothing and returns the same', async () => {
  await run({ ...ref(), error: { Error: 'NO_SPEECH' } })
  const input = JSON.stringify({ ...ref(), type: 'video' })
  expect(await run({ detail: { status: 'FAILED', input } })).toEqual(ref())
  expect((await stored())?.failure).toBe('NO_SPEECH')
  expect((await readUser(test.tables, entry.uid))?.token).toBe(200)
})

it('a refund after the delivery changes nothing', async () => {
  await deliver(test.tables, entry, delivery(entry))
  expect(await run({ ...ref(), failure: 'ABORTED' })).toEqual(ref())
  expect(await stored()).toMatchObject({ status: 'done', used_token: 10 })
  expect((await readUser(test.tables, entry.uid))?.token).toBe(190)
})
