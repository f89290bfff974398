import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { isInView, PHONE } from '../support/browser.ts'
import { sampleArchive, sampleEntry, sampleMe } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import { type Answers, Refusal } from '../support/stand-in.ts'
import { acceptUploads, chooseFiles, SKY } from '../support/upload-form.ts'

const KEY = '20260314140926'
const GROUP = '3f0c8a52-6f0e-4f43-9d1c-2f6f6a1b7c11'
const CLOSED = { is_srt: false, certificate: undefined, first_cues: undefined }

const screens = await setUpScreens()
const calls = (route: string) => screens.site.calls.filter(each => each.route === route)
const card = (page: Page) => page.locator('.job')
const steps = (page: Page) => card(page).locator('.job-steps > li')

/** A service with one upload, whose entry the test moves through its stages. Its storage waits until it is opened. */
function service() {
  const gate = Promise.withResolvers<void>()
  const state: { entries: EntryView[]; open(): void } = { entries: [], open: gate.resolve }
  const { post } = acceptUploads(screens.site, gate.promise)
  const answers: Answers = {
    listArchive: () => ({ entries: state.entries, page: 1, pages: 1, total: state.entries.length }),
    submitVideo() {
      const entry = sampleEntry(KEY, {
        ...CLOSED,
        status: 'uploading',
        title: `${KEY}_sky.mp4`,
        thumbnail: undefined,
        duration_seconds: 60,
      })
      state.entries = [entry, ...state.entries]
      return { entry, post }
    },
    storePicture: () => ({}),
  }
  const become = (changes: Partial<EntryView>) => {
    state.entries = state.entries.map(entry => ({ ...entry, ...changes }))
  }
  return { state, answers, become }
}

async function submit(page: Page): Promise<void> {
  await chooseFiles(page, SKY)
  await page.getByRole('button', { name: /자막 만들기/ }).click()
}

