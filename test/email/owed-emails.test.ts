import { SESClient, SESServiceException } from '@aws-sdk/client-ses'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSession } from '../../lambdas/account/session.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import type { NotifyKind } from '../../lambdas/contract/workflow.ts'
import type { EmailDeps } from '../../lambdas/email/email-deps.ts'
import { notify } from '../../lambdas/email/notify.ts'
import { sendOwedMails } from '../../lambdas/email/send-owed-emails.ts'
import { moveEntry } from '../../lambdas/records/archive.ts'
import { deliver, refund } from '../../lambdas/records/ledger/index.ts'
import { MAIL_LEASE_MS, MAIL_PATIENCE_MS, MAIL_PAUSE_MS } from '../../lambdas/runtime/owed-email.ts'
import { callerOf, openDeps } from '../account/deps.ts'
import { everyDeath, mortal, mortalClient } from '../support/kill-points.ts'
import { openMedia, type TestMedia } from '../support/media.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { openTables, type TestTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, NOW, newUser } from '../support/users.ts'

const KINDS = ['received', 'done', 'failed'] as const
const MINUTE = 60_000
const HEADERS = { 'content-type': 'text/xml' }

let test: TestTables
let media: TestMedia
/** Subjects of the emails that SES accepted, by recipient. */
let taken: Map<string, string[]>
/** The error that SES responds with, if any. */
let refusal: string | undefined
let clock: number

beforeEach(async () => {
  ;[test, media] = await Promise.all([openTables(), openMedia()])
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  taken = new Map()
  refusal = undefined
  clock = NOW
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all([test.close(), media.close()])
})

const take = (to: string, subject: string) => taken.set(to, [...(taken.get(to) ?? []), subject])

/** SES; each request passes through `pass`, where a process may be killed or the connection may break. */
function sesThrough(pass: <Result>(request: () => Promise<Result>) => Promise<Result>): SESClient {
  const service = {
    accessOf: () => [],
    handle: ({ body }: { body: Buffer }) =>
      pass(async () => {
        const error = `<Error><Type>Sender</Type><Code>${refusal}</Code><Message>no</Message></Error>`
        if (refusal !== undefined)
          return { status: 400, headers: HEADERS, body: `<ErrorResponse>${error}</ErrorResponse>` }
        const form = new URLSearchParams(body.toString())
        take(form.get('Destination.ToAddresses.member.1') ?? '', form.get('Message.Subject.Data') ?? '')
        const result = '<SendEmailResult><MessageId>m</MessageId></SendEmailResult>'
        return { status: 200, headers: HEADERS, body: `<SendEmailResponse>${result}</SendEmailResponse>` }
      }),
  }
  return new SESClient(sdkSettings(service))
}

const deps = (changes: Partial<EmailDeps> = {}): EmailDeps => ({
  tables: test.tables,
  ses: sesThrough(request => request()),
  from: 'jamak@example.com',
  siteUrl: 'https://jamak.example',
  now: () => clock,
  ...changes,
})

/** An entry in the state that an email of this kind reports, of a user who had the welcome email. */
async function entryFor(kind: NotifyKind): Promise<ArchiveEntry> {
  const { uid } = await newUser(test.tables)
  const now = clock
  clock = NOW + 3 * MINUTE
  await sendOwedMails(deps())
  clock = now
  taken.clear()
  const entry = await heldEntry(test.tables, uid)
  await moveEntry(test.tables, entry, { from: ['uploading'], to: 'queued', at: AT })
  if (kind === 'done') await deliver(test.tables, entry, delivery(entry))
  if (kind === 'failed') await refund(test.tables, entry, { failure: 'NO_SPEECH', at: AT })
  return entry
}

const emailsTo = ({ uid }: { uid: string }) => taken.get(`${uid}@example.com`)?.length ?? 0

