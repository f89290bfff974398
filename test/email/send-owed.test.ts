import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSession } from '../../lambdas/account/session.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import type { NotifyKind } from '../../lambdas/contract/workflow.ts'
import { notify } from '../../lambdas/email/notify.ts'
import { EMAIL_PAUSE_MS, sendAllOwed } from '../../lambdas/email/send-owed.ts'
import { queueEntry } from '../../lambdas/records/archive.ts'
import { deliver, refund } from '../../lambdas/records/ledger/index.ts'
import { EMAIL_LEASE_MS, EMAIL_PATIENCE_MS, emailId } from '../../lambdas/records/outbox.ts'
import { callerOf, openDeps } from '../account/deps.ts'
import { everyDeath, mortal, mortalClient } from '../support/kill-points.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, NOW, newUser } from '../support/users.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'

const KINDS = ['received', 'done', 'failed'] as const
const MINUTE = 60_000
const SUBJECTS = {
  received: '영상을 받았어요: talk.mp4',
  done: '자막이 완성됐어요: talk.mp4',
  failed: '자막을 만들지 못했어요: talk.mp4',
}

const [test, media] = await Promise.all([setUpTables(), setUpMedia()])
let box: Mailbox

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  box = openMailbox(test.tables)
})
afterEach(() => void vi.restoreAllMocks())

const address = ({ uid }: { uid: string }) => `${uid}@example.com`
const about = (entry: ArchiveEntry) => box.subjects(address(entry))
const tell = (entry: ArchiveEntry, kind: NotifyKind, deps = box.deps) =>
  notify(deps, { kind, uid: entry.uid, key: entry.key })
const isOwed = async ({ uid, key }: ArchiveEntry, kind: NotifyKind) =>
  (await test.row('outbox', { id: emailId({ about: 'entry', uid, key, kind }) })) !== undefined

/** An entry that owes an email of this kind. */
async function entryFor(kind: NotifyKind): Promise<ArchiveEntry> {
  const { uid } = await newUser(test.tables)
  const entry = await heldEntry(test.tables, uid)
  if (kind === 'received') await queueEntry(test.tables, entry, AT)
  if (kind === 'done') await deliver(test.tables, entry, delivery(entry))
  if (kind === 'failed') await refund(test.tables, entry, { failure: 'NO_SPEECH', at: AT })
  return entry
}

describe('an email about an entry', () => {
  it.each(KINDS)('is sent to its owner once, however often it is requested (%s)', async kind => {
    const entry = await entryFor(kind)
    await Promise.all([tell(entry, kind), tell(entry, kind), tell(entry, kind)])
    await tell(entry, kind)
    await sendAllOwed(box.deps)
    expect(about(entry)).toEqual([SUBJECTS[kind]])
    expect(await isOwed(entry, kind)).toBe(false)
  })

  it('about a received video is dropped once its end is reported', async () => {
    const entry = await entryFor('received')
    await deliver(test.tables, entry, delivery(entry))
    await tell(entry, 'received')
    await tell(entry, 'done')
    expect(about(entry)).toEqual([SUBJECTS.done])
    expect(await isOwed(entry, 'received')).toBe(false)
  })

  it('about a received video is not owed before the upload has arrived', async () => {
    const { uid } = await newUser(test.tables)
    const entry = await heldEntry(test.tables, uid)
    await tell(entry, 'received')
    expect(await isOwed(entry, 'received')).toBe(false)
    expect(about(entry)).toEqual([])
  })

  it('is dropped if its owner has no address', async () => {
    const entry = await entryFor('failed')
    const remove = { TableName: test.tables.users, Key: { uid: entry.uid }, UpdateExpression: 'REMOVE email' }
    await test.tables.client.send(new UpdateCommand(remove))
    await tell(entry, 'failed')
    expect(about(entry)).toEqual([])
    expect(await isOwed(entry, 'failed')).toBe(false)
  })
})

