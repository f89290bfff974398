import { SESClient } from '@aws-sdk/client-ses'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AwsResponse } from '#local-aws/aws/service.ts'
import { type ArchiveEntry, FAILURE_TEXT, failureCode } from '../../lambdas/contract/archive-entry.ts'
import { buildMessage } from '../../lambdas/email/messages.ts'
import { notify } from '../../lambdas/email/notify.ts'
import { readEntry } from '../../lambdas/records/archive.ts'
import { deliver, refund } from '../../lambdas/records/ledger/index.ts'
import { MAIL_DUE } from '../../lambdas/records/tables.ts'
import { MAIL_PAUSE_MS } from '../../lambdas/runtime/owed-email.ts'
import { sdkSettings } from '../support/sdk-wire.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, NOW, newUser } from '../support/users.ts'

const SITE = 'https://jamak.example'
const CERTIFICATE = { cues: 40, kept: 39, flags: { speed: 1 }, source: 'recognition' as const, rehearsal: false }

const take = (): AwsResponse => ({
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body: '<SendEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendEmailResult><MessageId>m1</MessageId></SendEmailResult></SendEmailResponse>',
})

const test = await setUpTables()
let entry: ArchiveEntry
let sent: URLSearchParams[]
let clock = NOW
let answer: () => AwsResponse

beforeEach(async () => {
  vi.clearAllMocks()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  sent = []
  clock = NOW
  answer = take
  const { uid } = await newUser(test.tables)
  entry = await heldEntry(test.tables, uid, { durationSeconds: 84, name: '자전거 이야기.mp4' })
})

const ses = new SESClient(
  sdkSettings({
    accessOf: () => [],
    async handle({ body }) {
      sent.push(new URLSearchParams(body.toString()))
      return answer()
    },
  }),
)
const refuse = (code: string): AwsResponse => ({
  status: 400,
  headers: { 'content-type': 'text/xml' },
  body: `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>Sender</Type><Code>${code}</Code><Message>no</Message></Error></ErrorResponse>`,
})
const deps = () => ({ tables: test.tables, ses, from: 'jamak@example.com', siteUrl: SITE, now: () => clock })
const tell = (kind: 'received' | 'done' | 'failed') => notify(deps(), { uid: entry.uid, key: entry.key, kind })
const mails = async () => (await readEntry(test.tables, entry))?.mails
const done = () =>
  deliver(test.tables, entry, { srt_title: 'a.srt', certificate: CERTIFICATE, first_cues: ['안녕하세요'], at: AT })
const fail = () => refund(test.tables, entry, { failure: 'NO_SPEECH', at: AT })
const subject = () => sent[0]?.get('Message.Subject.Data')

describe('an email about an entry', () => {
  it('goes to its owner, in Korean, as text and as HTML', async () => {
    await tell('received')
    expect(sent[0]?.get('Source')).toBe(
      `=?UTF-8?B?${Buffer.from('Jamak 자막').toString('base64')}?= <jamak@example.com>`,
    )
    expect(sent[0]?.get('Destination.ToAddresses.member.1')).toBe(`${entry.uid}@example.com`)
    expect(subject()).toBe('영상을 받았어요: 자전거 이야기.mp4')
    expect(sent[0]?.get('Message.Body.Text.Data')).toContain('01:24')
    expect(sent[0]?.get('Message.Body.Html.Data')).toContain(`href="${SITE}/user"`)
  })

  it('about a YouTube video does not mention an upload', async () => {
    entry = await heldEntry(test.tables, entry.uid, {
      type: 'youtube',
      url: 'https://youtu.be/abcdefghijk',
      name: 'A talk',
    })
    await tell('received')
    await done()
    await tell('done')
    expect(sent).toHaveLength(2)
    for (const each of sent) expect(each.get('Message.Body.Text.Data')).not.toMatch(/올린|올려/)
  })

  it('of each kind is sent once, however often it is requested', async () => {
    await tell('received')
    await tell('received')
    await done()
    await Promise.all([tell('done'), tell('done'), tell('done')])
    expect(sent).toHaveLength(2)
    expect(await mails()).toEqual(['received', 'done'])
  })

  it('is sent only if the entry is in the state that it reports', async () => {
    await tell('done')
    await tell('failed')
    await fail()
    await tell('received')
    await tell('done')
    expect(sent).toEqual([])
    await tell('failed')
    expect(subject()).toBe('자막을 만들지 못했어요: 자전거 이야기.mp4')
  })

  it('is not sent to an owner without an address, and is no longer owed', async () => {
    await test.tables.client.send(
      new UpdateCommand({ TableName: test.tables.users, Key: { uid: entry.uid }, UpdateExpression: 'REMOVE email' }),
    )
    await fail()
    expect(await test.row('archive', { uid: entry.uid, key: entry.key })).toMatchObject({ open: MAIL_DUE })
    await tell('failed')
    expect(sent).toEqual([])
    expect(await test.row('archive', { uid: entry.uid, key: entry.key })).not.toHaveProperty('open')
  })

  it('about a deleted entry is not sent', async () => {
    await notify(deps(), { uid: entry.uid, key: '20200101000000', kind: 'failed' })
    expect(sent).toEqual([])
  })
})

