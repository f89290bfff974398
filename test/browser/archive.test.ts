import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { sampleArchive, sampleEntry, sampleProject } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import { type Answers, Refusal } from '../support/stand-in.ts'

const screens = await setUpScreens()
const SAMPLE_OFFER = '예시 영상으로 먼저 해 보기 (무료)'

const listing = (entries: EntryView[], pages = 1): Answers['listArchive'] => {
  return ({ query }) => ({ entries, page: Number(query.page ?? 1), pages, total: entries.length })
}
const calls = (route: string) => screens.site.calls.filter(each => each.route === route)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

describe('the archive screen', () => {
  it('shows four columns and every state of an entry, with the time in Korea, links to subtitle and source, and why one failed; it prints in black on white without buttons', async () => {
    const { page } = await screens.visit('/user', { answers: { listArchive: listing(sampleArchive(), 24) } })
    await row(page, 'lecture.mp4').waitFor()
    await expect
      .poll(() => page.getByRole('columnheader').allTextContents())
      .toEqual(['업로드 시간', '영상 제목', '토큰', '다운로드'])
    await expect.poll(() => page.getByRole('row').count()).toBe(6)
    // Dots before the last page, because pages 5 to 23 have no button.
    await expect.poll(() => page.locator('.pages [data-gap]').count()).toBe(1)
    await expect
      .poll(() => row(page, 'interview.mp4').locator('time span').allTextContents())
      .toEqual(['2026.03.14', '14:09:26'])
    const link = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href')
    await expect.poll(() => link('How we built a subtitle s')).toBe('/user/20260314151000')
    await expect.poll(() => link('interview.mp4')).toBe('/user/20260314140926')
    const source = page.getByRole('link', { name: /YouTube에서 보기$/ })
    await expect.poll(() => source.getAttribute('href')).toBe('https://www.youtube.com/watch?v=abcdefghijk')
    await expect.poll(() => source.count()).toBe(1)
    await expect.poll(() => page.getByRole('link', { name: 'keynote day 1.mp4' }).count()).toBe(0)
    const failed = row(page, 'piano.mp4')
    await failed.getByText('영어 음성을 찾지 못했어요.').waitFor()
    await failed.getByText('자막을 만들지 못해서 토큰 12개를 돌려 드렸어요.').waitFor()
    // The video itself is the cause.
    await expect.poll(() => failed.getByRole('button', { name: '다시 만들기' }).count()).toBe(0)
    await checkScreen(page, 'archive')
    await page.getByText('어둡게').click()
    await page.emulateMedia({ media: 'print' })
    for (const name of ['영상 올리기', '자막 편집', '취소', '개인정보처리방침', '다음 페이지'])
      await page.getByText(name).or(page.getByLabel(name)).first().waitFor({ state: 'hidden' })
    await expect.poll(() => row(page, 'interview.mp4').isVisible()).toBe(true)
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(23, 25, 28)')
    await page.emulateMedia({ media: 'screen' })
  })

  it('has numbered page buttons, keeps the page in the address, and shows the full title of one cut after 25 characters on request', async () => {
    const { page } = await screens.visit('/user', { answers: { listArchive: listing(sampleArchive(), 2_000) } })
    await page.getByRole('link', { name: 'How we built a subtitle s', exact: true }).waitFor()
    const dots = page.getByRole('button', { name: /전체 제목 보기/ })
    await expect.poll(() => dots.textContent()).toBe('...')
    await dots.click()
    const popup = page.getByRole('dialog', { name: '전체 제목' })
    await popup.getByText('How we built a subtitle service that people enjoy using every day').waitFor()
    await checkScreen(page, 'archive-title')
    await popup.getByRole('button', { name: '닫기' }).click()
    await popup.waitFor({ state: 'detached' })
    await expect.poll(() => dots.evaluate(each => each === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: '3페이지', exact: true }).click()
    await expect.poll(() => calls('listArchive').at(-1)?.query).toEqual({ page: '3' })
    await page.getByRole('button', { name: '다음 페이지' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?page=4')
    await page.getByRole('button', { name: '2000페이지', exact: true }).waitFor()
    await page.goBack()
    await expect.poll(() => new URL(page.url()).search).toBe('?page=3')
  })

  it('shows a picture and the first cue of each finished video, and a caption bar where no picture is', async () => {
    const broken = sampleEntry('20260314140926', { thumbnail: '/nowhere.jpg' })
    const entries = [...sampleArchive().slice(0, 2), broken]
    const { page } = await screens.visit('/user', { answers: { listArchive: listing(entries) } })
    await row(page, 'interview.mp4').getByText('좋은 이야기는 언제나 질문에서 시작해요').waitFor()
    const picture = row(page, 'How we built').locator('.thumbnail')
    await expect.poll(() => picture.boundingBox()).toMatchObject({ width: 96, height: 54 })
    const width = () => picture.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(width).toBeGreaterThan(0)
    await row(page, 'interview.mp4').locator('.thumbnail svg').waitFor()
  })

  it('calls a reviewed entry reviewed, and no longer says what was to be checked', async () => {
    const open = sampleEntry('20260314140926')
    const certificate = { cues: 340, kept: 338, flags: {}, source: 'recognition', rehearsal: false, doubts: 2 } as const
    const reviewed = { ...open, certificate, key: '20260314140927', reviewed_at: '2026-03-15T09:00:00.000Z' }
    const entries = [{ ...open, certificate }, reviewed]
    const { page } = await screens.visit('/user', { answers: { listArchive: listing(entries) } })
    await page.getByText('검토 완료').waitFor()
    await expect.poll(() => page.getByText('확인 필요 2개 (약 1분)').count()).toBe(1)
  })

  it('suggests the first upload, or the sample in the editor, if it is empty', async () => {
    const { page } = await screens.visit('/user', { answers: { listArchive: listing([], 0) } })
    await page.getByText('아직 자막이 없어요. 첫 영상을 올려 보세요.').waitFor()
    await checkScreen(page, 'archive-empty')
    await page.getByRole('link', { name: SAMPLE_OFFER }).click()
    await page.getByRole('heading', { name: '예시 영상', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: '영상 올리기' }).click()
    await page.getByRole('tab', { name: 'YouTube 링크' }).waitFor()
  })

  it('shows a loading message until the entries arrive, or why they cannot be loaded, and retries on request', async () => {
    const arrived = Promise.withResolvers<void>()
    const answers: Answers = {
      async listArchive() {
        await arrived.promise
        return new Refusal('TOO_MANY_REQUESTS')
      },
    }
    const { page } = await screens.visit('/user', { answers })
    await page.getByRole('heading', { name: '내 보관함' }).waitFor()
    await page.getByText('불러오는 중...').waitFor()
    await checkScreen(page, 'archive-loading')
    arrived.resolve()
    await page.getByText('요청이 너무 많아요. 잠시 후 다시 시도해 주세요.').waitFor()
    await checkScreen(page, 'archive-failed')
    screens.site.answers.listArchive = listing(sampleArchive())
    await page.getByRole('button', { name: '다시 시도' }).click()
    await row(page, 'interview.mp4').waitFor()
  })
})

describe('an entry in progress', () => {
  it('says that subtitles are being generated, the stage, and the estimated time left as a range', async () => {
    const stages = [
      ['uploading', '업로드 중'],
      ['fetching', '가져오는 중'],
      ['listening', '듣는 중'],
      ['translating', '번역 중'],
      ['writing', '마무리 중'],
    ] as const
    const entries = stages.map(([status], i) =>
      sampleEntry(`2026031414092${i}`, {
        ...{ status, is_srt: false, certificate: undefined, title: `2026031414092${i}_${status}.mp4` },
        ...(status === 'listening' && { left: { from: 180, to: 290 } }),
      }),
    )
    const { page } = await screens.visit('/user', { answers: { listArchive: listing(entries) } })
    for (const [status, text] of stages) {
      await row(page, `${status}.mp4`).getByText('자막 생성 중...').waitFor()
      await row(page, `${status}.mp4`).getByText(text, { exact: true }).waitFor()
    }
    await page.getByText('약 3~5분 남았어요').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '다운로드' }).count()).toBe(0)
    await checkScreen(page, 'archive-time-left')
  })

  it('becomes a finished one without a reload', async () => {
    const open = sampleEntry('20260314140926', { status: 'writing', is_srt: false })
    const answers = { listArchive: listing([open]) }
    const { page } = await screens.visit('/user', { answers, before: page => page.clock.install() })
    await page.getByText('마무리 중').waitFor()
    screens.site.answers.listArchive = listing([sampleEntry('20260314140926')])
    await page.clock.runFor(5_000)
    await page.getByRole('button', { name: '다운로드' }).waitFor()
    await page.getByText('읽기 편한 자막 99.4%').waitFor()
  })
})

