import { describe, expect, it } from 'vitest'
import { countEmails, type EmailHoldings } from './harness/promises.ts'

const EMAIL = 'a@example.com'
const WELCOME = { to: [EMAIL], subject: 'Jamak에 오신 것을 환영해요', text: '' }
const FIRST = '20260101000000'
const AGAIN = '20260101000100'

/** A user whose video was retried under the same name. */
function holdings(status: 'done' | 'failed', mails: EmailHoldings['mails']): EmailHoldings {
  const users = [{ uid: 'a', email: EMAIL, created_at: '2026-01-01T00:00:00.000Z' }]
  const entries = [FIRST, AGAIN].map(key => ({ uid: 'a', key, title: `${key}_talk.mp4`, status, mails: ['received'] }))
  return { users, entries, orders: [], mails: [WELCOME, received, received, ...mails] }
}

const received = { to: [EMAIL], subject: '영상을 받았어요: talk.mp4', text: '' }
const failed = { to: [EMAIL], subject: '자막을 만들지 못했어요: talk.mp4', text: '' }
const doneOf = (key: string) => ({
  to: [EMAIL],
  subject: '자막이 완성됐어요: talk.mp4',
  text: `https://jamak.example/user/${key}`,
})

describe('the email count', () => {
  it('expects one email for each attempt of a video, and counts any further one as a duplicate', () => {
    const made = countEmails(holdings('done', [doneOf(FIRST), doneOf(AGAIN)]))
    expect(made).toEqual({ owed: 5, twice: 0, lost: [], overtaken: 0 })
  })

  it.each(['YouTube 링크를', '영어 자막을'])(
    'finds the email with the subject of a received link or subtitle: %s',
    what => {
      const given = holdings('done', [doneOf(FIRST), doneOf(AGAIN)])
      const other = { ...received, subject: received.subject.replace('영상을', what) }
      const mails = given.mails.map(mail => (mail.subject === received.subject ? other : mail))
      expect(countEmails({ ...given, mails })).toEqual({ owed: 5, twice: 0, lost: [], overtaken: 0 })
    },
  )

  it('reports a lost email even if the other attempt of the video was notified twice', () => {
    const { lost, twice } = countEmails(holdings('done', [doneOf(FIRST), doneOf(FIRST)]))
    expect(lost).toEqual([`done of ${AGAIN}`])
    expect(twice).toBe(1)
  })

  it('reports one missing email when two videos of the same name failed', () => {
    expect(countEmails(holdings('failed', [failed])).lost).toEqual([`failed of ${AGAIN}`])
  })

  it('counts more failure emails than failures as duplicates', () => {
    expect(countEmails(holdings('failed', [failed, failed, failed]))).toMatchObject({ twice: 1, lost: [] })
  })

  it('assigns an email sent before its mark to the video without a mark, and counts a missing one as overtaken', () => {
    const given = holdings('failed', [failed, failed])
    const entries = given.entries.map(entry => ({ ...entry, mails: [] }))
    expect(countEmails({ ...given, entries })).toMatchObject({ owed: 5, lost: [], overtaken: 0 })
    const mails = given.mails.filter(mail => mail !== received)
    expect(countEmails({ ...given, entries, mails })).toMatchObject({ owed: 3, lost: [], overtaken: 2 })
  })

  describe('of a group of submissions', () => {
    const group = '0b8f8d3c-6f0e-4c39-9d0a-0f3b5c1f2a10'
    const ended = {
      to: [EMAIL],
      subject: '자막 2개가 모두 완성됐어요',
      text: `https://jamak.example/user?group=${group}`,
    }
    const given = holdings('done', [])
    const entries = given.entries.map(entry => ({ ...entry, group }))
    const count = (...mails: EmailHoldings['mails']) => countEmails({ ...given, entries, mails: [WELCOME, ...mails] })

    it('expects one email about the end, and none about a member', () => {
      expect(count(ended)).toEqual({ owed: 2, twice: 0, lost: [], overtaken: 0 })
    })

    it('reports a lost, a repeated and a member’s own email', () => {
      expect(count()).toMatchObject({ lost: [`end of group ${group}`] })
      expect(count(ended, ended)).toMatchObject({ twice: 1, lost: [] })
      expect(count(ended, doneOf(AGAIN))).toMatchObject({ twice: 1, lost: [] })
    })
  })
})
