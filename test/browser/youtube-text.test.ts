import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { YoutubeText, YoutubeTextView } from '../../lambdas/contract/youtube-text.ts'
import { editorServer, KEY } from '../support/editor-server.ts'
import { sampleEntry } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import { type Answers, Refusal } from '../support/stand-in.ts'

const screens = await setUpScreens()
const ITEM = 'YouTube용 글 만들기'
const TEXT: YoutubeText = {
  title: '자전거는 어떻게 우리 곁에 왔을까',
  description:
    '자전거가 어떻게 생겨났고 사람들에게 무엇을 주었는지 이야기해요.\n처음 나온 자전거부터 오늘까지 살펴봐요.',
  chapters: [
    { seconds: 0, title: '여는 말' },
    { seconds: 75, title: '처음 나온 자전거' },
    { seconds: 3675, title: '오늘의 자전거' },
  ],
}
const DESCRIPTION = `${TEXT.description}\n\n0:00 여는 말\n1:15 처음 나온 자전거\n1:01:15 오늘의 자전거`

const listArchive: Answers['listArchive'] = () => ({ entries: [sampleEntry(KEY)], page: 1, pages: 1, total: 1 })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'YouTube용 글' })
const openFromArchive = async (page: Page) => {
  await page.getByRole('button', { name: 'interview.mp4 더 보기' }).click()
  await page.getByRole('menuitem', { name: ITEM }).click()
}

beforeEach(() => {
  screens.site.config = { ...screens.site.config, processing: { model: { geography: 'global' }, optedOut: false } }
})

/** Answers of a server that stores one text. */
function server(view: YoutubeTextView = { isOutdated: false, left: 10 }) {
  let stored = view
  const answers: Answers = {
    listArchive,
    readYoutubeText: () => stored,
    writeYoutubeText() {
      stored = { text: TEXT, isOutdated: false, left: stored.left - 1 }
      return stored
    },
  }
  return answers
}
const calls = () => screens.site.calls.map(({ route }) => route).filter(route => route.endsWith('YoutubeText'))

describe('a text for YouTube', () => {
  it('is written on demand, and each of its two fields is copied with one press', async () => {
    const { page, context } = await screens.visit('/user', { answers: server() })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await openFromArchive(page)
    await dialog(page).getByText('토큰은 쓰지 않아요.').waitFor()
    await checkScreen(page, 'youtube-text-empty')
    expect(calls()).toEqual(['readYoutubeText'])
    await dialog(page).getByRole('button', { name: '만들기' }).click()
    await dialog(page).getByText(TEXT.title).waitFor()
    await dialog(page).getByText('9번 더 만들 수 있어요.').waitFor()
    await checkScreen(page, 'youtube-text')
    await dialog(page).getByRole('button', { name: '제목 복사' }).click()
    await dialog(page).getByRole('status').getByText('제목을 복사했어요.').waitFor()
    await expect.poll(() => copied()).toBe(TEXT.title)
    await dialog(page).getByRole('button', { name: '설명과 챕터 복사' }).click()
    await dialog(page).getByRole('status').getByText('설명과 챕터를 복사했어요.').waitFor()
    await expect.poll(() => copied()).toBe(DESCRIPTION)
  })

  it('is shown again without another request to the model, and can be copied by hand if the browser refuses to copy it', async () => {
    const { page } = await screens.visit('/user', {
      answers: server({ text: TEXT, isOutdated: false, left: 3 }),
    })
    await openFromArchive(page)
    await dialog(page).getByText(TEXT.title).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await openFromArchive(page)
    await dialog(page).getByText(TEXT.title).waitFor()
    expect(new Set(calls())).toEqual(new Set(['readYoutubeText']))
    await page.evaluate(() =>
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('refused')) }),
    )
    await dialog(page).getByRole('button', { name: '제목 복사' }).click()
    await dialog(page).getByText('복사하지 못했어요. 글을 직접 골라서 복사해 주세요.').waitFor()
  })

  it('says why it has no chapters, and cannot be written again once the limit of the video is reached', async () => {
    const text: YoutubeText = { ...TEXT, chapters: [], withoutChapters: 'short' }
    const { page } = await screens.visit('/user', { answers: server({ text, isOutdated: true, left: 0 }) })
    await openFromArchive(page)
    await dialog(page).getByText('30초보다 짧은 영상에는').waitFor()
    await dialog(page).getByRole('button', { name: '설명 복사' }).waitFor()
    await dialog(page).getByText('이 자막으로는 더 만들 수 없어요.').waitFor()
    await expect.poll(() => dialog(page).getByRole('button', { name: '다시 만들기' }).isDisabled()).toBe(true)
  })

  it('says why a new one cannot be written, and keeps the stored one', async () => {
    const { page } = await screens.visit('/user', { answers: server({ text: TEXT, isOutdated: false, left: 3 }) })
    await openFromArchive(page)
    for (const code of ['YOUTUBE_TEXT_OFF', 'SUSPENDED', 'YOUTUBE_TEXT_UNANSWERED'] as const) {
      screens.site.answers.writeYoutubeText = () => new Refusal(code)
      await dialog(page).getByRole('button', { name: '다시 만들기' }).click()
      await dialog(page).getByRole('alert').getByText(new Refusal(code).message).waitFor()
      await dialog(page).getByText(TEXT.title).waitFor()
    }
    await checkScreen(page, 'youtube-text-failed')
  })

  it('is not offered without a language model, in the archive and in the editor', async () => {
    screens.site.config = { ...screens.site.config, processing: { optedOut: false } }
    const { page } = await screens.visit('/user', { answers: { ...editorServer().answers, listArchive } })
    await page.getByRole('button', { name: 'interview.mp4 더 보기' }).click()
    await page.getByRole('menuitem', { name: '다른 형식으로 다운로드' }).waitFor()
    await expect.poll(() => page.getByRole('menuitem', { name: ITEM }).count()).toBe(0)
    await page.goto(`${screens.site.origin}/user/${KEY}`)
    await page.getByRole('button', { name: '더 보기' }).click()
    await page.getByRole('menuitem', { name: '다른 형식으로 다운로드' }).waitFor()
    await expect.poll(() => page.getByRole('menuitem', { name: ITEM }).count()).toBe(0)
  })

  it('is written in the editor about the text as just edited', async () => {
    const review = editorServer()
    const seen: (string | undefined)[] = []
    const written = server({ text: TEXT, isOutdated: true, left: 3 })
    const { page } = await screens.visit(`/user/${KEY}`, {
      answers: {
        ...review.answers,
        ...written,
        writeYoutubeText(call) {
          seen.push(review.korean('s1'))
          return written.writeYoutubeText?.(call) ?? 'never'
        },
      },
    })
    await page.getByRole('textbox', { name: /한국어 자막/ }).fill('막 고친 첫 문장이에요.')
    await page.getByRole('button', { name: '더 보기' }).click()
    await page.getByRole('menuitem', { name: ITEM }).click()
    await dialog(page).getByText('이 글을 만든 뒤에 자막을 고쳤어요.').waitFor()
    await dialog(page).getByRole('button', { name: '다시 만들기' }).click()
    await dialog(page).getByText('2번 더 만들 수 있어요.').waitFor()
    expect(seen).toEqual(['막 고친 첫 문장이에요.'])
    await expect.poll(() => dialog(page).getByText('이 글을 만든 뒤에 자막을 고쳤어요.').count()).toBe(0)
  })
})
