import { expect, it } from 'vitest'
import { createPages } from '#local-aws/cognito/pages.ts'
import { KOREAN_TEXTS } from '../../local/texts.ts'

const pages = createPages(KOREAN_TEXTS.signIn)

it('the local sign-in names the providers in Korean', () => {
  const html = pages.providersPage('/sign-in', ['Google', 'Kakao'])
  expect(html).toContain('Google로 계속하기')
  expect(html).toContain('카카오로 계속하기')
  expect(pages.accountsPage('/sign-in', 'Kakao', [])).toContain('카카오 계정 선택')
})

it('a refusal by Kakao names the missing consent items', () => {
  expect(pages.kakaoErrorPage(['account_email'])).toMatch(/KOE205.*account_email/)
})