describe('a failed entry', () => {
  it('can be retried once while its video is stored; a link that YouTube refused leads to the file form', async () => {
    const passing = sampleArchive().map(entry =>
      entry.failure === 'NO_SPEECH'
        ? { ...entry, failure: 'ENGINE_ERROR' as const, thumbnail: '/sample/sky.webp' }
        : entry.failure === 'ENGINE_ERROR'
          ? { ...entry, type: 'youtube' as const, failure: 'YOUTUBE_BLOCKED' as const }
          : entry,
    )
    const answers: Answers = {
      listArchive: listing(passing),
      retryEntry: () => ({ entry: sampleEntry('20260314160000', { status: 'queued' }) }),
      storePicture: () => ({}),
    }
    const { page } = await screens.visit('/user', { answers })
    await row(page, 'piano.mp4').getByRole('button', { name: '토큰 176개로 다시 만들기' }).click()
    await page.getByText('다시 시작했어요. 완성되면 이메일로 알려 드릴게요.').waitFor()
    expect(calls('retryEntry')[0]?.parameters).toEqual({ key: '20260313090000' })
    expect(calls('retryEntry')[0]?.headers['idempotency-key']).toBeDefined()
    // The new entry keeps the picture.
    await expect.poll(() => calls('storePicture').map(({ parameters }) => parameters.key)).toEqual(['20260314160000'])
    await expect.poll(() => row(page, 'lecture.mp4').getByRole('button', { name: '다시 만들기' }).count()).toBe(0)
    await row(page, 'lecture.mp4').getByRole('link', { name: 'MP4 파일로 올리기' }).click()
    await page.getByText('여기에 MP4 파일을 놓아 주세요').waitFor()
  })
})

