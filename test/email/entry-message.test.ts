import { describe, expect, it } from 'vitest'
import { type ArchiveEntry, FAILURE_TEXT, failureCode } from '../../lambdas/contract/archive-entry.ts'
import { buildEntryMessage } from '../../lambdas/email/entry-message.ts'
import { setUpTables } from '../support/tables.ts'
import { heldEntry, newUser } from '../support/users.ts'

const SITE = 'https://jamak.example'
const CERTIFICATE = { cues: 40, kept: 39, flags: { speed: 1 }, source: 'recognition' as const, rehearsal: false }

const test = await setUpTables()
const { uid } = await newUser(test.tables)
const entry = await heldEntry(test.tables, uid, { durationSeconds: 84, name: '자전거 이야기.mp4' })

describe('the text of an email', () => {
  const text = (kind: 'received' | 'done' | 'failed', changes: Partial<ArchiveEntry>) =>
    buildEntryMessage(kind, { ...entry, ...changes }, SITE).text

  it('states the share of cues that keep every rule, never rounded up to 100 %', () => {
    expect(text('done', { certificate: CERTIFICATE })).toContain('읽기 편한 자막: 97.5% (자막 40개 가운데 39개)')
    expect(text('done', { certificate: { ...CERTIFICATE, cues: 10_000, kept: 9_999 } })).toContain(
      '읽기 편한 자막: 99.9%',
    )
    expect(text('done', { certificate: { ...CERTIFICATE, kept: 40 } })).toContain('읽기 편한 자막: 100%')
  })

  it('gives the number of sentences whose meaning should be checked next to that share', () => {
    expect(text('done', { certificate: { ...CERTIFICATE, kept: 40, doubts: 5 } })).toContain('뜻을 확인할 문장: 5개')
    const flags = { unheard: 2 }
    expect(text('done', { certificate: { ...CERTIFICATE, flags } })).toContain('빠진 말이 있는지 들어 볼 곳: 2곳')
    expect(text('done', { certificate: { ...CERTIFICATE, doubts: 0 } })).not.toContain('뜻을 확인할')
  })

  it('says that the words came from captions, and that a rehearsal is not a translation', () => {
    const message = text('done', { certificate: { ...CERTIFICATE, source: 'captions', rehearsal: true } })
    expect(message).toContain('영상에 있던 영어 자막')
    expect(message).toContain('실제 번역이 아니에요')
    expect(text('done', { certificate: { ...CERTIFICATE, untranslated: 3 } })).toContain('번역하지 못한 문장 3개')
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
    const { html } = buildEntryMessage(
      'received',
      { ...entry, title: `${entry.key}_<img src=x onerror=alert(1)>.mp4` },
      SITE,
    )
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img')
  })
})
