import { expect, it } from 'vitest'
import { createHostRewriter } from '../../src/template/hosts.ts'

const hosts = createHostRewriter([
  { host: 'media.s3.region.amazonaws.com', url: 'http://127.0.0.1:2/media' },
  { host: 'shop.auth.region.amazoncognito.com', url: 'http://127.0.0.1:2/sign-in' },
  { host: '*.payments.example', url: 'http://127.0.0.1:2/payments' },
  { host: 'd1.cloudfront.net', url: 'http://127.0.0.1:1' },
  { host: 'site.example', url: 'http://127.0.0.1:1' },
])

it.each([
  ['https://d1.cloudfront.net/signed-in', 'http://127.0.0.1:1/signed-in'],
  ['shop.auth.region.amazoncognito.com', 'http://127.0.0.1:2/sign-in'],
  ['https://media.s3.region.amazonaws.com/videos/a', 'http://127.0.0.1:2/media/videos/a'],
  ['https://xd1.cloudfront.net', 'https://xd1.cloudfront.net'],
  ['https://d1.cloudfront.net.evil.example', 'https://d1.cloudfront.net.evil.example'],
  ['no-reply@site.example', 'no-reply@site.example'],
  ['https://site.example', 'http://127.0.0.1:1'],
])('the text %s becomes %s', (text, expected) => {
  expect(hosts.text(text)).toBe(expected)
})

it('every string inside a value is rewritten', () => {
  expect(hosts.value({ a: ['https://d1.cloudfront.net'], b: 1, c: null })).toEqual({
    a: ['http://127.0.0.1:1'],
    b: 1,
    c: null,
  })
})

it('a content security policy gets each origin once and loses upgrade-insecure-requests', () => {
  const policy = `connect-src 'self' https://shop.auth.region.amazoncognito.com https://media.s3.region.amazonaws.com; img-src https://*.payments.example; upgrade-insecure-requests`
  expect(hosts.policy(policy)).toBe("connect-src 'self' http://127.0.0.1:2; img-src http://127.0.0.1:2")
})
