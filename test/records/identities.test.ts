import { describe, expect, it } from 'vitest'
import { normalizeMailbox } from '../../lambdas/records/identities.ts'

describe('the mailbox of an address', () => {
  it.each([
    ['Haneul.Kim+jamak@Gmail.com', 'haneulkim@gmail.com'],
    ['h.a.n.e.u.l@googlemail.com', 'haneul@gmail.com'],
    ['Minji+1@Example.com', 'minji@example.com'],
    ['minji.kim@naver.com', 'minji.kim@naver.com'],
    ['minji@hanmail.net', 'minji@daum.net'],
    ['"odd@part"@example.com', '"odd@part"@example.com'],
  ])('%s is %s', (address, mailbox) => {
    expect(normalizeMailbox(address)).toBe(mailbox)
  })
})
