import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteWithObjects } from '../../lambdas/archive/entries.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { notify } from '../../lambdas/email/notify.ts'
import { sendAllOwed } from '../../lambdas/email/send-owed.ts'
import { readEntry } from '../../lambdas/records/archive.ts'
import { closeGroup } from '../../lambdas/records/groups.ts'
import { cancel, deliver, refund } from '../../lambdas/records/ledger/index.ts'
import { retryEntry } from '../../lambdas/submission/retry-entry.ts'
import { openDeps, submitterOf } from '../submission/deps.ts'
import { interposed } from '../support/interposed.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, NOW, newUser } from '../support/users.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'

const MINUTE = 60_000
const URL = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const [test, media] = await Promise.all([setUpTables(), setUpMedia()])
const { deps: submission, videos } = openDeps(test, media)
videos.set('dQw4w9WgXcQ', { title: '하나', durationSeconds: 60 })
let box: Mailbox
let uid: string
let id: string

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  box = openMailbox(test.tables)
  uid = (await newUser(test.tables)).uid
  id = randomUUID()
})

const member = (name: string, size = 3): Promise<ArchiveEntry> =>
  heldEntry(test.tables, uid, { name, type: 'youtube', url: URL, group: { id, size, series: false } })
const tell = (entry: ArchiveEntry, kind: 'received' | 'done' | 'failed') =>
  notify(box.deps, { kind, uid, key: entry.key })
const finish = async (entry: ArchiveEntry) => {
  await deliver(test.tables, entry, delivery(entry))
  await tell(entry, 'done')
}
const fail = async (entry: ArchiveEntry) => {
  await refund(test.tables, entry, { failure: 'ENGINE_ERROR', at: AT })
  await tell(entry, 'failed')
}
/** Retries a failed entry as its owner does, and returns the new one. */
const retry = async ({ key }: ArchiveEntry): Promise<ArchiveEntry> => {
  const { entry } = await retryEntry(submission, submitterOf(uid), key)
  const made = await readEntry(test.tables, { uid, key: entry.key })
  if (!made) throw new Error('the retry created no entry')
  return made
}
const subjects = () => box.subjects(`${uid}@example.com`)
const text = () => box.sent.filter(({ subject }) => !subject.includes('반가워요')).at(-1)?.text ?? ''
/** Runs the function that sends owed emails, late enough for it to find them. */
const sweepEmails = async () => {
  box.clock += 5 * MINUTE
  await sendAllOwed(box.deps)
}

describe('a group of submissions', () => {
  it('gets one email, after its last member has ended', async () => {
    const [one, two, three] = [await member('하나.mp4'), await member('둘.mp4'), await member('셋.mp4')]
    for (const entry of [one, two, three]) await tell(entry, 'received')
    await finish(one)
    await refund(test.tables, two, { failure: 'NO_SPEECH', at: AT })
    await tell(two, 'failed')
    expect(subjects()).toEqual([])
    await finish(three)
    await sweepEmails()
    expect(subjects()).toEqual(['자막 3개 가운데 2개가 완성됐어요'])
    for (const line of [
      '토큰 20개를 썼어요.',
      '하나.mp4: 완성됐어요.',
      '둘.mp4: 영어 음성을 찾지 못했어요.',
      `https://jamak.example/user?group=${id}`,
    ])
      expect(text()).toContain(line)
  })

  it('gets one email if two members end at the same moment', async () => {
    const [one, two] = [await member('하나.mp4', 2), await member('둘.mp4', 2)]
    await deliver(test.tables, one, delivery(one))
    await deliver(test.tables, two, delivery(two))
    await Promise.all([tell(one, 'done'), tell(two, 'done')])
    await sweepEmails()
    expect(subjects()).toEqual(['자막 2개가 모두 완성됐어요'])
  })

  it('gets its email when its last open member is canceled', async () => {
    const [one, two] = [await member('하나.mp4', 2), await member('둘.mp4', 2)]
    await finish(one)
    await cancel(test.tables, two, { costs: 0, at: AT })
    await sweepEmails()
    expect(subjects()).toHaveLength(1)
    expect(text()).toContain('둘.mp4: 요청하신 대로 취소했어요. 토큰 10개를 돌려 드렸어요.')
  })

  it('gets no email if its owner canceled all members', async () => {
    const members = [await member('하나.mp4', 2), await member('둘.mp4', 2)]
    for (const entry of members) {
      await cancel(test.tables, entry, { costs: 0, at: AT })
      await tell(entry, 'failed')
    }
    await sweepEmails()
    expect(subjects()).toEqual([])
  })

  it('reports an upload that the page restarted as one member', async () => {
    const submit = (group: object = {}) =>
      heldEntry(test.tables, uid, { name: '하나.mp4', group: { id, size: 2, series: false, ...group } })
    const [closed, two] = [await submit(), await member('둘.mp4', 2)]
    await refund(test.tables, closed, { failure: 'UPLOAD_NEVER_CAME', at: AT })
    await tell(closed, 'failed')
    const again = await submit({ instead: closed.key })
    await finish(two)
    await finish(again)
    await sweepEmails()
    expect(subjects()).toEqual(['자막 2개가 모두 완성됐어요'])
  })

  it('waits for announced members until the page closes the group', async () => {
    await finish(await member('하나.mp4', 2))
    await sweepEmails()
    expect(subjects()).toEqual([])
    await closeGroup(test.tables, uid, id, 1, AT)
    await sweepEmails()
    expect(subjects()).toHaveLength(1)
  })

  it('waits for announced members for at most half an hour', async () => {
    await finish(await member('하나.mp4', 2))
    box.clock = NOW + 30 * MINUTE
    await sweepEmails()
    expect(subjects()).toHaveLength(1)
  })

  it('gets its email later if SES first rejects it', async () => {
    const [one, two] = [await member('하나.mp4', 2), await member('둘.mp4', 2)]
    await finish(one)
    box.refusal = 'MessageRejected'
    await finish(two)
    await sweepEmails()
    box.refusal = undefined
    await sweepEmails()
    expect(subjects()).toEqual([])
    box.clock += 6 * 60 * MINUTE
    await sweepEmails()
    expect(subjects()).toHaveLength(1)
  })
})

