import { beforeEach, expect, it } from 'vitest'
import { close, createLink, finish, listLinks, say } from '../../lambdas/archive/proof.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { sendAllOwed } from '../../lambdas/email/send-owed.ts'
import { linkGuard } from '../../lambdas/records/proof-links.ts'
import { finishedEntry } from '../support/finished-entry.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { NOW, newUser } from '../support/users.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'

const [test, media] = await Promise.all([setUpTables(), setUpMedia()])
const { tables } = test
const deps = { tables, media: media.media, now: () => NOW, newId: () => crypto.randomUUID() }
const COMMENT = { sentence: 's1', word: 0, text: '이름을 확인해 주세요.' }
let entry: ArchiveEntry
let box: Mailbox

/** Somebody with a link to the subtitle. */
async function proofreader() {
  const { secret } = await createLink(deps, entry, { name: '<b>민지', right: 'comment', days: 7, opens: 3 })
  return linkGuard(deps)(`Bearer ${secret}`, { routeKey: 'POST /api/proof', scope: undefined })
}
const emails = () => box.sent.filter(({ subject }) => subject.startsWith('의견이'))

beforeEach(async () => {
  entry = await finishedEntry(test, media, (await newUser(tables)).uid)
  box = openMailbox(tables)
})

it('the first comments of a day reach the owner as one email that leads to them', async () => {
  const caller = await proofreader()
  await say(deps, caller, COMMENT)
  await say(deps, caller, COMMENT)
  await sendAllOwed(box.deps)
  await say(deps, caller, COMMENT)
  await sendAllOwed(box.deps)
  expect(emails()).toMatchObject([{ to: `${entry.uid}@example.com`, subject: '의견이 있어요: 인터뷰.mp4' }])
  expect(emails()[0]?.text).toContain('<b>민지 님이 의견 2개를 남겼어요.')
  expect(emails()[0]?.text).toContain(`https://jamak.example/user/${entry.key}#check`)
  expect(emails()[0]?.html).toContain('&lt;b&gt;민지 님이')
})

it('no email is sent about comments that the owner has already done', async () => {
  const { comments } = await say(deps, await proofreader(), COMMENT)
  await close(deps, entry, comments[0]?.id ?? '')
  await sendAllOwed(box.deps)
  expect(emails()).toEqual([])
})

it('a finished review reaches the owner as one email a day, with the number of open comments, and stays on the link', async () => {
  const caller = await proofreader()
  await say(deps, caller, COMMENT)
  await finish(deps, caller)
  await sendAllOwed(box.deps)
  await finish(deps, caller)
  await sendAllOwed(box.deps)
  const told = box.sent.filter(({ subject }) => subject === '검토가 끝났어요: 인터뷰.mp4')
  expect(told).toMatchObject([{ to: `${entry.uid}@example.com` }])
  expect(told[0]?.text).toContain('<b>민지 님이 검토를 마쳤어요.\n')
  expect(told[0]?.text).toContain('아직 보지 않은 의견이 1개 있어요.')
  expect((await listLinks(deps, entry)).links).toMatchObject([{ finishedAt: new Date(NOW).toISOString() }])
})
