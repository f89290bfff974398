import { expect, it } from 'vitest'
import { createPages } from '#local-aws/cognito/pages.ts'
import { createMailboxPage } from '#local-aws/ses/mailbox-page.ts'
import { KOREAN_TEXTS } from '../../local/texts.ts'

const pages = createPages(KOREAN_TEXTS.signIn)

it('the local sign-in names the providers in Korean', () => {
  const html = pages.providersPage('/sign-in', ['Google', 'Kakao'])
  expect(html).toContain('Google로 계속하기')
  expect(html).toContain('카카오로 계속하기')
  expect(pages.accountsPage('/sign-in', 'Kakao', [])).toContain('카카오 계정 선택')
})

it('every sign-in page and every page of the mailbox names the service in its title', () => {
  expect(pages.page('로그인', '', 'nonce')).toContain('<title>로그인 | Jamak 자막</title>')
  const email = { id: 'a', at: 0, from: 'a@b.c', to: [], replyTo: [], subject: '<자막>', text: '', html: '' }
  const mailbox = createMailboxPage({ messages: () => [email], add: async () => {} }, KOREAN_TEXTS.mailbox)
  expect(mailbox('/').body).toContain('<title>메일함 | Jamak 자막</title>')
  expect(mailbox('/?id=a').body).toContain('<title>&lt;자막&gt; | Jamak 자막</title>')
})

it('a refusal by Kakao names the missing consent items', () => {
  expect(pages.kakaoErrorPage(['account_email'])).toMatch(/KOE205.*account_email/)
})