describe('videos added to a series after its email was sent', () => {
  const submit = (name: string, size: number) =>
    heldEntry(test.tables, uid, { name, type: 'youtube', url: URL, group: { id, size, series: true } })

  it('get one email that reports only on them', async () => {
    for (const entry of [await submit('하나.mp4', 2), await submit('둘.mp4', 2)]) await finish(entry)
    await sweepEmails()
    const [three, four] = [await submit('셋.mp4', 2), await submit('넷.mp4', 2)]
    await tell(three, 'received')
    await finish(three)
    await sweepEmails()
    expect(subjects()).toEqual(['자막 2개가 모두 완성됐어요'])
    await finish(four)
    await sweepEmails()
    expect(subjects()).toEqual(['자막 2개가 모두 완성됐어요', '자막 2개가 모두 완성됐어요'])
    expect(text()).toContain('셋.mp4')
    expect(text()).not.toContain('하나.mp4')
  })

  it('get their email at once if there is only one, and a retry stays in the series with an email of its own', async () => {
    for (const entry of [await submit('하나.mp4', 2), await submit('둘.mp4', 2)]) await finish(entry)
    await sweepEmails()
    const three = await submit('셋.mp4', 1)
    await fail(three)
    await sweepEmails()
    expect(subjects().at(-1)).toBe('자막을 만들지 못했어요')
    const again = await retry(three)
    expect(again.group).toBe(id)
    await finish(again)
    await sweepEmails()
    expect(subjects()).toHaveLength(3)
    expect(subjects().at(-1)).toContain('완성됐어요')
  })
})

describe('a failed member that is retried before the email of its group was sent', () => {
  it('is awaited, and the email reports the result of the retry in place of the failure', async () => {
    const [one, two] = [await member('하나.mp4', 2), await member('둘.mp4', 2)]
    await fail(one)
    const again = await retry(one)
    await tell(again, 'received')
    await finish(two)
    await sweepEmails()
    expect(subjects()).toEqual([])
    await finish(again)
    await sweepEmails()
    expect(subjects()).toEqual(['자막 2개가 모두 완성됐어요'])
    expect(text()).not.toContain('하나.mp4')
    expect(text()).toContain('하나: 완성됐어요.')
  })

  it('is reported once if it fails again', async () => {
    const [one, two] = [await member('하나.mp4', 2), await member('둘.mp4', 2)]
    await fail(one)
    const again = await retry(one)
    await finish(two)
    await fail(again)
    await sweepEmails()
    expect(subjects()).toEqual(['자막 2개 가운데 1개가 완성됐어요'])
    expect(text().match(/자막을 만드는 중에 문제가 생겼어요/g)).toHaveLength(1)
  })

  it('does not count as one of the members that are still announced', async () => {
    const one = await member('하나.mp4', 2)
    await fail(one)
    await finish(await retry(one))
    await sweepEmails()
    expect(subjects()).toEqual([])
    await finish(await member('둘.mp4', 2))
    await sweepEmails()
    expect(subjects()).toEqual(['자막 2개가 모두 완성됐어요'])
  })
})

