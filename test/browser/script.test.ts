import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { sampleEntry, sampleMe } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'

const screens = await setUpScreens()
const quote = {
  ...{ id: 'abcdefghijk', url: 'https://www.youtube.com/watch?v=abcdefghijk', title: 'How we bake at night' },
  ...{ durationSeconds: 600, tokens: 100, fetchable: true },
}
const KEY = '20260314140926'
const SCRIPT_ID = 'abcdefghijklmnopqrstuv'
const answers = {
  me: () => ({ ...sampleMe, token: 1_000 }),
  quoteYoutube: () => quote,
  storeScript: () => ({ id: SCRIPT_ID }),
  submitYoutube: () => ({ entry: sampleEntry(KEY, { type: 'youtube', status: 'queued', is_srt: false }) }),
}
const bodies = (route: string) => screens.site.calls.filter(each => each.route === route).map(({ body }) => body)
const TITLE = '영어 대본이 있나요? (없어도 돼요)'

/** Opens the popup of a link and its options. */
async function openOptions(page: Page) {
  await page.getByRole('textbox', { name: /YouTube/ }).fill(quote.url)
  await page.getByRole('button', { name: '영상 불러오기' }).click()
  const popup = page.getByRole('dialog', { name: '업로드 확인' })
  await popup.getByRole('button', { name: '바꾸기' }).click()
  return popup
}

describe('the script of a video', () => {
  it('is pasted into the popup and stored before the submission, which names it and uses no captions', async () => {
    const { page } = await screens.visit('/', { answers, viewport: PHONE })
    const popup = await openOptions(page)
    await popup.getByRole('textbox', { name: TITLE }).fill('Good evening from Harrowgate.')
    await popup.getByText('대본에 맞추기').waitFor()
    await popup.getByText('영상에 영어 자막이 있으면').waitFor({ state: 'detached' })
    await checkScreen(page, 'upload-script')
    await popup.getByRole('button', { name: '토큰 100개로 자막 만들기' }).click()
    await popup.waitFor({ state: 'detached' })
    expect(bodies('storeScript')).toEqual([{ text: 'Good evening from Harrowgate.', notes: '' }])
    expect(bodies('submitYoutube')).toMatchObject([{ url: quote.url, script: SCRIPT_ID, captions: false }])
  })

  it('is read from a Word document; a file without text is refused with advice', async () => {
    const { page } = await screens.visit('/', { answers })
    const popup = await openOptions(page)
    const xml = '<w:document><w:p><w:r><w:t>Good evening.</w:t></w:r></w:p></w:document>'
    const buffer = Buffer.from(zipSync({ 'word/document.xml': strToU8(xml) }))
    const choose = (name: string, content: Buffer) =>
      popup.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content })
    await choose('talk.docx', buffer)
    await expect.poll(() => popup.getByRole('textbox', { name: TITLE }).inputValue()).toBe('Good evening.')
    await choose('talk.doc', buffer)
    await popup.getByText('DOCX로 저장해서 다시 골라 주세요').waitFor()
  })

  it('is not stored if the user gives none', async () => {
    const { page } = await screens.visit('/', { answers })
    const popup = await openOptions(page)
    await popup.getByRole('button', { name: '토큰 100개로 자막 만들기' }).click()
    await popup.waitFor({ state: 'detached' })
    expect(bodies('storeScript')).toEqual([])
    expect(bodies('submitYoutube')).toMatchObject([{ captions: true }])
  })
})
