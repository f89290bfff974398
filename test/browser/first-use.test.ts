import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { sampleEntry } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'

const screens = await setUpScreens()
const OFFER = '예시 영상으로 먼저 해 보기 (무료)'

describe('the sample in the editor', () => {
  it('opens for a guest with its film, is edited and downloaded, and keeps the edits in this browser', async () => {
    const { page } = await screens.visit('/', { member: false })
    await page.getByRole('link', { name: OFFER }).click()
    await page.getByRole('heading', { name: '예시 영상', level: 1 }).waitFor()
    await expect
      .poll(() => page.locator('video').evaluate(video => video instanceof HTMLVideoElement && video.readyState))
      .toBeGreaterThan(0)
    const text = page.getByRole('textbox', { name: /한국어|자막/ }).first()
    await text.fill('처음 고쳐 본 문장이에요.')
    await page.locator('[data-save="unsaved"], [data-save="saving"]').waitFor()
    await page.locator('[data-save="saved"]').waitFor()
    await checkScreen(page, 'sample-editor')
    await page.reload()
    await page.getByText('처음 고쳐 본 문장이에요').first().waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'SRT 다운로드' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('예시 영상.srt')
    expect(await readFile(await download.path(), 'utf8')).toContain('처음 고쳐 본 문장이에요')
    expect(screens.site.calls).toEqual([])
  })

  it('leaves the subtitle alone that this browser keeps for 자막 줄 정리하기', async () => {
    const { page } = await screens.visit('/recut/edit?sample', { member: false })
    await page.getByRole('heading', { name: '예시 영상', level: 1 }).waitFor()
    await page.goto(`${screens.site.origin}/recut/edit`)
    await page.getByText('이 브라우저에 저장한 자막이 없어요').waitFor()
  })

  it('opens from the empty archive', async () => {
    const { page } = await screens.visit('/user')
    await page.getByText('아직 자막이 없어요.').waitFor()
    await checkScreen(page, 'archive-empty-offer')
    const started = Date.now()
    await page.getByRole('link', { name: OFFER }).click()
    await page.getByRole('heading', { name: '예시 영상', level: 1 }).waitFor()
    console.log(`From the empty archive to the open sample: ${Date.now() - started} ms`)
  })

  it('is offered on the home page until the first video', async () => {
    const first = await screens.visit('/')
    await first.page.getByRole('heading', { name: '올릴 영상이 아직 없나요?' }).waitFor()
    await checkScreen(first.page, 'home-first-use')
    await first.leave()
    const entries = { entries: [sampleEntry('20260314140926')], page: 1, pages: 1, total: 1 }
    const { page } = await screens.visit('/', { answers: { listArchive: () => entries } })
    await page.getByRole('heading', { name: '최근 자막' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: OFFER }).count()).toBe(0)
  })
})

it('the header on a phone leads to the archive', async () => {
  const { page } = await screens.visit('/addtoken', { viewport: PHONE })
  await page.getByRole('banner').getByRole('link', { name: '보유 토큰 200개' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: '보관함' }).click()
  await page.getByRole('heading', { name: '내 보관함' }).waitFor()
})
