import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type SeriesView, seriesSettings } from '../../lambdas/contract/group.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { isInView } from '../support/browser.ts'
import { sampleEntry, sampleMe } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import { type Answers, bytesOf, Refusal } from '../support/stand-in.ts'
import { acceptUploads, chooseFiles, HELLO, popup } from '../support/upload-form.ts'

const screens = await setUpScreens()

const subtitle = (name: string, text = 'And this is the café that I told you about.') => ({
  name,
  mimeType: '',
  buffer: Buffer.from(`1\n00:01:00,000 --> 00:01:40,000\n${text}\n`),
})
const video = (name: string, buffer = readFileSync(HELLO)) => ({ name, mimeType: 'video/mp4', buffer })
const quoteOf = (id: string) => ({
  id,
  url: `https://www.youtube.com/watch?v=${id}`,
  title: `Video ${id}`,
  durationSeconds: 120,
  tokens: 20,
  fetchable: true,
})

/** Answers of a server that stores entries and refuses the subtitle `refuseOnce` at its first submission. */
function server({ refuseOnce }: { refuseOnce: string }) {
  const entries: EntryView[] = []
  let isRefused = false
  const accept = (name: string, type: EntryView['type'], body: unknown) => {
    const group = typeof body === 'object' && body && 'group' in body ? body.group : undefined
    const id = typeof group === 'object' && group && 'id' in group ? String(group.id) : undefined
    const key = `2026031414092${entries.length}`
    const status = type === 'video' ? 'uploading' : 'queued'
    const entry = sampleEntry(key, {
      type,
      title: `${key}_${name}`,
      status,
      is_srt: false,
      group: id,
      number: entries.length + 1,
    })
    entries.push(entry)
    return entry
  }
  const { post } = acceptUploads(screens.site)
  const answers = {
    me: () => sampleMe,
    listArchive: () => ({ entries: [...entries].reverse(), page: 1, pages: 1, total: entries.length }),
    submitVideo: ({ body }: { body: unknown }) => ({ entry: accept('hello.mp4', 'video', body), post }),
    submitSubtitle({ body }: { body: unknown }) {
      const name = JSON.stringify(body).includes(refuseOnce) ? refuseOnce : 'talk.srt'
      if (name === refuseOnce && !isRefused) {
        isRefused = true
        return new Refusal('INTERNAL')
      }
      return { entry: accept(name, 'subtitle', body) }
    },
    closeGroup: () => ({}),
  }
  return { entries, answers }
}

