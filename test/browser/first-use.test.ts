import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { checkScreen, setUpScreens } from '../support/screens.ts'

const screens = await setUpScreens()
const OFFER = '예시 영상으로 먼저 해 보기 (무료)'

describe('the sample in the editor', () => {
  it('opens for a guest with its film, is edited and downloaded, and keeps the edits in this browser beside the subtitle of 자막 줄 정리하기', async () => {
    const { page } = await screens.visit('/', { member: false })
    await page.getByRole('link', { name: OFFER }).click()
    await page.getByRole('heading', { name: '예시 영상', level: 1 }).waitFor()
    await expect
      .poll(() => page.locator('video').evaluate(video => video instanceof HTMLVideoElement && video.readyState))
      .toBeGreaterThan(0)
    const text = page.getByRole('textbox', { name: /한국어|자막/ }).first()
    const unsaved = page.locator('[data-save="unsaved"], [data-save="saving"]').waitFor()
    await Promise.all([unsaved, text.fill('처음 고쳐 본 문장이에요.')])
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
    await page.goto(`${screens.site.origin}/recut/edit`)
    await page.getByText('이 브라우저에 저장한 자막이 없어요').waitFor()
    expect(screens.site.calls).toEqual([])
  })
})
