import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { ALLOWANCES } from '../../../lambdas/contract/limits.ts'
import Privacy from '../../../web/legal/privacy.tsx'

describe('the privacy policy', () => {
  it('says that a hash of a guest’s network is kept until the full hour after a price was shown', () => {
    const text = renderToStaticMarkup(
      <MemoryRouter>
        <Privacy />
      </MemoryRouter>,
    )
    expect(ALLOWANCES.guestAddressQuote.seconds).toBe(3600)
    expect(text).toContain('접속한 네트워크의 주소를 변환한 값(해시)')
    expect(text).toContain('<td>다음 정각까지, 그 뒤 자동 삭제</td>')
  })
})
