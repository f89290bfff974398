import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountDeps } from '../../lambdas/account/account-deps.ts'
import { confirmEmailCode, requestEmailCode } from '../../lambdas/account/email-code.ts'
import { inquire } from '../../lambdas/account/inquire.ts'
import { openSession } from '../../lambdas/account/session.ts'
import { EMAIL_PAUSE_MS, sendAllOwed } from '../../lambdas/email/send-owed.ts'
import { EMAIL_LEASE_MS } from '../../lambdas/records/outbox.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { everyDeath, mortal, mortalClient } from '../support/kill-points.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { heldEntry } from '../support/users.ts'
import { callerOf, openDeps, type TestDeps } from './deps.ts'

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])
let test: TestDeps
let uid: string
let email: string

beforeEach(async () => {
  test = openDeps(tables, media)
  uid = randomUUID()
  email = `minji-${uid}@example.com`
  await openSession(test.deps, callerOf(uid))
})

const sentCode = () => /\d{6}/.exec(test.emails.at(-1)?.subject ?? '')?.[0] ?? ''
const stored = async () => (await readUser(tables.tables, uid))?.email

describe('the code that proves an address', () => {
  it('is emailed, and entering it stores the address', async () => {
    await requestEmailCode(test.deps, { uid, email })
    expect(test.emails).toMatchObject([{ to: email }])
    expect(await confirmEmailCode(test.deps, { uid, email, code: sentCode() })).toMatchObject({ email, token: 200 })
    expect(await stored()).toBe(email)
  })

  it('works once, for this address, within ten minutes', async () => {
    await requestEmailCode(test.deps, { uid, email })
    const code = sentCode()
    const wrong = { code: 'MAIL_CODE_WRONG' }
    await expect(confirmEmailCode(test.deps, { uid, email: 'other@example.com', code })).rejects.toMatchObject(wrong)
    test.clock.now += 10 * 60 * 1000 + 1000
    await expect(confirmEmailCode(test.deps, { uid, email, code })).rejects.toMatchObject(wrong)
    test.clock.now -= 60_000
    await confirmEmailCode(test.deps, { uid, email, code })
    await expect(confirmEmailCode(test.deps, { uid, email, code })).rejects.toMatchObject(wrong)
  })

  it('cannot be guessed: after five attempts a new code is needed', async () => {
    await requestEmailCode(test.deps, { uid, email })
    const code = sentCode()
    for (let guess = 0; guess < 5; guess++)
      await expect(confirmEmailCode(test.deps, { uid, email, code: '999999' })).rejects.toMatchObject({
        code: 'MAIL_CODE_WRONG',
      })
    await expect(confirmEmailCode(test.deps, { uid, email, code })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await stored()).toBeUndefined()
    await requestEmailCode(test.deps, { uid, email })
    await confirmEmailCode(test.deps, { uid, email, code: sentCode() })
  })

  it('is invalidated by a newer one', async () => {
    await requestEmailCode(test.deps, { uid, email })
    const first = sentCode()
    await requestEmailCode(test.deps, { uid, email })
    await expect(confirmEmailCode(test.deps, { uid, email, code: first })).rejects.toMatchObject({
      code: 'MAIL_CODE_WRONG',
    })
  })

  it('is sent at most five times an hour', async () => {
    for (let sent = 0; sent < 5; sent++) await requestEmailCode(test.deps, { uid, email })
    await expect(requestEmailCode(test.deps, { uid, email })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(test.emails).toHaveLength(5)
  })

  it('is not stored in plain text', async () => {
    await requestEmailCode(test.deps, { uid, email })
    const row = await tables.row('service', { id: `emailcode#${uid}` })
    expect(JSON.stringify(row)).not.toContain(sentCode())
  })

  it('is refused without an account', async () => {
    const nobody = { uid: randomUUID(), email, code: '000001' }
    await expect(requestEmailCode(test.deps, nobody)).rejects.toMatchObject({ code: 'NO_USER' })
    await expect(confirmEmailCode(test.deps, nobody)).rejects.toMatchObject({ code: 'NO_USER' })
  })
})

describe('an inquiry', () => {
  const ask = (text: string, key?: string, id: string = randomUUID()) =>
    inquire(test.deps, { uid, id, body: { text, key } })

  it('is emailed to the operator with its entry, with replies going to the user', async () => {
    await requestEmailCode(test.deps, { uid, email })
    await confirmEmailCode(test.deps, { uid, email, code: sentCode() })
    const entry = await heldEntry(tables.tables, uid)
    await ask('자막이 <이상>해요', entry.key)
    const sent = test.emails.at(-1)
    expect(sent).toMatchObject({ to: 'operator@jamak.example', replyTo: email })
    expect(sent?.text).toContain('자막이 <이상>해요')
    for (const fact of ['문의한 영상: talk.mp4', '상태: 업로드 중', '길이: 01:00, 토큰 10개', entry.key])
      expect(sent?.text).toContain(fact)
    expect(sent?.text).not.toMatch(/[{}]/)
    expect(sent?.html).toContain('자막이 &lt;이상&gt;해요')
  })

  it('sent twice with one idempotency key is emailed once', async () => {
    const id = randomUUID()
    await Promise.all([ask('질문', undefined, id), ask('질문', undefined, id)])
    await ask('질문', undefined, id)
    expect(test.emails).toHaveLength(1)
    await expect(ask('다른 질문', undefined, id)).rejects.toMatchObject({ code: 'KEY_REUSED' })
  })

  it('that SES refuses at first is emailed later', async () => {
    test.failEmail()
    await ask('질문')
    expect(test.emails).toEqual([])
    test.clock.now += EMAIL_PAUSE_MS
    await sendAllOwed(test.deps)
    expect(test.emails).toHaveLength(1)
  })

  it('whose sender was killed is emailed and logged once, whether or not the request is repeated', async () => {
    await everyDeath(async death => {
      const asker = randomUUID()
      await openSession(test.deps, callerOf(asker))
      const process = mortal(death)
      const dying: AccountDeps = {
        ...test.deps,
        tables: { ...tables.tables, client: mortalClient(tables.tables.client, process) },
        sendEmail: email => process.through('email', () => test.deps.sendEmail(email)),
      }
      const request = { uid: asker, id: randomUUID(), body: { text: `${asker}의 질문` } }
      await inquire(dying, request).catch(() => undefined)
      test.clock.now += EMAIL_LEASE_MS + 1
      await inquire(test.deps, request)
      await sendAllOwed(test.deps)
      const sent = test.emails.filter(({ text }) => text.includes(request.body.text)).length
      const logged = (await tables.rows('logs')).filter(row => row.uid === asker && row.action === 'inquiry').length
      const isDouble = process.kinds.at(-1) === 'email'
      expect({ ...death, sent, logged }).toEqual({ ...death, sent: isDouble ? 2 : 1, logged: 1 })
      return process.isDead()
    })
  })

  it('about another user’s video is refused', async () => {
    await expect(ask('질문', '20240101000000')).rejects.toMatchObject({ code: 'NO_VIDEO' })
    expect(test.emails).toEqual([])
  })
})