describe('the card of a video', () => {
  it('leads from the upload through four steps to the first cues, without a second display of its state', async () => {
    const { state, answers, become } = service()
    const { page } = await screens.visit('/', { answers, before: page => page.clock.install() })
    // Longer than the page waits before it requests the archive again.
    const later = () => page.clock.runFor(120_000)
    await submit(page)
    await steps(page).filter({ hasText: '올리기' }).and(page.locator('[aria-current=step]')).waitFor()
    await expect.poll(() => steps(page).allTextContents()).toEqual(['올리기', '듣기', '번역', '마무리'])
    await expect.poll(() => card(page).count()).toBe(1)
    await checkScreen(page, 'job-uploading')

    become({ status: 'listening', thumbnail: '/sample/sky.webp', left: { from: 100, to: 170 } })
    state.open()
    await steps(page).filter({ hasText: '듣기' }).and(page.locator('[aria-current=step]')).waitFor()
    await card(page).getByText('업로드했어요! 자막이 완성되면 이메일로 알려 드릴게요!').first().waitFor()
    await card(page).getByText('약 1~3분 남았어요').waitFor()
    await expect.poll(() => card(page).count()).toBe(1)
    await expect.poll(() => page.locator('.toast').count()).toBe(0)
    await expect.poll(() => page.getByText(/100%|0초/).count()).toBe(0)
    await checkScreen(page, 'job-listening')

    become({ status: 'translating' })
    await later()
    await steps(page).filter({ hasText: '번역' }).and(page.locator('[aria-current=step]')).waitFor()
    become({ ...sampleEntry(KEY, { title: `${KEY}_sky.mp4` }), left: undefined })
    await later()
    await card(page).getByRole('button', { name: '다운로드' }).waitFor()
    const cues = page.getByRole('list', { name: '첫 자막' }).getByRole('listitem')
    await expect
      .poll(() => cues.allTextContents())
      .toEqual(['좋은 이야기는 언제나 질문에서 시작해요', '제 질문은 이거예요'])
    await expect
      .poll(() => card(page).getByRole('link', { name: '자막 편집' }).getAttribute('href'))
      .toBe(`/user/${KEY}`)
    await expect.poll(() => steps(page).count()).toBe(0)
    await expect.poll(() => card(page).count()).toBe(1)
    await expect.poll(() => page.locator('.toast').count()).toBe(0)
    await checkScreen(page, 'job-done')
  })

  it.each([
    ['a phone', PHONE],
    ['a low window', { width: 1280, height: 640 }],
  ])('is in view on %s once the video is confirmed, before the card of a finished group', async (_, viewport) => {
    const { answers, state } = service()
    state.entries = ['20260313090000', '20260313090001'].map(key => sampleEntry(key, { group: GROUP }))
    const { page } = await screens.visit('/', { answers })
    await page.setViewportSize(viewport)
    await submit(page)
    await steps(page).first().waitFor()
    const newest = page.locator('.jobs > ul > li').first()
    await newest.getByText('sky.mp4').first().waitFor()
    await expect.poll(() => newest.evaluate(isInView)).toBe(true)
  })

  it('shows a frame of the file, and stores it as a small JPEG with the entry', async () => {
    const { answers } = service()
    const { page } = await screens.visit('/', { answers })
    await submit(page)
    await card(page).locator('.thumbnail img[src^="data:image/jpeg"]').waitFor()
    await expect.poll(() => calls('storePicture').length).toBe(1)
    expect(calls('storePicture')[0]?.parameters).toEqual({ key: KEY })
    const jpeg = Buffer.from(Object(calls('storePicture')[0]?.body).jpeg, 'base64')
    expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(jpeg.length).toBeLessThan(24 * 1024)
  })

  it('of a YouTube video begins with fetching it', async () => {
    const entry = sampleEntry(KEY, { ...CLOSED, type: 'youtube', status: 'fetching' })
    const answers: Answers = { listArchive: () => ({ entries: [entry], page: 1, pages: 1, total: 1 }) }
    const { page } = await screens.visit('/', { answers })
    await card(page).getByText('전송 완료 링크를 받았어요. 자막이 완성되면 이메일로 알려 드릴게요.').first().waitFor()
    await expect.poll(() => steps(page).allTextContents()).toEqual(['가져오기', '듣기', '번역', '마무리'])
  })

  it('of a YouTube video in a group says that it was submitted, not uploaded, and promises an email only to an address', async () => {
    const entry = sampleEntry(KEY, { ...CLOSED, type: 'youtube', status: 'listening', group: GROUP })
    const listArchive = () => ({ entries: [entry], page: 1, pages: 1, total: 1 })
    const member = await screens.visit('/', { answers: { listArchive } })
    await member.page.getByText('전송 완료 모두 끝나면 이메일 한 통으로 알려 드릴게요.').first().waitFor()
    await member.leave()
    const { email: _, ...me } = sampleMe
    const other = await screens.visit('/', { answers: { me: () => me, listArchive } })
    await other.page.getByText('전송 완료 자막이 완성되면 보관함에서 볼 수 있어요.').first().waitFor()
  })

  it('can cancel the video, which then has no card', async () => {
    const entry = sampleEntry(KEY, { ...CLOSED, status: 'queued', used_token: 4 })
    let entries = [entry]
    const answers: Answers = {
      listArchive: () => ({ entries, page: 1, pages: 1, total: 1 }),
      cancelEntry() {
        entries = [{ ...entry, status: 'failed', failure: 'CANCELED' }]
        return { refunded: 4, charged: 0 }
      },
    }
    const { page } = await screens.visit('/', { answers })
    await card(page).getByRole('button', { name: '취소 interview.mp4' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '취소' }).click()
    await page.getByText('취소했어요. 토큰 4개를 돌려 드렸어요.').waitFor()
    await card(page).waitFor({ state: 'detached' })
  })

  it('of a failed video states the reason and the refund, and retries it', async () => {
    const [failed] = sampleArchive().filter(({ failure }) => failure === 'ENGINE_ERROR')
    const entries = failed ? [{ ...failed, refunded: 176, videoKept: true }] : []
    const answers: Answers = { listArchive: () => ({ entries, page: 1, pages: 1, total: 1 }), me: () => sampleMe }
    const { page } = await screens.visit('/', { answers })
    await card(page).getByText('자막을 만드는 중에 문제가 생겼어요.').waitFor()
    await card(page).getByText('자막을 만들지 못해서 토큰 176개를 돌려 드렸어요.').waitFor()
    await card(page).getByRole('button', { name: '토큰 176개로 다시 만들기' }).waitFor()
    await checkScreen(page, 'job-failed')
  })

  it('leads to the upload form if the video failed and is no longer stored', async () => {
    const entries = sampleArchive().filter(({ failure }) => failure === 'ENGINE_ERROR')
    const answers: Answers = { listArchive: () => ({ entries, page: 1, pages: 1, total: 1 }), me: () => sampleMe }
    const { page } = await screens.visit('/', { answers })
    await card(page).getByRole('link', { name: '다시 올리기' }).click()
    await page.getByRole('button', { name: '파일 고르기' }).waitFor()
  })
})

