import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parseSrt } from '#subtitle-engine'
import { FAILURE_TEXT } from '../../lambdas/contract/archive-entry.ts'
import { closeProfiles, DESKTOP, openProfile, PHONE, sharedBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { type Running, running } from '../support/running.ts'
import { ODD_VIDEOS } from '../support/youtube-samples.ts'

/** Opens the page of the synthesized site in front of the whole local cloud, with a stand-in for YouTube. */
describe('a YouTube link', () => {
  let browser: Browser
  let story: Running

  beforeAll(async () => {
    ;[browser, story] = await Promise.all([
      sharedBrowser(),
      running({ assembly: inject('fetchingAssembly'), youtubeSamples: ODD_VIDEOS }),
    ])
  })
  afterAll(async () => {
    await closeProfiles(browser)
    await story.stop()
  })

  async function paste(page: Page, link: string): Promise<void> {
    await page.getByRole('textbox', { name: 'YouTube 링크' }).evaluate((field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, link)
  }

  /** Waits for an email, because the page requests an entry again only when it may have changed. */
  const hasSent = (name: string, start: string) =>
    eventually(() => {
      const own = story.cloud.emails().filter(({ to }) => to.includes(`${name}@example.com`))
      expect(own.some(({ subject }) => subject.startsWith(start))).toBe(true)
    })

  const popup = (page: Page) => page.getByRole('dialog', { name: '업로드 확인' })

  it('is quoted with its thumbnail, submitted, listed with its address and downloaded', async () => {
    const { page, faults, context } = await openProfile(browser, { viewport: DESKTOP })
    await signIn(page, story.cloud.siteUrl, 'minji')
    await paste(page, 'https://www.youtube.com/watch?list=PL1&v=jamak-hello&t=3s')
    const address = 'https://www.youtube.com/watch?v=jamak-hello'
    for (const text of ['Welcome to Jamak', 'youtu.be/jamak-hello', '00:25', '4개 · 쓰고 나면 196개'])
      await popup(page).getByText(text, { exact: true }).waitFor()
    const picture = popup(page).locator('.thumbnail img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await popup(page).getByRole('button', { name: '토큰 4개로 자막 만들기' }).click()
    await page.getByText('전송 완료').waitFor()
    await page.getByRole('link', { name: '보유 토큰 196개' }).waitFor()

    await hasSent('minji', '자막이 완성됐어요')
    await page.goto(`${story.cloud.siteUrl}/user`)
    const source = page.getByRole('link', { name: 'Welcome to Jamak YouTube에서 보기' })
    await source.waitFor()
    await expect.poll(() => source.getAttribute('href')).toBe(address)
    const small = page.locator('.thumbnail img')
    await expect.poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const download = page.getByRole('button', { name: '다운로드' })
    await download.waitFor()
    const [saved] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(saved.suggestedFilename()).toBe('Welcome to Jamak.srt')
    const cues = parseSrt(await readFile(await saved.path(), 'utf8'))
    expect(cues[0]?.lines).toEqual(['Jamak에 오신 것을 환영해요'])
    await page.getByText('Jamak에 오신 것을 환영해요').waitFor()
    const title = page.getByRole('link', { name: 'Welcome to Jamak', exact: true })
    await expect.poll(() => title.getAttribute('href')).toMatch(/^\/user\/\d{14}$/)
    expect(faults).toEqual([])
    await context.close()
  })

  it('that is pasted offline gets its price once the connection is back', async () => {
    const { page, context } = await openProfile(browser, { viewport: DESKTOP })
    await signIn(page, story.cloud.siteUrl, 'seoa')
    await context.setOffline(true)
    await paste(page, 'https://youtu.be/jamak-hello')
    await page.getByText('연결되면 영상을 불러올게요').waitFor()
    await context.setOffline(false)
    await popup(page).getByText('4개 · 쓰고 나면 196개').waitFor()
    await context.close()
  })

  it('ends with the reason, the refund and a link to the file form if YouTube refuses the video', async () => {
    const { page, faults, context } = await openProfile(browser, { viewport: PHONE })
    await signIn(page, story.cloud.siteUrl, 'jiho')
    await paste(page, 'https://youtu.be/jamak-robot')
    await popup(page).getByRole('button', { name: '토큰 4개로 자막 만들기' }).click()
    await page.getByText('전송 완료').waitFor()
    await hasSent('jiho', '자막을 만들지 못했어요')
    await page.goto(`${story.cloud.siteUrl}/user`)
    await page.getByText(FAILURE_TEXT.YOUTUBE_BLOCKED).waitFor()
    await page.getByText('자막을 만들지 못해서 토큰 4개를 돌려 드렸어요.').waitFor()
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()
    await page.getByRole('link', { name: 'MP4 파일로 올리기' }).click()
    await page.getByText('MP4 파일을 골라 주세요').waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  it('shows the reason beside the field, and is not submitted, if it cannot be quoted', async () => {
    const { page, faults, context } = await openProfile(browser, { viewport: DESKTOP })
    await signIn(page, story.cloud.siteUrl, 'suji')
    const field = page.getByRole('textbox', { name: 'YouTube 링크' })
    for (const [link, text] of [
      ['https://youtu.be/jamak-hides', '영상을 찾을 수 없어요. 비공개이거나 삭제된 영상일 수 있어요.'],
      ['https://youtu.be/jamak-live-', '실시간 영상은 끝난 뒤에 자막을 만들 수 있어요.'],
      ['https://youtu.be/jamak-adult', '나이 제한이 있는 영상은 가져올 수 없어요. MP4 파일로 올려 주세요.'],
      ['https://youtu.be/jamak-days-', '4시간이 넘는 영상은 아직 만들지 못해요. 나누어서 올려 주세요.'],
      ['https://youtu.be/jamak-quota', /지금은 YouTube 정보를 읽을 수 없어요/],
      ['https://youtube.com.evil.example/watch?v=jamak-hello', /YouTube 링크를 확인해 주세요/],
    ] as const) {
      await field.fill(link)
      await page.keyboard.press('Enter')
      await page.getByText(text).waitFor()
    }
    await field.fill('https://youtu.be/jamak-hour-')
    await page.keyboard.press('Enter')
    await popup(page).getByText('01:02:03', { exact: true }).waitFor()
    await popup(page)
      .getByText(/^토큰이 .+ 부족해요\./)
      .waitFor()
    await expect
      .poll(() =>
        popup(page)
          .getByRole('button', { name: /자막 만들기/ })
          .count(),
      )
      .toBe(0)
    expect(faults).toEqual([])
    await context.close()
  })
})

async function signIn(page: Page, siteUrl: string, name: string): Promise<void> {
  await page.goto(siteUrl)
  await page.getByRole('banner').getByRole('button', { name: '로그인' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Google로 계속하기' }).click()
  await page.getByLabel('이름').fill(name)
  await page.getByLabel('이메일').fill(`${name}@example.com`)
  await page.getByRole('button', { name: '로그인' }).click()
  await page.getByRole('textbox', { name: 'YouTube 링크' }).waitFor()
}
