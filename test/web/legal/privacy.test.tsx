import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { ALLOWANCES } from '../../../lambdas/contract/limits.ts'
import { RETENTION } from '../../../lambdas/contract/retention.ts'
import Privacy from '../../../web/legal/privacy.tsx'

/** The policy without the labels that its cells have on phones. */
const policy = () =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Privacy />
    </MemoryRouter>,
  ).replace(/ data-label="[^"]*"/g, '')

describe('the privacy policy', () => {
  it('states the periods after which rows and objects are deleted', () => {
    const text = policy()
    const { videoDays, logDays, tradeYears, identityYears } = RETENTION
    expect(text).toContain(`올린 영상과 소리, 대본과 메모, 작업 파일</th><td>${videoDays}일</td>`)
    expect(text).toContain(`이용 기록</th><td>${logDays}일</td>`)
    expect(text).toContain(`토큰 내역</th><td>탈퇴할 때까지, 그 뒤 ${tradeYears}년</td>`)
    expect(text).toContain(`암호화된 표시</th><td>가입한 날부터 ${identityYears}년</td>`)
  })

  it('says that a hash of a guest’s network is kept until the full hour after a price was shown', () => {
    const text = policy()
    expect(ALLOWANCES.guestAddressQuote.seconds).toBe(3600)
    expect(text).toContain('접속한 네트워크의 주소를 변환한 값(해시)')
    expect(text).toContain('<td>다음 정각까지, 그 뒤 자동 삭제</td>')
  })
})
