import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_OPEN_SUBMISSIONS } from '../../lambdas/contract/limits.ts'
import { closeProfiles, DESKTOP, openProfile, sharedBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { type Running, running } from '../support/running.ts'
import { expectBalancedLedger } from '../support/stored-rows.ts'

const HELLO = readFileSync(join(import.meta.dirname, '../../local/sample/hello.mp4'))
const VIDEO_TOKENS = 4

const subtitle = (name: string, text: string) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(`1\n00:00:01,000 --> 00:00:04,000\n${text}\n`),
})
const video = (name: string, buffer = HELLO) => ({ name, mimeType: 'video/mp4', buffer })

/** Thirty files: 22 videos, 6 English subtitles, a document named as a video and a subtitle in Korean. */
const FILES = [
  ...Array.from({ length: 22 }, (_, n) => video(`talk ${n + 1}.mp4`)),
  ...Array.from({ length: 6 }, (_, n) => subtitle(`talk ${n + 23}.srt`, 'Welcome to Jamak.')),
  video('slides.mp4', Buffer.from('%PDF-1.7')),
  subtitle('korean.srt', '안녕하세요. 반가워요.'),
]

describe('thirty files, two of them invalid, on a connection that is lost while they are uploaded', () => {
  let browser: Browser
  let story: Running

  beforeAll(async () => {
    ;[browser, story] = await Promise.all([sharedBrowser(), running()])
  })
  afterAll(async () => {
    await closeProfiles(browser)
    await story.stop()
  })

  it('are translated once the connection is back, paid for once and reported by one email, except for the invalid ones', async () => {
    expect(FILES).toHaveLength(MAX_OPEN_SUBMISSIONS)
    const { page, context } = await openProfile(browser, { viewport: DESKTOP })
    await page.goto(story.cloud.siteUrl)
    await page.getByRole('banner').getByRole('button', { name: '로그인' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Google로 계속하기' }).click()
    await page.getByLabel('이름').fill('sora')
    await page.getByLabel('이메일').fill('sora@example.com')
    await page.getByRole('button', { name: '로그인' }).click()
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()

    await page.getByRole('tab', { name: '동영상 파일' }).click()
    await page.setInputFiles('input[type=file]', FILES)
    const popup = page.getByRole('dialog', { name: '업로드 확인' })
    const tokens = 22 * VIDEO_TOKENS + 6
    await popup.getByText(`${tokens}개 · 쓰고 나면 ${200 - tokens}개`).waitFor()
    await popup.getByText('slides.mp4: MP4가 아니에요.').waitFor()
    await popup.getByText('korean.srt: 영어 자막이 아니에요.').waitFor()
    // The sixth upload loses the connection. The third subtitle waits for that, so it cannot be submitted before.
    const lost = Promise.withResolvers<void>()
    let uploads = 0
    let subtitles = 0
    await page.route(
      url => !url.pathname.startsWith('/api/'),
      async route => {
        if (route.request().method() === 'POST') uploads += 1
        if (uploads === 6) await context.setOffline(true).then(lost.resolve, lost.reject)
        await route.continue()
      },
    )
    await page.route('**/api/submissions/subtitle', async route => {
      subtitles += 1
      if (subtitles > 2) await lost.promise
      await route.continue()
    })
    await popup.getByRole('button', { name: `토큰 ${tokens}개로 자막 만들기` }).click()

    await popup.getByText('인터넷 연결을 기다리고 있어요. 연결되면 이어서 보낼게요.').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await context.setOffline(false)

    await popup.waitFor({ state: 'detached' })
    const state = page.locator('.job-group').getByRole('status')
    await state.getByText('28개 중 28개 완성').waitFor({ timeout: 300_000 })
    await page.getByRole('link', { name: `보유 토큰 ${200 - tokens}개` }).waitFor()
    await expectBalancedLedger(story.cloud)
    const emails = () => story.cloud.emails().filter(({ subject }) => !subject.includes('반가워요'))
    await eventually(() => expect(emails()).toHaveLength(1))
    expect(emails()[0]?.subject).toBe('자막 28개가 모두 완성됐어요')
    await context.close()
  }, 480_000)
})
