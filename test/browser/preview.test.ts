import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleArchive, sampleCues, sampleEntry } from '../support/sample-data.ts'
import { checkScreen, openScreens, type Screens } from '../support/screens.ts'
import { type Answers, Refusal } from '../support/stand-in.ts'

const HELLO = join(import.meta.dirname, '../../local/sample/hello.mp4')
const KEY = '20260314140926'

let screens: Screens
beforeAll(async () => {
  screens = await openScreens()
})
afterAll(() => screens.close())

const answers: Answers = {
  readEntry: () => sampleEntry(KEY, { duration_seconds: 25 }),
  previewCues: () => ({ cues: sampleCues }),
}

describe('the preview screen', () => {
  it('opens from the archive', async () => {
    const listArchive = () => ({ entries: sampleArchive(), page: 1, pages: 1, total: 5 })
    const { page, leave } = await screens.visit('/user', { answers: { ...answers, listArchive } })
    await page.getByRole('row').filter({ hasText: 'interview.mp4' }).getByRole('link', { name: '미리 보기' }).click()
    await page.getByRole('heading', { name: 'interview.mp4' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/user/${KEY}`)
    await leave()
  })

  it('lists flagged cues first until the user asks for the original order', async () => {
    const { page, leave } = await screens.visit(`/user/${KEY}`, { answers })
    const times = () => page.locator('.cue .numbers').allTextContents()
    await page.getByText('확인할 자막 2개').waitFor()
    expect(await times()).toEqual(['00:07', '00:12', '00:00', '00:03', '00:09'])
    await page.getByText('잘 안 들린 말, 숫자').waitFor()
    await checkScreen(page, 'preview')
    await page.getByLabel('확인할 자막 먼저').uncheck()
    expect(await times()).toEqual(['00:00', '00:03', '00:07', '00:09', '00:12'])
    await leave()
  })

  it('plays by Space, steps by arrows and shows the cue in its lines', async () => {
    const { page, leave } = await screens.visit(`/user/${KEY}`, { answers })
    await page.getByText('확인할 자막 2개').waitFor()
    const shown = page.locator('.stage .caption span')
    await page.keyboard.press('ArrowRight')
    expect(await shown.allTextContents()).toEqual(['좋은 이야기는', '언제나 질문에서 시작해요'])
    await page.keyboard.press('ArrowRight')
    expect(await shown.allTextContents()).toEqual(['제 질문은 이거예요'])
    await page.keyboard.press('ArrowLeft')
    expect(await shown.allTextContents()).toEqual(['좋은 이야기는', '언제나 질문에서 시작해요'])
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: '멈춤' }).waitFor()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: '재생' }).waitFor()
    await leave()
  })

  it('jumps to a chosen cue and shows its English', async () => {
    const { page, leave } = await screens.visit(`/user/${KEY}`, { answers })
    await page.getByRole('button', { name: /그러다 조용해졌어요/ }).click()
    await page.locator('.stage').getByText('그러다 조용해졌어요').waitFor()
    await page.getByLabel('영어 같이 보기').check()
    await page.locator('.stage').getByText('Then they went quiet.').waitFor()
    await leave()
  })

  it('lays the cues over a local video without uploading it', async () => {
    const { page, leave } = await screens.visit(`/user/${KEY}`, { answers })
    await page.getByText('확인할 자막 2개').waitFor()
    const before = screens.site.calls.length
    await page.setInputFiles('input[type=file]', HELLO)
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1)
    await page.getByRole('button', { name: '다음 자막' }).click()
    await page.waitForFunction(() => Math.abs((document.querySelector('video')?.currentTime ?? 0) - 0.4) < 0.05)
    await page.locator('.stage').getByText('언제나 질문에서 시작해요').waitFor()
    expect(screens.site.calls.length).toBe(before)
    await checkScreen(page, 'preview-video')
    await leave()
  })

  it('says when a video cannot be played, and continues without it', async () => {
    const { page, leave } = await screens.visit(`/user/${KEY}`, { answers })
    await page.getByText('확인할 자막 2개').waitFor()
    await page.setInputFiles('input[type=file]', { name: 'x.mp4', mimeType: 'video/mp4', buffer: Buffer.from('x') })
    await page.getByText('이 브라우저에서 재생할 수 없는 영상이에요. 자막만 볼게요.').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.locator('.stage').getByText('언제나 질문에서 시작해요').waitFor()
    await leave()
  })

  it('leads back when the subtitle does not exist yet', async () => {
    const unfinished: Answers = { ...answers, previewCues: () => new Refusal('NO_SUBTITLE') }
    const { page, leave } = await screens.visit(`/user/${KEY}`, { answers: unfinished })
    await page.getByText('자막이 아직 없어요. 완성되면 이메일로 알려 드릴게요.').waitFor()
    await checkScreen(page, 'preview-none')
    await leave()
  })

  it('steps through all cues of four hours', async () => {
    const cues = Array.from({ length: 4_000 }, (_, index) => ({
      startMs: index * 3_600,
      endMs: index * 3_600 + 3_000,
      lines: [`${index + 1}번째 자막`],
      flags: [],
    }))
    const long: Answers = { ...answers, previewCues: () => ({ cues }) }
    const { page, leave } = await screens.visit(`/user/${KEY}`, { answers: long })
    await page.getByText('4000번째 자막').waitFor({ state: 'attached' })
    for (let steps = 0; steps < 20; steps += 1) await page.keyboard.press('ArrowRight')
    await page.locator('.stage').getByText('21번째 자막', { exact: true }).waitFor()
    await leave()
  })
})
