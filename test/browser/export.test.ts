import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { KEY, reviewServer } from '../support/review-server.ts'
import { setUpScreens } from '../support/screens.ts'

const screens = await setUpScreens()

it('the editor exports what the user sees, with an edit of the last moment', async () => {
  const { page, leave } = await screens.visit(`/user/${KEY}`, { answers: reviewServer().answers })
  await page.locator('[data-left]').waitFor()
  await page.getByRole('textbox', { name: /한국어 자막/ }).fill('방금 고친 문장이에요.')
  await page.getByRole('button', { name: '더 보기' }).click()
  await page.getByRole('menuitem', { name: '다른 형식으로 다운로드' }).click()
  await page.getByRole('combobox', { name: '형식' }).selectOption('텍스트만 (TXT)')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: '다운로드' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/\.txt$/)
  expect(await readFile(await saved.path(), 'utf8')).toContain('방금 고친 문장이에요')
  await leave()
})