describe('several files chosen together', () => {
  it('are listed with their prices, and refused ones are named without stopping the others', async () => {
    const { entries, answers } = server({ refuseOnce: 'second.srt' })
    const { page } = await screens.visit('/', { answers })
    await chooseFiles(page, [
      video('hello.mp4'),
      subtitle('first.srt', 'ANNA: And this is the café that I told you about.'),
      subtitle('second.srt'),
      subtitle('korean.srt', '안녕하세요. 반가워요.'),
      video('broken.mp4', Buffer.from('%PDF-1.7')),
    ])
    await popup(page).getByText('6개 · 쓰고 나면 194개').waitFor()
    await popup(page).getByText('토큰 4개', { exact: true }).waitFor()
    // The focus is not on the checkbox, because the text above it should be read first.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('업로드 확인')
    await popup(page).getByText('korean.srt: 영어 자막이 아니에요.').waitFor()
    await popup(page).getByText('broken.mp4: ').waitFor()
    await popup(page).getByText('화자 이름 1개는 대사에서 뺐어요.').waitFor()
    const names = popup(page).locator('.candidates > li p:first-child')
    expect((await names.allTextContents()).slice(0, 3)).toEqual(['first.srt', 'hello.mp4', 'second.srt'])
    await expect.poll(() => names.count()).toBe(3)
    await popup(page)
      .getByText(/^3개 · .+ · 이름순$/)
      .waitFor()
    await popup(page).getByLabel('같은 시리즈예요 (이름과 말투를 1편에 맞추기)').check()
    await checkScreen(page, 'group-confirm')

    await page.getByRole('button', { name: '토큰 6개로 자막 만들기' }).click()
    await popup(page).getByText('second.srt: ').waitFor()
    await expect.poll(() => popup(page).locator('.candidate-name').allTextContents()).toEqual(['second.srt'])
    const closings = () => screens.site.calls.filter(({ route }) => route === 'closeGroup').map(({ body }) => body)
    await expect.poll(closings).toEqual([{ size: 2 }])
    await page.getByRole('button', { name: '토큰 1개로 자막 만들기' }).click()
    await popup(page).waitFor({ state: 'detached' })

    await expect.poll(() => page.locator('.job-group-head').evaluate(isInView)).toBe(true)
    await expect.poll(() => entries.length).toBe(3)
    await expect.poll(closings).toEqual([{ size: 2 }, { size: 3 }])
    const groups = screens.site.calls.flatMap(({ route, body }) =>
      route === 'submitVideo' || route === 'submitSubtitle' ? [JSON.stringify(body)] : [],
    )
    expect(new Set(groups.map(body => /"group":\{"id":"([^"]+)"/.exec(body)?.[1])).size).toBe(1)
    for (const body of groups) expect(body).toContain('"series":true')
    await page.getByText('한꺼번에 맡긴 영상').waitFor()
    await page.getByText(/3개 중 0개 완성/).waitFor()
  })

  it('wait for no member that was removed from the list before its turn', async () => {
    const { entries, answers } = server({ refuseOnce: '-' })
    const isFree = Promise.withResolvers<void>()
    screens.site.foreign = async (request, _, response) => {
      await bytesOf(request)
      await isFree.promise
      response.writeHead(204).end()
      return true
    }
    const { page } = await screens.visit('/', { answers })
    await page.getByRole('tab', { name: '동영상 파일' }).click()
    const files = ['1.mp4', '2.mp4', '3.mp4', '4.mp4']
    await page.setInputFiles(
      'input[type=file]',
      files.map(name => video(name, Buffer.concat([readFileSync(HELLO), Buffer.from(name)]))),
    )
    await page.getByRole('button', { name: /^토큰 \d+개로 자막 만들기$/ }).click()
    await expect.poll(() => entries.length).toBe(3)
    await page.locator('.job', { hasText: '4.mp4' }).getByRole('button', { name: '취소' }).click()
    const closings = () => screens.site.calls.filter(({ route }) => route === 'closeGroup').map(({ body }) => body)
    await expect.poll(closings).toEqual([{ size: 3 }])
    isFree.resolve()
  })

  it('are no group if all but one are refused, so that no email waits for the others', async () => {
    const { entries, answers } = server({ refuseOnce: 'none.srt' })
    const { page } = await screens.visit('/', { answers })
    await page.getByRole('tab', { name: '영어 자막' }).click()
    const files = [subtitle('first.srt'), subtitle('korean.srt', '안녕하세요. 반가워요.')]
    await page.setInputFiles('input[accept^=".srt"]', files)
    await popup(page).getByText('korean.srt: 영어 자막이 아니에요.').waitFor()
    await page.getByRole('button', { name: '토큰 1개로 자막 만들기' }).click()
    await popup(page).waitFor({ state: 'detached' })
    expect(entries).toHaveLength(1)
    const [submitted] = screens.site.calls.filter(({ route }) => route === 'submitSubtitle')
    expect(submitted?.body).not.toHaveProperty('group')
  })

  it('are refused if they are more than thirty', async () => {
    const { page } = await screens.visit('/')
    await page.getByRole('tab', { name: '영어 자막' }).click()
    const files = Array.from({ length: 31 }, (_, n) => subtitle(`${n}.srt`))
    await page.setInputFiles('input[accept^=".srt"]', files)
    await page.getByText('한 번에 30개까지 맡길 수 있어요. 나누어서 골라 주세요.').waitFor()
  })
})

describe('several links pasted at once', () => {
  it('are looked up one by one and listed together', async () => {
    const { answers } = server({ refuseOnce: '-' })
    const quoteYoutube = ({ parameters: { id = '' } }: { parameters: Record<string, string> }) =>
      id === 'ccccccccccc' ? new Refusal('YOUTUBE_NOT_FOUND') : quoteOf(id)
    const { page } = await screens.visit('/', { answers: { ...answers, quoteYoutube } })
    await page
      .getByRole('textbox', { name: 'YouTube 링크' })
      .fill('https://youtu.be/aaaaaaaaaaa https://youtu.be/bbbbbbbbbbb https://youtu.be/ccccccccccc')
    await page.keyboard.press('Enter')
    await popup(page).getByText('40개 · 쓰고 나면 160개').waitFor()
    await popup(page).getByText('https://youtu.be/ccccccccccc: ').waitFor()
  })
})

describe('a group in progress', () => {
  const id = '6b0c5c0e-6c0f-4f0a-9d5e-2f8f4d1b7a10'
  const entries = [
    ...(['done', 'done', 'listening', 'translating', 'listening', 'queued', 'queued', 'failed'] as const),
  ].map((status, n) =>
    sampleEntry(`2026031414093${n}`, {
      status,
      group: id,
      number: n + 1,
      title: `2026031414093${n}_${n + 1}화.mp4`,
      is_srt: status === 'done',
      ...(status === 'failed' && { refunded: 176, failure: 'NO_SPEECH', failureText: '영어 음성을 찾지 못했어요.' }),
    }),
  )
  const answers = {
    me: () => sampleMe,
    listArchive: ({ query }) => ({
      entries: query.group === id ? entries : [...entries].reverse(),
      ...{ page: 1, pages: 1, total: entries.length },
    }),
  } satisfies Answers

  it('has one card with the number of videos in each state, a ZIP, and the number ahead of a waiting one', async () => {
    const { page } = await screens.visit('/', { answers })
    await page.getByText('8개 중 2개 완성, 3개 만드는 중, 2개 기다리는 중, 1개 만들지 못함').waitFor()
    await page.getByText('업로드했어요! 모두 끝나면 이메일 한 통으로 알려 드릴게요.').waitFor()
    await expect.poll(() => page.getByText('이메일 한 통으로').count()).toBe(1)
    await checkScreen(page, 'group-card')
    await page.getByText('하나씩 보기').click()
    await page.getByText('차례를 기다리고 있어요. 앞에 3개가 있어요.').waitFor()
    await expect.poll(() => page.locator('.job-steps[data-waiting]').count()).toBe(2)
    await checkScreen(page, 'group-open')
  })

  it('is shown in the archive under the address in its email', async () => {
    const { page } = await screens.visit(`/user?group=${id}`, { answers })
    await page.getByRole('heading', { name: '한꺼번에 맡긴 영상 8개' }).waitFor()
    await page.getByRole('heading', { name: '8개 중 2개 완성' }).waitFor()
    const facts = page.locator('.group-progress .joined > span')
    await expect
      .poll(() => facts.allTextContents())
      .toEqual(['3개 만드는 중', '2개는 차례를 기다리는 중', '1개 만들지 못함'])
    await page.getByRole('button', { name: '자막 2개 모두 다운로드 (ZIP)' }).waitFor()
    expect(screens.site.calls.some(({ query }) => query.group === id)).toBe(true)
    await checkScreen(page, 'group-archive')
  })
})

describe('a series', () => {
  const id = '6b0c5c0e-6c0f-4f0a-9d5e-2f8f4d1b7a10'
  const certificate = { cues: 340, kept: 338, flags: {}, source: 'recognition', rehearsal: false, doubts: 7 } as const
  const entries = [1, 2, 3].map(n =>
    sampleEntry(`2026031414093${n}`, {
      group: id,
      number: n,
      title: `2026031414093${n}_자료구조 ${n}강.mp4`,
      certificate,
      ...(n === 1 && { reviewed_at: '2026-03-15T09:00:00.000Z' }),
      ...(n === 3 && { status: 'listening', is_srt: false, certificate: undefined }),
    }),
  )

  /** Responses of a server that stores the series and its glossary. */
  function seriesServer() {
    let series: SeriesView[] = [{ id, name: '자료구조', register: 'polite', profile: 'standard' }]
    const { answers } = server({ refuseOnce: 'none.srt' })
    return {
      ...answers,
      listArchive: ({ query }) => ({
        entries: query.group === id ? entries : [...entries].reverse(),
        ...{ page: 1, pages: 1, total: entries.length, ...(series.length > 0 && { series }) },
      }),
      readGlossary: ({ query }) => ({ terms: query.series === id ? [{ english: 'heap', korean: '힙' }] : [] }),
      changeSeries({ body }) {
        const changed = { id, ...seriesSettings.parse(body) }
        series = [changed]
        return changed
      },
      removeSeries() {
        series = []
        return {}
      },
    } satisfies Answers
  }

  it('has a page with its progress, options and glossary, and with its videos in their order', async () => {
    const { page } = await screens.visit('/user', { answers: seriesServer() })
    await page.getByRole('navigation', { name: '시리즈' }).getByRole('link', { name: '자료구조' }).click()
    await page.getByRole('heading', { name: '자료구조' }).waitFor()
    await page.getByRole('heading', { name: '3개 중 2개 완성' }).waitFor()
    await page.getByText('확인 필요 7개 (확인하는 데 약 3분)').waitFor()
    const names = page.locator('.list-name > :first-child')
    await expect.poll(() => names.allTextContents()).toEqual([1, 2, 3].map(n => `자료구조 ${n}강.mp4`))
    await page.getByLabel('자료구조 2강.mp4 고르기').check()
    await page.getByText('1개 골랐어요').waitFor()
    await checkScreen(page, 'series')
    await page.getByRole('button', { name: '모두 빼기' }).click()
    await page.getByRole('button', { name: '설정 바꾸기' }).click()
    await page.getByLabel('시리즈 이름').fill('운영체제')
    await page.getByLabel('자막 종류').selectOption('청각장애인용')
    await checkScreen(page, 'series-settings')
    await page.getByRole('button', { name: '저장하기' }).click()
    await page.getByRole('heading', { name: '운영체제' }).waitFor()
    await page.getByText('청각장애인용 자막').waitFor()
    await page.getByRole('link', { name: '시리즈 용어집 1개' }).click()
    await page.getByRole('heading', { name: '운영체제 용어집' }).waitFor()
    await page.getByText('힙', { exact: true }).waitFor()
    await page.getByRole('link', { name: '시리즈로 돌아가기' }).click()
    await page.getByRole('button', { name: '시리즈 풀기' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '시리즈 풀기' }).click()
    await page.getByRole('heading', { name: '내 보관함' }).waitFor()
    await expect.poll(() => page.getByRole('navigation', { name: '시리즈' }).count()).toBe(0)
  })

  it('takes another video, with its options and under its id', async () => {
    const { page } = await screens.visit(`/user?group=${id}`, { answers: seriesServer() })
    await page.getByRole('link', { name: '영상 더 올리기' }).click()
    await page.getByText('‘자료구조’ 시리즈에 올려요.').waitFor()
    await page.getByRole('tab', { name: '영어 자막' }).click()
    await page.setInputFiles('input[accept^=".srt"]', [subtitle('자료구조 4강.srt')])
    await popup(page).getByText('‘자료구조’ 시리즈에 담아요.').waitFor()
    await checkScreen(page, 'series-confirm')
    await page.getByRole('button', { name: '토큰 1개로 자막 만들기' }).click()
    await popup(page).waitFor({ state: 'detached' })
    const [submitted] = screens.site.calls.filter(({ route }) => route === 'submitSubtitle')
    expect(submitted?.body).toMatchObject({ group: { id, size: 1, series: true } })
  })
})
