import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ProofLinkView } from '../../lambdas/contract/proofreading.ts'
import { editorServer, KEY, SECRET } from '../support/editor-server.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import type { Answers } from '../support/stand-in.ts'

const screens = await setUpScreens()

const field = (page: Page) => page.getByRole('textbox', { name: /한국어 자막/ })
const saved = (page: Page) => page.locator('[data-save=saved]').waitFor()
const left = (page: Page, count: number) => page.locator(`[data-left="${count}"]`).waitFor()
const dialogOf = (page: Page) => page.getByRole('dialog')
const HOSTILE = '<img src=x onerror="document.title=1"> 이름이 달라요'

const link: ProofLinkView = {
  ...{ id: 'a'.repeat(64), name: '민지', right: 'edit', opens: 0, mostOpens: 50 },
  ...{ createdAt: '2026-03-14T05:09:26.000Z', expiresAt: '2026-03-21T05:09:26.000Z' },
}

describe('a subtitle handed to a proofreader', () => {
  it('comes back with comments and edits under the proofreader’s name', async () => {
    const server = editorServer()
    const links: ProofLinkView[] = []
    const answers: Answers = {
      ...server.answers,
      listProofLinks: () => ({ links }),
      createProofLink() {
        links.push(link)
        return { link, secret: SECRET }
      },
      revokeProofLink() {
        links.pop()
        return {}
      },
    }
    const owner = await screens.visit(`/user/${KEY}`, { answers })
    await left(owner.page, 2)
    await owner.page.getByRole('button', { name: '더 보기' }).click()
    await owner.page.getByRole('menuitem', { name: '검토 맡기기' }).click()
    const dialog = owner.page.getByRole('dialog')
    const create = dialog.getByRole('button', { name: '링크 만들기' })
    await dialog.getByLabel('받는 사람 이름').waitFor()
    await create.click()
    await dialog.getByText('이름을 적어 주세요.').waitFor()
    await dialog.getByLabel('받는 사람 이름').fill('민지')
    await dialog.getByLabel('기한').selectOption('30')
    await checkScreen(owner.page, 'proof-link-create')
    await create.click()
    await dialog.getByText(`/proof#${SECRET}`).waitFor()
    const body = { name: '민지', right: 'edit', days: 30, opens: 50 }
    expect(screens.site.calls.findLast(({ route }) => route === 'createProofLink')?.body).toEqual(body)
    await checkScreen(owner.page, 'proof-link-created')
    await dialog.getByRole('button', { name: '닫기' }).click()
    await dialog.getByText('고치기 · 50번 중 0번 열었어요 · 2026.03.21까지').waitFor()
    await checkScreen(owner.page, 'proof-links')
    await owner.leave()

    const reader = await screens.visit(`/proof#${SECRET}`, { member: false, answers })
    await reader.page.getByRole('heading', { name: 'interview.mp4' }).waitFor()
    await left(reader.page, 2)
    await field(reader.page).fill('첫 문장을 고쳤어요.')
    await expect.poll(() => server.korean('s1')).toBe('첫 문장을 고쳤어요.')
    await saved(reader.page)
    await reader.page.keyboard.press('Alt+n')
    await reader.page.getByRole('dialog').getByLabel('의견').fill(HOSTILE)
    await reader.page.getByRole('button', { name: '남기기', exact: true }).click()
    await reader.page.locator('.comments').getByText(HOSTILE).waitFor()
    await left(reader.page, 3)
    await checkScreen(reader.page, 'proof')
    await reader.page.getByRole('button', { name: '검토 마치기' }).click()
    await dialogOf(reader.page).getByText('아직 확인하지 않은 문장이 3개 있어요.').waitFor()
    await dialogOf(reader.page).getByRole('button', { name: '검토 마치기' }).click()
    await dialogOf(reader.page).getByText('맡긴 분에게 이메일로 알렸어요.').waitFor()
    await checkScreen(reader.page, 'proof-finished')
    await dialogOf(reader.page).getByRole('button', { name: '닫기' }).click()
    await reader.page.getByRole('button', { name: '마쳤어요' }).waitFor()
    for (const name of [/다운로드/, '다시 번역', '검토 완료'])
      await expect.poll(() => reader.page.getByRole('button', { name }).count()).toBe(0)
    expect(JSON.stringify(screens.site.calls.map(({ query, parameters }) => [query, parameters]))).not.toContain(SECRET)
    await reader.leave()

    const { page } = await screens.visit(`/user/${KEY}`, { answers })
    await left(page, 3)
    await page.keyboard.press('Shift+F8')
    await page.keyboard.press('F8')
    await page.locator('.comments').getByText(HOSTILE).waitFor()
    await checkScreen(page, 'proof-review')
    await page.keyboard.press('Control+Enter')
    await left(page, 2)
    await page.getByRole('button', { name: '고친 기록' }).click()
    const history = page.getByRole('list', { name: '고친 기록' })
    await history.getByText('민지 · 글을 고쳤어요').waitFor()
    await history.getByText('민지 · 의견을 남겼어요 (해결함)').waitFor()
    await checkScreen(page, 'proof-history')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '더 보기' }).click()
    await page.getByRole('menuitem', { name: '검토 맡기기' }).click()
    await page.getByRole('button', { name: '민지의 링크 지우기' }).click()
    await page.getByText('‘민지’의 링크를 지울까요?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '지우기' }).click()
    await page.getByText('아직 만든 링크가 없어요.').waitFor()
  })

  it('cannot be edited through a link that allows comments only', async () => {
    const server = editorServer()
    server.state.right = 'comment'
    const { page } = await screens.visit(`/proof#${SECRET}`, { member: false, answers: server.answers })
    await left(page, 2)
    await expect.poll(() => field(page).getAttribute('readonly')).toBe('')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: '의견 남기기', exact: true }).click()
    await page.getByRole('dialog').getByLabel('의견').fill('좋아요.')
    await page.getByRole('button', { name: '남기기', exact: true }).click()
    await left(page, 3)
    for (const name of ['나누기', '문장 메뉴', '되돌리기', '찾아 바꾸기', '확인'])
      await expect.poll(() => page.getByRole('button', { name, exact: true }).count()).toBe(0)
    expect(server.state.heard).toBe(0)
    await checkScreen(page, 'proof-comment-only')
  })

  it('says what to do when the link is refused', async () => {
    const { page } = await screens.visit('/proof#jamak_cut', { member: false, answers: editorServer().answers })
    await page.getByRole('heading', { name: '링크를 열 수 없어요' }).waitFor()
    await page.getByText('보낸 분에게 새 링크를 부탁해 주세요.').waitFor()
    await checkScreen(page, 'proof-refused')
  })
})
