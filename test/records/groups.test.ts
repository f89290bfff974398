import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { MOST_GROUP_MEMBERS } from '../../lambdas/contract/limits.ts'
import { readEntry } from '../../lambdas/records/archive.ts'
import { groupPage } from '../../lambdas/records/archive-pages.ts'
import { closeGroup, groupDueAt, readGroup } from '../../lambdas/records/groups.ts'
import { refund } from '../../lambdas/records/ledger/index.ts'
import { serviceKey } from '../../lambdas/records/service-rows.ts'
import { update, write } from '../../lambdas/records/transaction.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, NOW, newUser } from '../support/users.ts'

const test = await setUpTables()
let uid: string
let id: string

beforeEach(async () => {
  uid = (await newUser(test.tables)).uid
  id = randomUUID()
})

const submit = (group: object = {}) =>
  heldEntry(test.tables, uid, { type: 'youtube', group: { id, size: 3, series: false, ...group } })

/** Adds keys of entries that do not exist, until the group has this many members. */
async function fill(members: number): Promise<void> {
  const keys = new Set(Array.from({ length: members }, (_, n) => 20_200_101_000_000 + n))
  await write(test.tables, update(test.tables.service, serviceKey.group(uid, id), { add: { keys } }))
}

describe('a group', () => {
  it('accepts a limited number of members; a further submission belongs to no group', async () => {
    const first = await submit()
    await fill(MOST_GROUP_MEMBERS - 2)
    const last = await submit()
    const further = await submit()
    expect([first.group, last.group, further.group]).toEqual([id, id, undefined])
    expect(await readEntry(test.tables, further)).not.toHaveProperty('group')
    expect((await readGroup(test.tables, uid, id))?.members).toHaveLength(MOST_GROUP_MEMBERS)
    expect((await groupPage(test.tables, uid, id)).entries).toHaveLength(2)
  })

  it('accepts no retry once it is full', async () => {
    const failed = await submit()
    await refund(test.tables, failed, { failure: 'INTERNAL', at: AT })
    await fill(MOST_GROUP_MEMBERS - 1)
    const retry = await heldEntry(test.tables, uid, { type: 'youtube', group: { id, retried: failed.key } })
    expect(retry.group).toBeUndefined()
  })

  it('waits for as many members as announced, even if one of them is retried twice', async () => {
    const failed = await submit()
    await refund(test.tables, failed, { failure: 'INTERNAL', at: AT })
    const retry = () => heldEntry(test.tables, uid, { type: 'youtube', group: { id, retried: failed.key } })
    const retries = [await retry(), await retry()]
    expect(retries.map(({ group }) => group)).toEqual([id, undefined])
    await submit()
    const group = await readGroup(test.tables, uid, id)
    expect(group && groupDueAt(group)).toBeGreaterThan(NOW)
  })

  it('keeps the size with which the page closed it when an upload with the older size is submitted later', async () => {
    await submit()
    await closeGroup(test.tables, uid, id, 2, AT)
    await submit()
    const group = await readGroup(test.tables, uid, id)
    expect(group?.size).toBe(2)
    expect(group && groupDueAt(group)).toBe(0)
  })

  it('counts a closed upload and the submission that replaces it as one member', async () => {
    const closed = await submit()
    await refund(test.tables, closed, { failure: 'UPLOAD_NEVER_CAME', at: AT })
    await submit({ instead: closed.key })
    await submit()
    const group = await readGroup(test.tables, uid, id)
    expect(group?.members).toHaveLength(3)
    expect(group && groupDueAt(group)).toBeGreaterThan(NOW)
  })

  it('has a page without the members that were submitted again', async () => {
    const closed = await submit()
    await refund(test.tables, closed, { failure: 'UPLOAD_NEVER_CAME', at: AT })
    const again = await submit({ instead: closed.key })
    const { entries, total } = await groupPage(test.tables, uid, id)
    expect(entries.map(({ key }) => key)).toEqual([again.key])
    expect(total).toBe(1)
  })

  it('lists its members in the order of submission', async () => {
    const keys = [(await submit()).key, (await submit()).key, (await submit()).key]
    const { entries } = await groupPage(test.tables, uid, id)
    expect(entries.map(({ key }) => key)).toEqual(keys)
  })

  it('keeps the place of a member that is retried, even twice', async () => {
    const [first, failed] = [await submit(), await submit()]
    const last = await submit()
    let retried = failed
    for (const _ of [1, 2]) {
      await refund(test.tables, retried, { failure: 'INTERNAL', at: AT })
      retried = await heldEntry(test.tables, uid, { type: 'youtube', group: { id, retried: retried.key } })
    }
    const { entries } = await groupPage(test.tables, uid, id)
    expect(entries.map(({ key }) => key)).toEqual([first, retried, last].map(({ key }) => key))
  })

  it('ignores the replacement of an entry that is not a member', async () => {
    const other = await heldEntry(test.tables, uid, { type: 'youtube' })
    await submit({ instead: other.key })
    expect((await readGroup(test.tables, uid, id))?.retried).toEqual(new Set())
  })
})