describe('the download button', () => {
  const subtitle = '1\n00:00:00,000 --> 00:00:01,000\n안녕하세요\n'
  const download: Answers['downloadSubtitle'] = ({ query }) => {
    const suffix = query.format === 'srt' ? '.srt' : query.format === 'vtt' ? '.vtt' : '.en-ko.srt'
    return { url: `${screens.site.foreignOrigin}/srts/x${suffix}`, filename: `interview${suffix}` }
  }
  const entries = listing([sampleEntry('20260314140926')])

  it('passes through idle, downloading and completed, and saves the file under its name', async () => {
    const gate = Promise.withResolvers<void>()
    screens.site.foreign = async (_, url, response) => {
      if (!url.pathname.startsWith('/srts/')) return false
      await gate.promise
      response.end(subtitle)
      return true
    }
    const { page } = await screens.visit('/user', {
      answers: { listArchive: entries, downloadSubtitle: download },
    })
    const saving = page.waitForEvent('download')
    const button = page.locator('.download')
    await page.getByRole('button', { name: '다운로드', exact: true }).click()
    await page.getByRole('button', { name: '다운로드 중...' }).waitFor()
    await expect.poll(() => button.isDisabled()).toBe(true)
    await checkScreen(page, 'archive-downloading')
    gate.resolve()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('interview.srt')
    expect(await readFile(await saved.path(), 'utf8')).toBe(subtitle)
    await page.getByRole('button', { name: '완료' }).waitFor()
    await checkScreen(page, 'archive-downloaded')
  })

  it('offers a retry if the subtitle is missing', async () => {
    const answers: Answers = { listArchive: entries, downloadSubtitle: () => new Refusal('NO_VIDEO') }
    const { page } = await screens.visit('/user', { answers })
    await page.getByRole('button', { name: '다운로드', exact: true }).click()
    await page.getByRole('button', { name: '다시 시도' }).waitFor()
    await page.getByText('자막을 찾지 못했어요.').waitFor()
    await page.getByText('다른 기기에서 지웠을 수 있어요. 계속되면 알려 주세요. 문의하기').waitFor()
    await checkScreen(page, 'archive-download-failed')
    await page.getByRole('button', { name: '문의하기' }).click()
    await page.getByText('함께 보내는 정보: interview.mp4').waitFor()
  })

  it('has further formats in the menu', async () => {
    screens.site.foreign = (_, url, response) => {
      if (!url.pathname.startsWith('/srts/')) return false
      response.end(subtitle)
      return true
    }
    const { page } = await screens.visit('/user', { answers: { listArchive: entries, downloadSubtitle: download } })
    for (const [item, format, filename] of [
      ['웹용 자막 다운로드 (VTT)', 'vtt', 'interview.vtt'],
      ['영한 자막 다운로드', 'bilingual', 'interview.en-ko.srt'],
    ] as const) {
      await page.getByRole('button', { name: 'interview.mp4 더 보기' }).click()
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      expect(saved.suggestedFilename()).toBe(filename)
      expect(calls('downloadSubtitle').at(-1)?.query).toEqual({ format })
    }
  })
})

