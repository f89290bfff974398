import { describe, expect, it } from 'vitest'
import { normalizeMailbox } from '../../lambdas/records/identities.ts'

describe('the mailbox of an address', () => {
  it.each([
    ['Haneul.Kim+jamak@Gmail.com', 'haneulkim@gmail.com'],
    ['h.a.n.e.u.l@googlemail.com', 'haneul@gmail.com'],
    ['Minji+1@Example.com', 'minji@example.com'],
    ['minji.kim@naver.com', 'minji.kim@naver.com'],
    ['minji@hanmail.net', 'minji@daum.net'],
    ['minji+x@me.com', 'minji@icloud.com'],
    ['minji@mac.com', 'minji@icloud.com'],
    ['Min.ji_Kim-1+x@protonmail.com', 'minjikim1@proton.me'],
    ['minji.kim@pm.me', 'minjikim@proton.me'],
    ['minji.kim+x@ya.ru', 'minji-kim@yandex.ru'],
    ['minji-kim@yandex.com', 'minji-kim@yandex.ru'],
    ['Minji.Kim@yandex.com.tr', 'minji-kim@yandex.ru'],
    ['minji-kim@yandex.uz', 'minji-kim@yandex.ru'],
    ['minji.kim@narod.ru', 'minji-kim@yandex.ru'],
    ['minji.kim@yandex.example.org', 'minji.kim@yandex.example.org'],
    ['min_ji@protonmail.ch', 'minji@proton.me'],
    ['anything@minji.fastmail.com', 'minji@fastmail.com'],
    ['shop@minji.fastmail.co.uk', 'minji@fastmail.co.uk'],
    ['minji+x@fastmail.fm', 'minji@fastmail.com'],
    ['minji@a.b.fastmail.com', 'minji@a.b.fastmail.com'],
    ['"odd@part"@example.com', '"odd@part"@example.com'],
  ])('%s is %s', (address, mailbox) => {
    expect(normalizeMailbox(address)).toBe(mailbox)
  })
})
