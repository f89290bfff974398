import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sampleEntry, sampleProject } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import type { Answers } from '../support/stand-in.ts'

const screens = await setUpScreens()
const queries = () => screens.site.calls.filter(({ route }) => route === 'listArchive').map(({ query }) => query)

const CERTIFICATE = { cues: 340, kept: 338, flags: {}, source: 'recognition', rehearsal: false } as const
const LECTURES = Array.from({ length: 34 }, (_, i) =>
  sampleEntry(String(20260314140900 + i), {
    number: i + 1,
    title: `${20260314140900 + i}_자료구조 ${i + 1}강.mp4`,
    certificate: { ...CERTIFICATE, doubts: i % 3 === 0 ? 7 : 0 },
    ...(i % 3 === 1 && { reviewed_at: '2026-03-15T09:00:00.000Z' }),
  }),
).reverse()

/** A server that returns pages as the real one does, newest first. */
const answers: Answers = {
  listArchive: ({ query }) => {
    const [rows, page] = [Number(query.rows ?? 5), Number(query.page)]
    const entries = LECTURES.slice((page - 1) * rows, page * rows)
    return { entries, page, pages: Math.ceil(LECTURES.length / rows), total: LECTURES.length }
  },
  readProject: () => sampleProject(),
}

async function openList(): Promise<Page> {
  const { page } = await screens.visit('/user', { answers })
  await page.getByRole('button', { name: '좁게 보기' }).click()
  await page.getByRole('link', { name: '자료구조 34강.mp4' }).waitFor()
  return page
}

describe('the archive', () => {
  it('offers thirty lectures as a compact list with the sentences to check, and the browser remembers that view', async () => {
    const page = await openList()
    await expect.poll(() => page.locator('.archive-list tbody tr').count()).toBe(30)
    await page.getByText('확인 필요 7개 (약 3분)').first().waitFor()
    await page.getByText('검토 완료').first().waitFor()
    await checkScreen(page, 'archive-list')
    screens.site.calls.length = 0
    await page.reload()
    await page.locator('.archive-list').waitFor()
    await expect.poll(queries).toContainEqual({ page: '1', rows: '30', order: 'newest' })
    await page.getByRole('button', { name: '넓게 보기' }).click()
    await page.locator('.archive tbody tr').nth(4).waitFor()
    await expect.poll(() => page.locator('.archive tbody tr').count()).toBe(5)
  })

  it('is sorted by what needs checking, with the order in the URL and on every page', async () => {
    const page = await openList()
    await page.getByLabel('정렬').selectOption('확인 필요순')
    await expect.poll(() => new URL(page.url()).search).toBe('?order=doubts')
    await expect.poll(() => queries().at(-1)).toEqual({ page: '1', rows: '30', order: 'doubts' })
    await page.getByRole('button', { name: '2페이지', exact: true }).click()
    await expect.poll(() => queries().at(-1)).toEqual({ page: '2', rows: '30', order: 'doubts' })
  })

  it('keeps a selection across pages and saves it as one file in the chosen format', async () => {
    const page = await openList()
    await page.getByLabel('자료구조 34강.mp4 고르기').check()
    await page.getByRole('button', { name: '2페이지', exact: true }).click()
    await page.getByLabel('자료구조 1강.mp4 고르기').check()
    await page.getByText('2개 골랐어요').waitFor()
    await checkScreen(page, 'archive-list-chosen')
    await page.getByRole('button', { name: '다른 형식으로 다운로드' }).click()
    await page.getByRole('checkbox', { name: '텍스트만 (TXT)' }).check()
    const saving = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: '다운로드' }).click()
    expect((await saving).suggestedFilename()).toBe('자막.zip')
    await page.getByRole('button', { name: '모두 빼기' }).click()
    await expect.poll(() => page.getByLabel('자료구조 1강.mp4 고르기').isChecked()).toBe(false)
  })

  it('prints a subtitle’s certificate without the rest of the page, to paper or PDF', async () => {
    const page = await openList()
    await page.getByRole('button', { name: /자료구조 34강.mp4 더 보기/ }).click()
    await page.getByRole('menuitem', { name: '품질 확인서 (PDF)' }).click()
    const dialog = page.getByRole('dialog', { name: '자막 품질 확인서' })
    await dialog.getByText('340개 중 338개 (99.4%)').waitFor()
    await checkScreen(page, 'certificate')
    await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }))
    await dialog.getByRole('button', { name: '인쇄하거나 PDF로 저장' }).click()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed'))).toBe(true)
    await page.emulateMedia({ media: 'print' })
    const visible = (text: string) =>
      page
        .getByText(text)
        .first()
        .evaluate(each => getComputedStyle(each).visibility)
    await expect.poll(() => visible('340개 중 338개')).toBe('visible')
    await expect.poll(() => visible('내 보관함')).toBe('hidden')
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')
    await page.emulateMedia({ media: 'screen' })
  })

  it('shows only the specification’s table to a user with three videos', async () => {
    const three = () => ({ entries: LECTURES.slice(0, 3), page: 1, pages: 1, total: 3 })
    const { page } = await screens.visit('/user', { answers: { listArchive: three } })
    await page.locator('.archive tbody tr').nth(2).waitFor()
    await expect.poll(() => page.getByRole('button', { name: '좁게 보기' }).count()).toBe(0)
  })
})
