import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseSrt } from '#subtitle-engine'
import { closeProfiles, DESKTOP, launchBrowser, openProfile, PHONE, sharedBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { shareStory } from '../support/running.ts'

const SAMPLE = join(import.meta.dirname, '../../local/sample/hello.mp4')

const story = await shareStory()

/** Opens the page of the synthesized site, with its headers, in front of the whole local cloud. */
describe('the page in front of the local cloud', () => {
  let browser: Browser
  let oldest: Browser

  beforeAll(async () => {
    ;[browser, oldest] = await Promise.all([sharedBrowser(), launchBrowser('chromium-109')])
  })
  afterAll(async () => {
    await Promise.all([closeProfiles(browser), oldest.close()])
  })

  async function signIn(page: Page, name: string): Promise<void> {
    await page.getByRole('banner').getByRole('button', { name: '로그인' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Google로 계속하기' }).click()
    await page.getByLabel('이름').fill(name)
    await page.getByLabel('이메일').fill(`${name}@example.com`)
    await page.getByRole('button', { name: '로그인' }).click()
  }

  /** Waits for the email, then reloads, because the page polls only when Amazon Transcribe may have ended. */
  async function showDone(page: Page, name: string): Promise<void> {
    await eventually(() => {
      const own = story.cloud.emails().filter(({ to }) => to.includes(`${name}@example.com`))
      expect(own.some(({ subject }) => subject.startsWith('자막이 완성됐어요'))).toBe(true)
    })
    await page.reload()
  }

  it('turns a video into a saved and edited subtitle file without violating the security policy, in the oldest Chromium that the page supports', async () => {
    const { page, faults, context } = await openProfile(oldest, { viewport: DESKTOP })
    await page.goto(story.cloud.siteUrl)
    await signIn(page, 'oldest-of-journey')
    await page.getByText('반가워요. 토큰 200개를 드렸어요.').waitFor()
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()

    await page.getByRole('tab', { name: '동영상 파일' }).click()
    await page.setInputFiles('input[type=file]', SAMPLE)
    const popup = page.getByRole('dialog', { name: '업로드 확인' })
    await popup.getByText('hello.mp4').waitFor()
    await popup.getByRole('button', { name: '토큰 4개로 자막 만들기' }).click()
    await page.getByText('업로드했어요! 자막이 완성되면 이메일로 알려 드릴게요!').first().waitFor()

    await showDone(page, 'oldest-of-journey')
    await page.getByRole('link', { name: '모두 보기' }).click()
    await page.getByRole('heading', { name: '내 보관함' }).waitFor()
    const download = page.getByRole('button', { name: '다운로드' })
    await download.waitFor()
    const [saved] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(saved.suggestedFilename()).toBe('hello.srt')
    const cues = parseSrt(await readFile(await saved.path(), 'utf8'))
    expect(cues[0]?.lines).toEqual(['Jamak에 오신 것을 환영해요'])
    await page.getByRole('button', { name: '완료' }).waitFor()
    await page.getByRole('link', { name: '보유 토큰 196개' }).waitFor()

    await page.getByRole('link', { name: '자막 편집' }).click()
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1)
    await page.locator('.stage').getByText('Jamak에 오신 것을 환영해요').waitFor()
    await page.getByRole('textbox', { name: /한국어 자막/ }).fill('Jamak에 어서 오세요.')
    await page.locator('[data-save=saved]').waitFor()
    const [edited] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '다운로드', exact: true }).click(),
    ])
    const [first] = parseSrt(await readFile(await edited.path(), 'utf8'))
    expect(first?.lines).toEqual(['Jamak에 어서 오세요'])
    expect(faults).toEqual([])
    await context.close()
  })

  it('can be used by keyboard alone', async () => {
    const { page, faults, context } = await openProfile(browser, { viewport: DESKTOP })
    await page.goto(story.cloud.siteUrl)
    await tabTo(page, '로그인')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Google로 계속하기')
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.origin !== new URL(story.cloud.siteUrl).origin)
    await page.getByLabel('이름').waitFor()
    await page.getByLabel('이름').focus()
    await page.keyboard.type('keys')
    await page.keyboard.press('Tab')
    await page.keyboard.type('keys@example.com')
    await page.keyboard.press('Enter')

    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()
    await tabTo(page, 'YouTube 링크')
    await page.keyboard.press('ArrowRight')
    await page.getByText('여기에 MP4 파일을 놓아 주세요').waitFor()
    // Playwright handles only the file chooser of an input, which the page uses in browsers without file handles.
    await page.evaluate(() => Object.assign(window, { showOpenFilePicker: undefined }))
    // The listener comes before the key press: it takes a moment until the browser hands its file chooser over.
    const choosing = page.waitForEvent('filechooser')
    await tabTo(page, '파일 고르기')
    await page.keyboard.press('Enter')
    await (await choosing).setFiles(SAMPLE)
    await page.getByRole('dialog', { name: '업로드 확인' }).waitFor()
    await tabTo(page, '토큰 4개로 자막 만들기')
    await page.keyboard.press('Enter')
    await page.getByText('업로드했어요! 자막이 완성되면 이메일로 알려 드릴게요!').first().waitFor()

    await showDone(page, 'keys')
    await tabTo(page, 'K 내 메뉴')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '내 보관함' }).waitFor()
    await page.getByRole('button', { name: '다운로드' }).waitFor()
    await tabTo(page, '다운로드')
    const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(saved.suggestedFilename()).toBe('hello.srt')

    await tabTo(page, 'K 내 메뉴')
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.waitForURL(address => address.pathname === '/')
    await page.getByRole('banner').getByRole('button', { name: '로그인' }).waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  it('advises the sample user of the test payment after a cancelled card payment, and shows balance, receipt and email after a successful one, in the oldest Chromium', async () => {
    const { page, faults, context } = await openProfile(oldest, { viewport: PHONE })
    await page.goto(story.cloud.siteUrl)
    await page.getByRole('button', { name: '결제 테스트' }).click()
    await page.getByRole('heading', { name: '토큰 충전' }).waitFor()
    const pay = page.getByRole('button', { name: /결제하기/ })
    await expect.poll(() => pay.isDisabled()).toBe(true)
    await page.getByRole('radio', { name: /430개/ }).check()
    await page.getByRole('button', { name: '20,000원 결제하기' }).click()
    await page.getByRole('button', { name: '결제 진행하기' }).click()
    await page.getByText('필수 약관에 동의하면 결제할 수 있어요.').waitFor()
    await payAtCardPage(page, '취소')
    await page.getByRole('heading', { name: '결제를 중단했어요' }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/fail')
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()
    await page.locator('a[href="/checkout?package=tokens-430"]').click()
    await payAtCardPage(page, '결제하기')
    await page.getByRole('heading', { name: '충전을 마쳤어요' }).waitFor()
    await page.getByRole('link', { name: '보유 토큰 630개' }).waitFor()
    await page.getByRole('link', { name: '결제 내역 보기' }).click()
    await page.getByText('20,000원').first().waitFor()
    const emails = () => story.cloud.emails().filter(email => email.text?.includes('430'))
    await expect.poll(() => emails().length).toBeGreaterThan(0)
    expect(emails().map(email => email.text?.includes('도움말: http'))).toEqual(emails().map(() => true))
    expect(faults).toEqual([])
    await context.close()
  })
})

/** Agrees to the terms, proceeds to the card window, and presses the named button there. */
async function payAtCardPage(page: Page, button: '결제하기' | '취소'): Promise<void> {
  const agreement = page.frameLocator('iframe[title="약관 동의"]')
  await agreement.getByRole('checkbox').first().waitFor()
  for (const box of await agreement.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: '결제 진행하기' }).click()
  await page.frameLocator('iframe[title="결제창"]').getByRole('button', { name: button, exact: true }).click()
}

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }))
  const target = wanted.or(page.getByRole('tab', { name, exact: true })).or(page.getByLabel(name, { exact: true }))
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const isThere = await target.evaluateAll(all => all.some(each => each === document.activeElement))
    if (isThere) return
  }
  throw new Error(`Tab never reached ${name}`)
}
