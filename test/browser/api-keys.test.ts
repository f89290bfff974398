import { describe, expect, it } from 'vitest'
import type { ApiKeyView } from '../../lambdas/contract/api-key.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import type { Answers } from '../support/stand-in.ts'

const screens = await setUpScreens()

const SECRET = `jamak_${'0123456789abcdef'.repeat(4).slice(0, 56)}`
const used: ApiKeyView = {
  id: 'a'.repeat(64),
  name: '회사 서버',
  scopes: ['quote', 'submit', 'read'],
  monthlyTokens: 500,
  spentTokens: 120,
  createdAt: '2026-03-01T00:00:00.000Z',
  expiresAt: '2026-05-30T00:00:00.000Z',
  usedAt: '2026-03-14T05:09:00.000Z',
  webhookUrl: 'https://hook.example/jamak',
}
const fresh: ApiKeyView = {
  id: 'b'.repeat(64),
  name: '노트북',
  scopes: ['read'],
  spentTokens: 0,
  createdAt: '2026-03-14T05:09:26.000Z',
}

describe('API keys', () => {
  it('are created with scopes, a limit and an expiry, shown once, and revoked', async () => {
    const keys = [used]
    const answers: Answers = {
      listKeys: () => ({ keys }),
      createKey: () => {
        keys.push(fresh)
        return { key: fresh, secret: SECRET, webhookSecret: 'whsec_AAAA' }
      },
      listDeliveries: () => ({
        deliveries: [
          {
            ...{ id: '20260314140926', name: '강의.mp4', status: 'owed', attempts: 2, httpStatus: 500 },
            at: '2026-03-14T05:20:26.000Z',
          },
        ],
      }),
      sendWebhookAgain: () => ({}),
      revokeKey: ({ parameters }) => {
        keys.splice(
          keys.findIndex(({ id }) => id === parameters.id),
          1,
        )
        return {}
      },
    }
    const { page } = await screens.visit('/account#sign-in', { answers })
    await page.getByText('이번 달 토큰 120개 / 500개').waitFor()
    await checkScreen(page, 'account-keys')
    await page.getByRole('button', { name: '키 만들기' }).click()
    const dialog = page.getByRole('dialog')
    const create = dialog.getByRole('button', { name: '키 만들기' })
    await create.click()
    await dialog.getByText('이름을 적어 주세요.').waitFor()
    await dialog.getByLabel('이름').fill('노트북')
    await dialog.getByLabel('가격 확인').uncheck()
    await dialog.getByLabel('맡기기').uncheck()
    await dialog.getByLabel('한 달 토큰 한도').fill('50')
    await dialog.getByLabel('웹훅 주소').fill('ftp://hook.example')
    await create.click()
    await dialog.getByText('웹훅 주소를 확인해 주세요.').waitFor()
    await dialog.getByLabel('웹훅 주소').fill('https://hook.example/a')
    await checkScreen(page, 'account-keys-create')
    await create.click()
    await dialog.getByText(SECRET).waitFor()
    const sent = screens.site.calls.findLast(({ route }) => route === 'createKey')
    const webhookUrl = 'https://hook.example/a'
    expect(sent?.body).toEqual({ name: '노트북', scopes: ['read'], monthlyTokens: 50, days: 90, webhookUrl })
    await dialog.getByText('whsec_AAAA').waitFor()
    await dialog.getByRole('link', { name: '쓰는 방법' }).waitFor()
    await checkScreen(page, 'account-keys-secret')
    await dialog.getByRole('button', { name: '안전하게 보관했어요' }).click()
    await expect.poll(() => page.getByText(SECRET).count()).toBe(0)
    await page.getByRole('button', { name: '회사 서버 웹훅 알림' }).click()
    await dialog.getByText('https://hook.example/jamak').waitFor()
    await dialog.getByText('다시 보낼 예정').waitFor()
    await dialog.getByText('마지막 시도: 2026.03.14 14:20 (2번째, 응답 500)').waitFor()
    await dialog.getByText('다음 시도: 2026.03.14 14:25').waitFor()
    await checkScreen(page, 'account-keys-deliveries')
    await dialog.getByRole('button', { name: '지금 보내기' }).click()
    await expect.poll(() => screens.site.calls.some(({ route }) => route === 'sendWebhookAgain')).toBe(true)
    await dialog.getByRole('button', { name: '곧 보내요' }).waitFor()
    await dialog.getByRole('button', { name: '닫기' }).click()
    await page.getByRole('button', { name: '노트북 지우기' }).click()
    await dialog.getByRole('button', { name: '지우기' }).click()
    await page.getByText('노트북', { exact: true }).waitFor({ state: 'detached' })
    expect(screens.site.calls.findLast(({ route }) => route === 'revokeKey')?.parameters).toEqual({ id: fresh.id })
  })
})