describe('the export of an entry', () => {
  const entries = listing([sampleEntry('20260314140926')])

  it('saves every format, and counts frames at the rate that is chosen', async () => {
    const answers = { listArchive: entries, readProject: () => sampleProject() }
    const { page } = await screens.visit('/user', { answers })
    const popup = page.getByRole('dialog', { name: '다른 형식으로 다운로드' })
    const open = async (format: string) => {
      await page.getByRole('button', { name: 'interview.mp4 더 보기' }).click()
      await page.getByRole('menuitem', { name: '다른 형식으로 다운로드' }).click()
      await popup.getByRole('checkbox', { name: format, exact: true }).check()
    }
    const save = async (filename: string) => {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        popup.getByRole('button', { name: '다운로드' }).click(),
      ])
      expect(saved.suggestedFilename()).toBe(filename)
      await popup.waitFor({ state: 'detached' })
      return readFile(await saved.path(), 'utf8')
    }
    for (const [format, filename, content] of [
      ['ASS (글꼴과 위치 포함)', 'interview.ass', 'Style: Default,Pretendard'],
      ['TTML (방송사, OTT)', 'interview.ttml', 'profile/imsc1.1/text'],
      ['FCPXML (파이널 컷 프로)', 'interview.fcpxml', 'frameDuration="1001/30000s"'],
      ['마커 CSV (프리미어, 다빈치 리졸브)', 'interview.csv', '"00:00:07:'],
      ['텍스트만 (TXT)', 'interview.txt', '그러다 사람들이 조용해졌어요\n'],
      ['JSON (낱말과 시간 포함)', 'interview.json', '"text": "laughed."'],
    ] as const) {
      await open(format)
      if (filename === 'interview.ass') await checkScreen(page, 'archive-export')
      expect(await save(filename)).toContain(content)
    }
    await open('TTML (방송사, OTT)')
    await page.getByLabel('프레임 레이트(fps)').selectOption('23.976')
    const ttml = await save('interview.ttml')
    expect(ttml).toContain('ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"')
    expect(ttml).toMatch(/<p begin="\d+f" end="\d+f">/)
  })

  it('says why it cannot be read', async () => {
    const answers: Answers = { listArchive: entries, readProject: () => new Refusal('NO_SUBTITLE') }
    const { page } = await screens.visit('/user', { answers })
    await page.getByRole('button', { name: 'interview.mp4 더 보기' }).click()
    await page.getByRole('menuitem', { name: '다른 형식으로 다운로드' }).click()
    await page.getByRole('checkbox', { name: 'WebVTT' }).check()
    await page.getByRole('dialog').getByRole('button', { name: '다운로드' }).click()
    await page.getByRole('alert').getByText(new Refusal('NO_SUBTITLE').message).waitFor()
  })
})