describe('the card of an English subtitle', () => {
  it('that failed offers to make it again at the price of a subtitle', async () => {
    const failed = { ...CLOSED, status: 'failed', failure: 'ENGINE_ERROR', videoKept: true } as const
    const entries = [sampleEntry(KEY, { ...failed, type: 'subtitle', duration_seconds: 90 })]
    const answers: Answers = { listArchive: () => ({ entries, page: 1, pages: 1, total: 1 }), me: () => sampleMe }
    const { page } = await screens.visit('/', { answers })
    await card(page).getByRole('button', { name: '토큰 3개로 다시 만들기' }).waitFor()
  })
})

describe('a toast', () => {
  const answers: Answers = {
    listArchive: () => ({ entries: sampleArchive(), page: 1, pages: 1, total: 5 }),
    downloadSubtitle: () => new Refusal('NO_SUBTITLE'),
  }

  const failToDownload = async (page: Page) => {
    await page.getByRole('button', { name: 'interview.mp4 더 보기' }).click()
    await page.getByRole('menuitem', { name: '웹용 자막 다운로드 (VTT)' }).click()
    await page.locator('.toast').waitFor()
  }

  it.each([
    ['wide', undefined],
    ['phone', PHONE],
  ] as const)('covers no button, wherever the page is scrolled (%s)', async (_, viewport) => {
    const { page } = await screens.visit('/user', { answers, ...(viewport && { viewport }) })
    await failToDownload(page)
    for (const share of [0, 0.3, 0.6, 1]) {
      await page.evaluate(to => window.scrollTo(0, to * document.body.scrollHeight), share)
      await expect.poll(() => page.evaluate(coveredControls)).toEqual([])
    }
  })

  it('does not follow the user to another screen', async () => {
    const { page } = await screens.visit('/user', { answers })
    await failToDownload(page)
    await page.getByRole('link', { name: '영상 올리기' }).click()
    await page.getByRole('tab', { name: 'YouTube 링크' }).waitFor()
    await expect.poll(() => page.locator('.toast').count()).toBe(0)
  })
})

/** Runs in the page: names of the buttons and links under the toasts. */
function coveredControls(): string[] {
  const toasts = [...document.querySelectorAll('.toast')].map(each => each.getBoundingClientRect())
  return [...document.querySelectorAll<HTMLElement>('a[href], button')]
    .filter(each => !each.closest('.toasts') && each.checkVisibility())
    .filter(each => {
      const box = each.getBoundingClientRect()
      return toasts.some(
        ({ left, right, top, bottom }) =>
          box.width > 1 && box.left < right && box.right > left && box.top < bottom && box.bottom > top,
      )
    })
    .map(each => each.textContent ?? '')
}