describe('a failed member that is retried after the email of its group was sent', () => {
  it.each([
    ['completed', finish, '자막이 완성됐어요: 하나'],
    ['failed', fail, '자막을 만들지 못했어요: 하나'],
  ])('gets one email of its own once it has %s', async (_outcome, end, subject) => {
    const [one, two] = [await member('하나.mp4', 2), await member('둘.mp4', 2)]
    await fail(one)
    await finish(two)
    await sweepEmails()
    expect(subjects()).toEqual(['자막 2개 가운데 1개가 완성됐어요'])
    await end(await retry(one))
    await sweepEmails()
    expect(subjects().slice(1)).toEqual([subject])
  })

  it('gets an email of its own too if it was retried while that email was being sent', async () => {
    const [one, two] = [await member('하나.mp4', 2), await member('둘.mp4', 2)]
    await fail(one)
    const retried = Promise.withResolvers<ArchiveEntry>()
    box.meanwhile = async () => retried.resolve(await retry(one))
    await finish(two)
    expect(text()).toContain('하나.mp4: 자막을 만드는 중에 문제가 생겼어요.')
    await finish(await retried.promise)
    await sweepEmails()
    expect(subjects()).toEqual(['자막 2개 가운데 1개가 완성됐어요', '자막이 완성됐어요: 하나'])
  })
})

it('a member submitted after the email of its group gets an email of its own', async () => {
  await finish(await member('하나.mp4', 2))
  box.clock = NOW + 30 * MINUTE
  await sweepEmails()
  await finish(await member('둘.mp4', 2))
  await sweepEmails()
  expect(subjects()).toEqual(['자막이 완성됐어요', '자막이 완성됐어요: 둘.mp4'])
})

it('a group whose last member is canceled and deleted at once still gets its email', async () => {
  const [one, two] = [await member('하나.mp4', 2), await member('둘.mp4', 2)]
  await finish(one)
  await cancel(test.tables, two, { costs: 0, at: AT })
  await deleteWithObjects({ ...submission, newId: () => 'x' }, two)
  await sweepEmails()
  expect(subjects()).toEqual(['자막이 완성됐어요'])
})

it('a group whose last open member is deleted while another one leaves the email to it still gets its email', async () => {
  const [one, two] = [await member('하나.mp4', 2), await member('둘.mp4', 2)]
  await deliver(test.tables, one, delivery(one))
  const tables = interposed(test.tables, async () => {
    await cancel(test.tables, two, { costs: 0, at: AT })
    await deleteWithObjects({ ...submission, newId: () => 'x' }, two)
  })
  await notify({ ...box.deps, tables }, { kind: 'done', uid, key: one.key })
  await sweepEmails()
  expect(subjects()).toEqual(['자막이 완성됐어요'])
})

it('a member that is being deleted does not appear in the email of its group', async () => {
  const [one, two] = [await member('하나.mp4', 2), await member('둘.mp4', 2)]
  await refund(test.tables, two, { failure: 'DELETED', at: AT })
  await finish(one)
  expect(subjects()).toEqual(['자막이 완성됐어요'])
})

it('a group whose members are deleted at once still gets its email from the one that is left', async () => {
  const [one, two, three] = [await member('하나.mp4'), await member('둘.mp4'), await member('셋.mp4')]
  await finish(one)
  await finish(two)
  const remove = (entry: ArchiveEntry, tables = test.tables) =>
    deleteWithObjects({ ...submission, tables, newId: () => 'x' }, entry)
  const tables = interposed(test.tables, async () => {
    await cancel(test.tables, three, { costs: 0, at: AT })
    await remove(three)
  })
  await remove(one, tables)
  await sweepEmails()
  expect(subjects()).toEqual(['자막이 완성됐어요'])
})

it('closing a group without members does nothing', async () => {
  await expect(closeGroup(test.tables, uid, id, 0, AT)).resolves.toBeUndefined()
})