describe('the menu of an entry', () => {
  it('deletes the entry after confirmation, which asks about the subtitle alone for an English subtitle', async () => {
    const english = sampleEntry('20260311090000', { type: 'subtitle', title: '20260311090000_talk.srt' })
    let entries = [...sampleArchive(), english]
    const answers: Answers = {
      listArchive: call => listing(entries)?.(call) ?? 'never',
      deleteEntry({ parameters }) {
        entries = entries.filter(({ key }) => key !== parameters.key)
        return {}
      },
    }
    const { page } = await screens.visit('/user', { answers })
    await page.getByRole('button', { name: 'interview.mp4 더 보기' }).click()
    await page.getByRole('menuitem', { name: '지우기' }).click()
    const popup = page.getByRole('dialog', { name: '영상과 자막을 지울까요?' })
    await checkScreen(page, 'archive-delete')
    await popup.getByRole('button', { name: '취소' }).click()
    expect(calls('deleteEntry')).toEqual([])
    await page.getByRole('button', { name: 'interview.mp4 더 보기' }).click()
    await page.getByRole('menuitem', { name: '지우기' }).click()
    await popup.getByRole('button', { name: '지우기' }).click()
    await page.getByText('지웠어요.').waitFor()
    await row(page, 'interview.mp4').waitFor({ state: 'detached' })
    // The row that took its place.
    const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '')
    await expect.poll(focused).toContain('piano.mp4')
    await page.getByRole('button', { name: 'talk.srt 더 보기' }).click()
    await page.getByRole('menuitem', { name: '지우기' }).click()
    await page
      .getByRole('dialog', { name: '자막을 지울까요?' })
      .getByText('talk.srt: 자막을 지금 바로 지워요. 되돌릴 수 없어요.')
      .waitFor()
  })

  it('is operated with the arrow keys, Home, End and Escape, and sends the operator a message with the entry’s key', async () => {
    const answers: Answers = { listArchive: listing(sampleArchive()), inquire: () => ({}) }
    const { page } = await screens.visit('/user', { answers })
    const button = page.getByRole('button', { name: 'interview.mp4 더 보기' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await button.press('Enter')
    await expect.poll(() => focused()).toBe('웹용 자막 다운로드 (VTT)')
    await checkScreen(page, 'archive-menu')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focused()).toBe('지우기')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused()).toBe('영한 자막 다운로드')
    await page.keyboard.press('Escape')
    await expect.poll(() => button.evaluate(each => each === document.activeElement)).toBe(true)
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    await page.getByRole('button', { name: 'piano.mp4 더 보기' }).click()
    await page.getByRole('menuitem', { name: '문의하기' }).click()
    const popup = page.getByRole('dialog', { name: '문의하기' })
    await popup.getByText('함께 보내는 정보: piano.mp4').waitFor()
    await checkScreen(page, 'inquiry')
    await popup.getByRole('button', { name: '보내기' }).click()
    await popup.getByText('내용을 적어 주세요.').waitFor()
    await popup.getByLabel('내용').fill('영어인데 못 알아들었어요.')
    await popup.getByRole('button', { name: '보내기' }).click()
    await page.getByText('보냈어요. 이메일로 답해 드릴게요.').waitFor()
    expect(calls('inquire')[0]?.body).toEqual({ text: '영어인데 못 알아들었어요.', key: '20260313090000' })
  })
})

describe('a search in the archive', () => {
  const answers: Answers = {
    listArchive({ query }) {
      const found = sampleArchive().filter(({ title }) => title.includes(query.search ?? ''))
      return { entries: found, page: 1, pages: query.search ? 1 : 24, total: found.length, searched: 1_000 }
    },
  }

  it('shows its results or that nothing was found, keeps the text in the address and links back to all entries', async () => {
    const { page } = await screens.visit('/user', { answers })
    await page.getByRole('searchbox', { name: '보관함에서 찾기' }).fill('interview')
    await page.keyboard.press('Enter')
    await page.getByText('‘interview’ 검색 결과 1개예요. 최근 1,000개 안에서 찾아봤어요.').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    expect(new URL(page.url()).search).toBe('?q=interview')
    await checkScreen(page, 'archive-search')
    await page.getByRole('searchbox', { name: '보관함에서 찾기' }).fill('nothing')
    await page.keyboard.press('Enter')
    await page.getByText('‘nothing’ 검색 결과가 없어요.').waitFor()
    await checkScreen(page, 'archive-search-none')
    await page.getByRole('button', { name: '모두 보기' }).click()
    await row(page, 'lecture.mp4').waitFor()
    expect(new URL(page.url()).search).toBe('')
  })
})

describe('renaming a video', () => {
  it('is possible from the menu and takes effect at once', async () => {
    let entry = sampleEntry('20260314140926')
    const answers: Answers = {
      listArchive: call => listing([entry])?.(call) ?? 'never',
      renameEntry({ body }) {
        entry = { ...entry, display_name: String(Object(body).name) }
        return entry
      },
    }
    const { page } = await screens.visit('/user', { answers })
    await page.getByRole('button', { name: 'interview.mp4 더 보기' }).click()
    await page.getByRole('menuitem', { name: '이름 바꾸기' }).click()
    const popup = page.getByRole('dialog', { name: '이름 바꾸기' })
    await checkScreen(page, 'archive-rename')
    await popup.getByLabel('이름', { exact: true }).fill(' ')
    await popup.getByRole('button', { name: '바꾸기' }).click()
    await popup.getByText('이름을 적어 주세요.').waitFor()
    await popup.getByLabel('이름', { exact: true }).fill('면접 1차')
    await page.keyboard.press('Enter')
    await row(page, '면접 1차').waitFor()
    expect(calls('renameEntry').map(({ body }) => body)).toEqual([{ name: '면접 1차' }])
  })
})