describe('an email whose sender is killed', () => {
  it.each(KINDS)('is sent (%s), and twice only if SES had responded', async kind => {
    const points = await everyDeath(async death => {
      clock = NOW
      const entry = await entryFor(kind)
      const life = mortal(death)
      const tables = { ...test.tables, client: mortalClient(test.tables.client, life) }
      const doomed = deps({ tables, ses: sesThrough(request => life.through('mail', request)) })
      await notify(doomed, { kind, uid: entry.uid, key: entry.key }).catch(() => undefined)
      expect(emailsTo(entry)).toBe(Number(life.kinds.includes('mail')))
      clock += MAIL_LEASE_MS + MINUTE
      await sendOwedMails(deps())
      await sendOwedMails(deps())
      const isUnnoted = life.kinds.at(-1) === 'mail'
      expect({ ...death, kinds: life.kinds, mails: emailsTo(entry) }).toMatchObject({ mails: isUnnoted ? 2 : 1 })
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
      account.profiles.set(uid, { email: `${uid}@example.com`, name: '김민지' })
      const life = mortal(death)
      const doomed = {
        ...account.deps,
        now: () => clock,
        tables: { ...test.tables, client: mortalClient(test.tables.client, life) },
        sendEmail: ({ to, subject }: { to: string; subject: string }) =>
          life.through('mail', async () => void take(to, subject)),
      }
      await openSession(doomed, callerOf(uid)).catch(() => undefined)
      clock += 3 * MINUTE
      await sendOwedMails(deps())
      const isSignedUp = life.kinds.includes('TransactWriteCommand')
      const isUnnoted = life.kinds.at(-1) === 'mail'
      expect({ ...death, kinds: life.kinds, mails: emailsTo({ uid }) }).toMatchObject({
        mails: isUnnoted ? 2 : Number(isSignedUp),
      })
      return life.isDead()
    })
  })
})

describe('an email that SES refused', () => {
  it.each(KINDS)('because of its rate is sent by the next run (%s)', async kind => {
    const entry = await entryFor(kind)
    refusal = 'Throttling'
    await expect(notify(deps(), { kind, uid: entry.uid, key: entry.key })).rejects.toThrow(SESServiceException)
    refusal = undefined
    clock += 3 * MINUTE
    await sendOwedMails(deps())
    await sendOwedMails(deps())
    expect(emailsTo(entry)).toBe(1)
  })

  it('because of its rate is sent by the next run when it is a welcome email', async () => {
    const { uid } = await newUser(test.tables)
    refusal = 'Throttling'
    clock += 3 * MINUTE
    await sendOwedMails(deps())
    refusal = undefined
    await sendOwedMails(deps())
    await sendOwedMails(deps())
    expect(taken.get(`${uid}@example.com`)).toEqual(['Jamak에 오신 것을 환영해요'])
    expect(await test.row('users', { uid })).not.toHaveProperty('welcome_tokens')
  })

  it('for good is retried every six hours for three days, then no more', async () => {
    const entry = await entryFor('failed')
    refusal = 'MessageRejected'
    while (clock <= NOW + MAIL_PATIENCE_MS) {
      await sendOwedMails(deps())
      clock += 120 * MINUTE
    }
    const tries = vi.mocked(console.error).mock.calls.length
    expect(tries).toBeGreaterThan(MAIL_PATIENCE_MS / MAIL_PAUSE_MS / 2)
    expect(tries).toBeLessThanOrEqual(MAIL_PATIENCE_MS / MAIL_PAUSE_MS)
    await sendOwedMails(deps())
    expect(await test.row('archive', { uid: entry.uid, key: entry.key })).not.toHaveProperty('open')
  })
})

describe('the sender of owed emails', () => {
  it('leaves the newest to the function that is about to send them', async () => {
    const entry = await entryFor('done')
    clock += MINUTE
    expect(await sendOwedMails(deps())).toEqual({ seen: 0 })
    expect(emailsTo(entry)).toBe(0)
  })

  it('sends nothing about an upload that has not arrived', async () => {
    const { uid } = await entryFor('received')
    await heldEntry(test.tables, uid)
    clock += 3 * MINUTE
    await sendOwedMails(deps())
    expect(emailsTo({ uid })).toBe(1)
  })

  it('continues after an email that fails', async () => {
    const { uid } = await entryFor('failed')
    const second = await heldEntry(test.tables, uid)
    await deliver(test.tables, second, delivery(second))
    let calls = 0
    const ses = sesThrough(async request => {
      calls += 1
      if (calls === 1) throw new Error('socket hang up')
      return request()
    })
    clock += 3 * MINUTE
    await sendOwedMails(deps({ ses }))
    expect(emailsTo({ uid })).toBe(1)
    await sendOwedMails(deps())
    await sendOwedMails(deps())
    expect(emailsTo({ uid })).toBe(2)
  })
})