describe('an error while sending an email', () => {
  it('never fails the video, and an email that SES refused for good is retried after six hours', async () => {
    answer = () => refuse('MessageRejected')
    await fail()
    await tell('failed')
    expect(await mails()).toEqual([])
    expect(await test.row('archive', { uid: entry.uid, key: entry.key })).toMatchObject({ open: MAIL_DUE })
    answer = take
    await tell('failed')
    expect(await mails()).toEqual([])
    clock += MAIL_PAUSE_MS + 1
    await tell('failed')
    expect(await mails()).toEqual(['failed'])
    expect(console.error).toHaveBeenCalledTimes(1)
  })

  it('that is transient is left to the workflow, which retries', async () => {
    answer = () => refuse('Throttling')
    await expect(tell('received')).rejects.toMatchObject({ name: 'Throttling' })
    expect(await mails()).toEqual([])
  })

  it('without a response is retried: a duplicate is better than a lost email', async () => {
    answer = () => {
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' })
    }
    await expect(tell('received')).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(await mails()).toEqual([])
    answer = take
    await tell('received')
    expect(await mails()).toEqual(['received'])
    expect(sent).toHaveLength(2)
  })

  it('of the tables is swallowed too', async () => {
    const broken = { ...deps(), tables: { ...test.tables, archive: 'no-such-table' } }
    await expect(notify(broken, { uid: entry.uid, key: entry.key, kind: 'received' })).resolves.toBeUndefined()
  })
})

describe('the text of an email', () => {
  const text = (kind: 'received' | 'done' | 'failed', changes: Partial<ArchiveEntry>) =>
    buildMessage(kind, { ...entry, ...changes }, SITE).text

  it('states the share of cues that keep every rule, never rounded up to 100 %', () => {
    expect(text('done', { certificate: CERTIFICATE })).toContain('읽기 편한 자막 97.5%: 자막 40개 가운데 39개')
    expect(text('done', { certificate: { ...CERTIFICATE, cues: 10_000, kept: 9_999 } })).toContain(
      '읽기 편한 자막 99.9%',
    )
    expect(text('done', { certificate: { ...CERTIFICATE, kept: 40 } })).toContain('읽기 편한 자막 100%')
  })

  it('gives the number of sentences whose meaning should be checked next to that share', () => {
    expect(text('done', { certificate: { ...CERTIFICATE, kept: 40, doubts: 5 } })).toContain('뜻을 확인할 문장 5개')
    expect(text('done', { certificate: { ...CERTIFICATE, doubts: 0 } })).not.toContain('뜻을 확인할')
  })

  it('says that the words came from captions, and that a rehearsal is not a translation', () => {
    const message = text('done', { certificate: { ...CERTIFICATE, source: 'captions', rehearsal: true } })
    expect(message).toContain('영상에 있던 영어 자막')
    expect(message).toContain('실제 번역이 아니에요')
  })

  it('gives the reason of every failure and the tokens returned', () => {
    for (const failure of failureCode.options) {
      const message = text('failed', { failure, refunded: 14 })
      expect(message).toContain(FAILURE_TEXT[failure])
      expect(message).toContain('토큰 14개를 돌려 드렸어요')
    }
    expect(text('failed', { failure: 'NO_SPEECH', refunded: 0 })).not.toContain('돌려')
  })

  it('about an English subtitle speaks of neither video nor sound, and leads to the form for subtitles', () => {
    const subtitle = { type: 'subtitle', title: `${entry.key}_talk.srt` } as const
    const failed = text('failed', { ...subtitle, failure: 'UPLOAD_NEVER_CAME', refunded: 1 })
    expect(failed).toContain('자막 파일이 끝까지 올라오지 않았어요.')
    expect(failed).toContain(`${SITE}/?way=subtitle`)
    const done = text('done', { ...subtitle, certificate: { ...CERTIFICATE, source: 'captions', doubts: 1 } })
    for (const message of [failed, done, text('received', subtitle)]) expect(message).not.toMatch(/영상|소리|음성/)
  })

  it('treats a name as text, not markup', () => {
    const { html } = buildMessage(
      'received',
      { ...entry, title: `${entry.key}_<img src=x onerror=alert(1)>.mp4` },
      SITE,
    )
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img')
  })
})