describe('the members’ home page', () => {
  it('offers the sample until the first video, then shows the newest videos and links to them', async () => {
    const { page, leave } = await screens.visit('/')
    await page.getByRole('heading', { name: '예시 자막부터 살펴볼까요?' }).waitFor()
    await checkScreen(page, 'home-first-use')
    await leave()
    await screens.visit('/', { answers: { listArchive: listing(sampleArchive()) } })
    await page.getByRole('heading', { name: '최근 자막' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: SAMPLE_OFFER }).count()).toBe(0)
    const recent = page.getByRole('region', { name: '최근 자막' })
    await recent.getByText('듣기').waitFor()
    await expect.poll(() => recent.locator('.job').count()).toBe(3)
    await checkScreen(page, 'home-recent')
    await recent.getByRole('link', { name: '모두 보기' }).click()
    await page.getByRole('heading', { name: '내 보관함' }).waitFor()
  })
})

describe('the browser notification', () => {
  const open = sampleEntry('20260314140926', { status: 'writing', is_srt: false })
  /** A browser in which the user accepts or declines notifications, with the tab hidden. */
  const asIf = (answer: string) => async (page: Page) => {
    await page.clock.install()
    await page.addInitScript(`
      window.shown = []
      window.asked = 0
      window.Notification = class {
        static permission = localStorage.getItem('permission') ?? 'default'
        static async requestPermission() {
          window.asked += 1
          localStorage.setItem('permission', '${answer}')
          return (Notification.permission = '${answer}')
        }
        constructor(title, options) { window.shown.push([title, options.tag]) }
        close() {}
      }
      Object.defineProperty(document, 'hidden', { get: () => localStorage.getItem('hidden') !== null })`)
  }
  const shown = (page: Page) => page.evaluate('window.shown')

  it('is offered once while a video is in progress, and appears once when it is done', async () => {
    const before = asIf('granted')
    const { page, context } = await screens.visit('/', { answers: { listArchive: listing([open]) }, before })
    await page.getByText('완성되면 이 브라우저에서도 알려 드릴까요?').waitFor()
    await checkScreen(page, 'notify-offer')
    await page.getByRole('button', { name: '알림 받기' }).click()
    await page.getByText('자막이 완성되면 알려 드릴게요.').waitFor()
    await expect.poll(() => page.getByText('완성되면 이 브라우저에서도').count()).toBe(0)
    const second = await context.newPage()
    await before(second)
    await second.goto(page.url())
    await second.getByRole('region', { name: '최근 자막' }).waitFor()
    await page.evaluate(() => localStorage.setItem('hidden', '1'))
    screens.site.answers.listArchive = listing([sampleEntry('20260314140926')])
    for (const each of [page, second]) await each.clock.runFor(20_000)
    const all = async () => [await shown(page), await shown(second)].flat()
    await expect.poll(all).toEqual([['interview.mp4 자막이 완성됐어요.', '20260314140926']])
    await page.clock.runFor(60_000)
    await expect.poll(() => all()).toHaveLength(1)
  })

  it('is not offered again to a user who declined, and nothing fails without it', async () => {
    const before = asIf('denied')
    const { page } = await screens.visit('/', { answers: { listArchive: listing([open]) }, before })
    await page.getByRole('button', { name: '괜찮아요' }).click()
    await page.reload()
    await page.getByRole('region', { name: '최근 자막' }).waitFor()
    await expect.poll(() => page.getByText('완성되면 이 브라우저에서도').count()).toBe(0)
    await expect.poll(() => page.evaluate('window.asked')).toBe(0)
    await page.evaluate(() => localStorage.setItem('hidden', '1'))
    screens.site.answers.listArchive = listing([sampleEntry('20260314140926')])
    await page.clock.runFor(20_000)
    await page.getByRole('region', { name: '최근 자막' }).getByRole('button', { name: '다운로드' }).waitFor()
    await expect.poll(() => shown(page)).toEqual([])
  })

  it('is replaced by a toast if another screen is visible', async () => {
    const before = (page: Page) => page.clock.install()
    const answers: Answers = {
      listArchive: listing([open]),
      movements: () => ({ movements: [] }),
      listPayments: () => ({ orders: [] }),
    }
    const { page } = await screens.visit('/account', { answers, before })
    await page.getByRole('tab', { name: '내 정보' }).waitFor()
    await expect.poll(() => calls('listArchive').length).toBeGreaterThan(0)
    screens.site.answers.listArchive = listing([sampleEntry('20260314140926')])
    // Until the page has read the first response, it has no timer for the clock to run.
    await expect
      .poll(async () => {
        await page.clock.runFor(2_000)
        return page.getByText('interview.mp4 자막이 완성됐어요.').count()
      })
      .toBe(1)
  })
})