describe('an email whose sender is killed', () => {
  it.each(KINDS)('is sent (%s), and twice only if SES had responded', async kind => {
    const points = await everyDeath(async death => {
      box = openMailbox(test.tables)
      const entry = await entryFor(kind)
      const life = mortal(death)
      const doomed = {
        ...box.deps,
        tables: { ...test.tables, client: mortalClient(test.tables.client, life) },
        sendEmail: (email: Parameters<typeof box.deps.sendEmail>[0]) =>
          life.through('email', () => box.deps.sendEmail(email)),
      }
      await tell(entry, kind, doomed).catch(() => undefined)
      expect(about(entry)).toHaveLength(Number(life.kinds.includes('email')))
      box.clock += EMAIL_LEASE_MS
      await sendAllOwed(box.deps)
      await sendAllOwed(box.deps)
      const isUnnoted = life.kinds.at(-1) === 'email'
      expect({ ...death, kinds: life.kinds, emails: about(entry).length }).toMatchObject({ emails: isUnnoted ? 2 : 1 })
      return life.isDead()
    })
    expect(points).toBeGreaterThanOrEqual(10)
  })

  it('is sent when it is a welcome email, and twice only if SES had responded', async () => {
    let people = 0
    await everyDeath(async death => {
      people += 1
      const uid = `person-${people}`
      const account = openDeps(test, media)
      account.profiles.set(uid, { email: address({ uid }), name: '김민지' })
      box = openMailbox(test.tables)
      const life = mortal(death)
      const doomed = {
        ...account.deps,
        tables: { ...test.tables, client: mortalClient(test.tables.client, life) },
        sendEmail: (email: Parameters<typeof box.deps.sendEmail>[0]) =>
          life.through('email', () => box.deps.sendEmail(email)),
      }
      await openSession(doomed, callerOf(uid)).catch(() => undefined)
      box.clock += EMAIL_LEASE_MS + MINUTE
      await sendAllOwed(box.deps)
      const isSignedUp = life.kinds.includes('TransactWriteCommand')
      const isUnnoted = life.kinds.at(-1) === 'email'
      const welcomes = box.sent.filter(({ to }) => to === address({ uid })).length
      expect({ ...death, kinds: life.kinds, welcomes }).toMatchObject({ welcomes: isUnnoted ? 2 : Number(isSignedUp) })
      return life.isDead()
    })
  })
})

describe('an email that SES refused', () => {
  it('because of its rate is left to the workflow, which retries, and to the next run', async () => {
    const entry = await entryFor('done')
    box.refusal = 'Throttling'
    await expect(tell(entry, 'done')).rejects.toMatchObject({ name: 'Throttling' })
    box.refusal = undefined
    await sendAllOwed(box.deps)
    await sendAllOwed(box.deps)
    expect(about(entry)).toEqual([SUBJECTS.done])
  })

  it('for good never fails the video, and is retried every six hours for three days, then no more', async () => {
    const entry = await entryFor('failed')
    box.refusal = 'MessageRejected'
    let tries = 0
    const deps = {
      ...box.deps,
      sendEmail: (email: Parameters<typeof box.deps.sendEmail>[0]) => {
        if (email.to === address(entry) && !email.subject.includes('반가워요')) tries += 1
        return box.deps.sendEmail(email)
      },
    }
    await tell(entry, 'failed', deps)
    while (box.clock <= NOW + EMAIL_PATIENCE_MS) {
      await sendAllOwed(deps)
      box.clock += 120 * MINUTE
    }
    expect(tries).toBe(EMAIL_PATIENCE_MS / EMAIL_PAUSE_MS + 1)
    box.clock += EMAIL_PAUSE_MS
    await sendAllOwed(deps)
    expect(await isOwed(entry, 'failed')).toBe(false)
  })

  it('without a response is retried: a duplicate is better than a lost email', async () => {
    const entry = await entryFor('done')
    box.meanwhile = async () => {
      box.sent.push({ to: address(entry), subject: SUBJECTS.done, text: '', html: '' })
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' })
    }
    await expect(tell(entry, 'done')).rejects.toMatchObject({ name: 'TimeoutError' })
    await tell(entry, 'done')
    expect(about(entry)).toEqual([SUBJECTS.done, SUBJECTS.done])
  })

  it('does not hold up the others', async () => {
    const entries = [await entryFor('failed'), await entryFor('done')]
    box.meanwhile = async () => {
      throw new Error('socket hang up')
    }
    await sendAllOwed(box.deps)
    await sendAllOwed(box.deps)
    expect(entries.map(about)).toEqual([[SUBJECTS.failed], [SUBJECTS.done]])
  })
})

it('a failure of the tables does not fail the video', async () => {
  const entry = await entryFor('done')
  const broken = { ...box.deps, tables: { ...test.tables, outbox: 'no-such-table' } }
  await expect(tell(entry, 'done', broken)).resolves.toBeUndefined()
})
