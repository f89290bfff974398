import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { editorServer, KEY } from '../support/editor-server.ts'
import { sampleProject } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import type { Answers } from '../support/stand-in.ts'

const SOUND = join(import.meta.dirname, '../../local/sample/hello.m4a')
const PICTURE = join(import.meta.dirname, '../../local/sample/sky.mp4')
const screens = await setUpScreens()

const field = (page: Page) => page.getByRole('textbox', { name: /한국어 자막/ })
const saved = (page: Page) => page.locator('[data-save=saved]').waitFor()
const left = (page: Page, count: number) => page.locator(`[data-left="${count}"]`).waitFor()
const row = (page: Page, id: string) => page.locator(`.sentence-row[data-id=${id}]`)
const openId = (page: Page) => page.locator('[data-open]').getAttribute('data-open')
const drawn = (page: Page) =>
  page.waitForFunction(() => Number(document.querySelector<HTMLElement>('.waveform canvas')?.dataset.peaks) > 100)
const chooseInMenu = async (page: Page, name: string) => {
  await page.getByRole('button', { name: '문장 메뉴' }).press('Enter')
  await page.getByRole('menuitem', { name, exact: true }).press('Enter')
}
const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.className ?? '')

/** Runs in the page: the browser's file dialog chooses this film, whose handle the browser can store like any other. */
async function choosesFilm(base64: string): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
  const folder = await navigator.storage.getDirectory()
  const handle = await folder.getFileHandle('film.webm', { create: true })
  const stream = await handle.createWritable()
  await stream.write(bytes)
  await stream.close()
  Object.assign(window, { showOpenFilePicker: async () => [handle] })
}

async function open(server = editorServer(), more: Answers = {}) {
  const visit = await screens.visit(`/user/${KEY}`, { answers: { ...server.answers, ...more } })
  await left(visit.page, 2)
  return visit
}

describe('the workplace', () => {
  it('fits two screen sizes without scrolling the page, with many sentences in sight, also below an open one of two cues', async () => {
    const { page } = await screens.visit(`/user/${KEY}`, { answers: editorServer(sampleProject(127)).answers })
    await page.locator('.sentence').nth(15).waitFor()
    await page.locator('[data-left]').waitFor()
    await page.locator('.stage').waitFor()
    const rowsInSight = () =>
      page.evaluate(() => {
        const list = document.querySelector('.sentences')?.getBoundingClientRect() ?? new DOMRect()
        const inSight = [...document.querySelectorAll('.sentences > ol > li')].filter(item => {
          const { top, bottom } = item.getBoundingClientRect()
          return top >= list.top - 1 && bottom <= list.bottom + 1
        })
        return inSight.length
      })
    for (const [width, height, rows, picture] of [
      [1280, 800, 9, 500],
      [1920, 1080, 16, 790],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => rowsInSight()).toBeGreaterThanOrEqual(rows)
      const seen = await page.evaluate(() => {
        return {
          picture: document.querySelector('.stage')?.getBoundingClientRect().width ?? 0,
          head: document.querySelector('.editor-head')?.getBoundingClientRect().height ?? 99,
          isLeftCut:
            (document.querySelector('[data-left]')?.getBoundingClientRect().right ?? 9999) >
            (document.querySelector('.list-tools')?.getBoundingClientRect().right ?? 0),
          overflow: document.documentElement.scrollHeight - window.innerHeight,
          unused: Math.max(
            ...[...document.querySelectorAll('li > .sentence-row')].map(row => {
              const last = row.querySelector('.row-length')
              return row.getBoundingClientRect().right - (last?.getBoundingClientRect().right ?? 0)
            }),
          ),
        }
      })
      expect(seen.picture).toBeGreaterThanOrEqual(picture)
      expect(seen.head).toBeLessThanOrEqual(48)
      expect(seen.isLeftCut).toBe(false)
      expect(seen.overflow).toBeLessThanOrEqual(0)
      if (width >= 1700) expect(seen.unused).toBeLessThan(24)
      await row(page, 's3').click()
      await expect.poll(() => page.locator('[data-open=s3] .cue-text').count()).toBe(2)
      await page.locator('[data-open=s3] .reasons').waitFor()
      await expect.poll(rowsInSight).toBeGreaterThanOrEqual(rows)
      await row(page, 's1').click()
    }
    await page.keyboard.press('Control+f')
    await page.getByLabel('찾을 말').fill('사람들')
    await page.getByLabel('찾은 말 지우기').check()
    await page.getByRole('button', { name: /곳에서 지우기/ }).waitFor()
    await page.getByLabel('찾은 말 지우기').uncheck()
    // A popup that scrolls.
    await checkScreen(page, 'review-replace')
  })

  it('remembers its borders and the sentence where the user stopped', async () => {
    const { page } = await open()
    await row(page, 's4').click()
    const border = page.getByRole('separator', { name: '영상과 목록의 너비' })
    const before = Number(await border.getAttribute('aria-valuenow'))
    const width = async () => Number(await border.getAttribute('aria-valuenow'))
    await expect.poll(() => openId(page)).toBe('s4')
    await border.press('ArrowRight')
    await expect.poll(width).toBeGreaterThan(before)
    await page.reload()
    await left(page, 2)
    await expect.poll(() => openId(page)).toBe('s4')
    await expect.poll(width).toBeGreaterThan(before)
  })

  it('reaches the text with seven Tabs, at once with Enter, or with a double click on a row, which presses no button of the opened row', async () => {
    const { page } = await open()
    await page.evaluate(() => document.body.focus())
    let tabs = 0
    while (!(await focusedTag(page)).includes('korean-field') && tabs < 25) {
      await page.keyboard.press('Tab')
      tabs += 1
    }
    expect(tabs).toBeLessThanOrEqual(7)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedTag(page)).toContain('korean-field')
    await row(page, 's2').click()
    await row(page, 's4').dblclick()
    await expect.poll(() => focusedTag(page)).toContain('korean-field')
    await expect.poll(() => openId(page)).toBe('s4')
    await expect.poll(() => page.getByRole('button', { name: '되돌리기' }).isDisabled()).toBe(true)
  })

  it('shows only doubtful or changed sentences, sorts by doubt, and shows a low share of kept rules without green', async () => {
    const { page } = await open()
    await expect.poll(() => page.locator('.certificate[data-good]').count()).toBe(0)
    await page.getByLabel('거르기').selectOption('확인 필요')
    await expect.poll(() => page.locator('.sentences > ol > li').count()).toBe(3)
    await page.getByLabel('거르기').selectOption('모든 문장')
    await page.getByLabel('순서').selectOption('확인 필요순')
    await expect.poll(() => page.locator('.sentences > ol > li').first().textContent()).toContain('숫자')
    await checkScreen(page, 'workplace')
  })
})

describe('the next sentence to check', () => {
  it('is the next one in the order of the list, also if sorted by doubt, wraps at its end, and skips what a filter hides', async () => {
    const { page } = await screens.visit(`/user/${KEY}`, { answers: editorServer(sampleProject(10)).answers })
    await left(page, 4)
    const opens = async (key: string, ...ids: string[]) => {
      for (const id of ids) {
        await page.keyboard.press(key)
        await expect.poll(() => openId(page)).toBe(id)
      }
    }
    await page.getByLabel('순서').selectOption('확인 필요순')
    await page.locator('.sentences').focus()
    await opens('F8', 's4', 's9', 's3', 's8', 's4')
    await page.getByLabel('순서').selectOption('시간순')
    await page.getByLabel('확인할 이유').selectOption('숫자 다름')
    await opens('F8', 's9', 's4')
    await page.getByLabel('확인할 이유').selectOption('모든 확인 이유')
    await row(page, 's1').click()
    await opens('F8', 's3', 's4', 's8', 's9', 's3')
    await row(page, 's5').click()
    await opens('Shift+F8', 's4')
    await row(page, 's7').click()
    await opens('F8', 's8')
    await opens('Alt+ArrowUp', 's4', 's3', 's9')
    await row(page, 's2').click()
    await opens('Control+Enter', 's3', 's4', 's8', 's9', 's10')
    await page.keyboard.press('Control+z')
    await left(page, 1)
  })
})

describe('a narrowed list', () => {
  it('opens its own next sentence after a confirmation or a removal', async () => {
    const { page } = await screens.visit(`/user/${KEY}`, { answers: editorServer(sampleProject(25)).answers })
    await left(page, 10)
    await page.getByLabel('확인할 이유').selectOption('숫자 다름')
    await row(page, 's9').click()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => openId(page)).toBe('s14')
    await page.keyboard.press('Delete')
    await expect.poll(() => openId(page)).toBe('s19')
    await page.keyboard.press('Control+z')
    await expect.poll(() => openId(page)).toBe('s14')
  })
})

describe('typing', () => {
  it('continues in the sentence that a key opens; without typing, the list keeps the focus; and a key compares it with the machine’s', async () => {
    const { page } = await open()
    await field(page).fill('첫 문장을 고쳤어요.')
    const opens = async (key: string, id: string) => {
      await page.keyboard.press(key)
      await expect.poll(() => openId(page)).toBe(id)
      await expect.poll(() => focusedTag(page)).toContain('korean-field')
    }
    await opens('F8', 's3')
    await opens('Control+Enter', 's4')
    await page.keyboard.press('Control+z')
    await opens('Control+z', 's1')
    await row(page, 's2').click()
    await expect.poll(() => focusedTag(page)).toContain('sentences')
    await page.getByText('5개 중 2번째 문장, 0:04.2').waitFor()
    await page.getByLabel('시작', { exact: true }).press('Escape')
    await expect.poll(() => focusedTag(page)).toContain('sentences')
    await field(page).fill('다르게 썼어요.')
    await page.keyboard.press('Alt+c')
    await page.locator('.compare').getByText('제 질문은 이거예요.').waitFor()
  })

  it('stays in sight while the video plays on', async () => {
    const { page } = await screens.visit(`/user/${KEY}`, { answers: editorServer(sampleProject(60)).answers })
    await page.locator('.sentence').nth(5).waitFor()
    await page.getByRole('button', { name: '재생', exact: true }).click()
    await page.keyboard.press('Alt+p')
    await page.getByLabel('재생 위치').fill('150000')
    await field(page).focus()
    await page.keyboard.press('Alt+p')
    const from = async () => Number(await page.locator('.timeline').getAttribute('data-from'))
    await expect.poll(async () => Math.abs((await from()) - 150_000)).toBeLessThan(10_000)
    await expect.poll(() => page.locator('.sentences').evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  })

  it('breaks a line with Enter, keeps it and saves it, makes a dialogue of two dashes, and saves with Ctrl+S, which the browser does not handle', async () => {
    const server = editorServer()
    const { page } = await open(server)
    await field(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('좋은 이야기는')
    await page.keyboard.press('Enter')
    await page.keyboard.type('질문에서 시작해요')
    await expect.poll(() => field(page).inputValue()).toBe('좋은 이야기는\n질문에서 시작해요')
    // A slow machine may save the first words before the test has typed the last ones.
    await expect.poll(() => server.stored().find(({ id }) => id === 's1')?.breaks).toEqual([{ at: 2, kind: 'line' }])
    await expect
      .poll(() => page.locator('.cue-text > span').allTextContents())
      .toEqual(['좋은 이야기는', '질문에서 시작해요'])
    await page.reload()
    await left(page, 2)
    await expect.poll(() => field(page).inputValue()).toBe('좋은 이야기는\n질문에서 시작해요')
    await field(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('- 시작할까요?')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- 네, 좋아요')
    await expect
      .poll(() => page.locator('.cue-text > span').allTextContents())
      .toEqual(['- 시작할까요?', '- 네, 좋아요'])
    await field(page).fill('지금 저장해요.')
    await page.evaluate(() => {
      window.addEventListener('keydown', ({ defaultPrevented }) => {
        document.body.dataset.prevented = String(defaultPrevented)
      })
    })
    await page.keyboard.press('Control+s')
    await expect.poll(() => server.korean('s1')).toBe('지금 저장해요.')
    await expect.poll(() => page.locator('body').getAttribute('data-prevented')).toBe('true')
  })

  it('shows the captions as another profile would cut them, leaves the cues of a sentence that nobody touched, and shows nothing for an emptied one', async () => {
    const server = editorServer()
    const { page } = await open(server)
    const before = await row(page, 's2').locator('.row-time').allTextContents()
    const lines = () => page.locator('.caption > span').allTextContents()
    await field(page).fill('이 이야기는 하나의 질문이에요.')
    await page.getByLabel('재생 위치').fill('1000')
    await expect.poll(lines).toEqual(['이 이야기는 하나의 질문이에요'])
    const look = page.getByLabel('다른 규격으로 미리 보기')
    await look.selectOption('규격: 쇼츠용')
    await expect.poll(async () => (await lines()).length).toBe(2)
    await look.selectOption('규격: 일반 (이 파일)')
    await expect.poll(async () => (await lines()).length).toBe(1)
    await field(page).fill('좋은 이야기는 언제나 하나의 아주 긴 질문에서 시작하는 법이라고 저는 생각해요.')
    await saved(page)
    await expect.poll(() => row(page, 's2').locator('.row-time').allTextContents()).toEqual(before)
    await expect.poll(() => row(page, 's2').getByText('고침').count()).toBe(0)
    await field(page).fill('')
    await saved(page)
    await expect.poll(() => page.locator('.cue-text').count()).toBe(0)
  })

  it('offers no endings, only nouns, and withdraws the offer on undo', async () => {
    const server = editorServer()
    const { page } = await open(server)
    await row(page, 's5').click()
    await field(page).fill('그러다 사람들이 조용해지더라고요.')
    await row(page, 's1').click()
    await expect.poll(() => openId(page)).toBe('s1')
    await expect.poll(() => page.locator('.term-offer').count()).toBe(0)
    await row(page, 's5').click()
    await field(page).fill('그러다 관객들이 조용해지더라고요.')
    await row(page, 's1').click()
    await page.getByText('‘사람들’, 다른 1곳도 ‘관객들’로 바꿀까요?').waitFor()
    await page.keyboard.press('Control+z')
    await page.locator('.term-offer').waitFor({ state: 'detached' })
  })
})

describe('offers to change a term', () => {
  it('come one at a time, and never after a sentence was restored', async () => {
    const { page } = await screens.visit(`/user/${KEY}`, { answers: editorServer(sampleProject(10)).answers })
    await left(page, 4)
    const change = async (id: string, text: string) => {
      await row(page, id).click()
      await field(page).fill(text)
      await row(page, 's1').click()
      await expect.poll(() => openId(page)).toBe('s1')
    }
    const offers = page.locator('.term-offer')
    await change('s5', '그러다 관객이 조용해졌어요.')
    await page.getByText('다른 3곳도 ‘관객’으로').waitFor()
    await change('s4', '관객에게 물었더니 대부분 웃더라고요.')
    await page.getByText('다른 2곳도 ‘관객’으로').waitFor()
    await expect.poll(() => offers.count()).toBe(1)
    await page.getByRole('button', { name: '그대로 두기' }).click()
    await page.getByText('내 용어집에 넣을까요?').waitFor()
    await page.getByRole('button', { name: '넣지 않기' }).click()
    await offers.waitFor({ state: 'detached' })
    await row(page, 's5').click()
    await chooseInMenu(page, '원래대로')
    await expect.poll(() => field(page).inputValue()).toContain('사람들이')
    await row(page, 's1').click()
    await expect.poll(() => openId(page)).toBe('s1')
    await expect.poll(() => offers.count()).toBe(0)
  })
})

describe('times', () => {
  it.each([360, 320])(
    'fit a phone %i px wide without sideways scrolling, with controls of at least 44 px',
    async width => {
      const { page } = await screens.visit(`/user/${KEY}`, {
        answers: editorServer().answers,
        viewport: { width, height: 740 },
      })
      await page.getByRole('button', { name: '시간', exact: true }).click()
      await chooseInMenu(page, '시간 고정 (글을 고쳐도 그대로)')
      await page.getByRole('button', { name: '시간 고정 풀기' }).waitFor()
      const faults = () =>
        page.evaluate(() => {
          const fields = document.querySelector('.time-fields')
          const { left, right } = fields?.getBoundingClientRect() ?? new DOMRect()
          const controls = [...(fields?.querySelectorAll('input, button') ?? [])]
          const isBad = (each: Element) => {
            const own = each.getBoundingClientRect()
            const isSmall = own.width < 44 || own.height < 44
            const isOutside = own.left < left - 1 || own.right > right + 1
            return isSmall || isOutside || each.scrollWidth > each.clientWidth
          }
          const bad = controls.filter(isBad).map(each => each.closest('label, button')?.textContent)
          const title = document.querySelector('.editor-head h1')
          if (title && title.clientHeight > 20 && innerWidth === 360) bad.push(title.textContent)
          return { controls: controls.length, bad, sideways: (fields?.scrollWidth ?? 0) - (fields?.clientWidth ?? 0) }
        })
      await expect.poll(() => faults()).toEqual({ controls: 6, bad: [], sideways: 0 })
      await chooseInMenu(page, '자막 추가')
      await page.getByRole('button', { name: '시간 고정 풀기' }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '시간', exact: true }).click()
      await expect.poll(() => faults()).toEqual({ controls: 5, bad: [], sideways: 0 })
    },
  )

  it('are shown as they apply, with the reason if a typed one does not, shifted together and back by one undo, typed to the millisecond and locked', async () => {
    const server = editorServer()
    const { page } = await open(server)
    const outTime = page.getByLabel('끝', { exact: true })
    const shown = await outTime.inputValue()
    const refused = '그 시간으로는 바꿀 수 없어요.'
    for (const [typed, reason] of [
      ['abc', '시간을 읽을 수 없어요.'],
      ['0.1', refused],
      ['12', '앞뒤 자막과 겹치지 않게 맞췄어요.'],
    ] as const) {
      await outTime.fill(typed)
      await outTime.press('Enter')
      await page.locator('.time-fault').getByText(reason).waitFor()
      await expect.poll(() => outTime.inputValue()).toBe(shown)
    }
    await page.getByLabel('시작', { exact: true }).fill('59:00')
    await page.getByLabel('시작', { exact: true }).press('Enter')
    await page.locator('.time-fault').getByText(refused).waitFor()
    const unmoved = await row(page, 's5').locator('.row-time').first().textContent()
    await page.getByRole('button', { name: '더 보기' }).click()
    await page.getByRole('menuitem', { name: '시간 이동' }).click()
    await page.getByLabel('이동할 시간').fill('1초')
    await page.getByLabel('이동할 시간').press('Enter')
    await expect.poll(() => row(page, 's5').locator('.row-time').first().textContent()).not.toBe(unmoved)
    await page.keyboard.press('Control+z')
    await expect.poll(() => row(page, 's5').locator('.row-time').first().textContent()).toBe(unmoved)
    await page.getByLabel('끝', { exact: true }).fill('3.456')
    await page.getByLabel('끝', { exact: true }).press('Enter')
    await expect.poll(() => server.stored().find(({ id }) => id === 's1')?.endMs).toBe(3456)
    await chooseInMenu(page, '시간 고정 (글을 고쳐도 그대로)')
    await page.getByRole('button', { name: '시간 고정 풀기' }).waitFor()
    await expect.poll(() => server.stored().find(({ id }) => id === 's1')?.startMs).toBeDefined()
    const before = await page.getByLabel('시작', { exact: true }).inputValue()
    await field(page).fill('훨씬 더 긴 문장을 여기에 써도 시작하는 시간은 그대로예요.')
    await saved(page)
    await expect.poll(() => page.getByLabel('시작', { exact: true }).inputValue()).toBe(before)
  })
})

describe('playback', () => {
  it('marks the sentence being spoken, which a key opens; an edge keeps the focus through several arrow keys', async () => {
    const { page } = await open()
    const edge = page.getByRole('slider', { name: '자막 시작' })
    const moment = async () => Number(await edge.getAttribute('aria-valuenow'))
    const before = await moment()
    await edge.focus()
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight')
    await expect.poll(moment).toBe(before + 120)
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(moment).toBe(before + 220)
    await page.getByLabel('재생 위치').fill('11500')
    await page.getByRole('button', { name: '재생', exact: true }).click()
    await page.locator('.sentence-row[data-id=s4][data-spoken]').waitFor()
    await page.keyboard.press('g')
    await expect.poll(() => openId(page)).toBe('s4')
  })

  it('keeps the playhead of the timeline in sight, and stays where it is once the lock is set', async () => {
    const { page } = await screens.visit(`/user/${KEY}`, { answers: editorServer(sampleProject(60)).answers })
    const timeline = page.locator('.timeline')
    const from = async () => Number(await timeline.getAttribute('data-from'))
    const spokenRow = page.locator('.sentence-row[data-spoken]')
    await page.locator('.sentence').nth(5).waitFor()
    await page.getByRole('button', { name: '재생', exact: true }).click()
    await page.getByLabel('재생 위치').fill('150000')
    await spokenRow.waitFor()
    await expect.poll(async () => Math.abs((await from()) - 150_000)).toBeLessThan(10_000)
    await page.keyboard.press('Alt+p')
    const stays = await from()
    const list = () => page.locator('.sentences').evaluate(({ scrollTop }) => scrollTop)
    const scrolled = await list()
    await page.getByLabel('재생 위치').fill('40000')
    await spokenRow.waitFor({ state: 'detached' })
    await expect.poll(() => from()).toBe(stays)
    await expect.poll(() => list()).toBe(scrolled)
  })

  it('draws the waveform of a kept upload, whose store allows CORS only where it is asked, and says that only its sound is there', async () => {
    const sound = await readFile(SOUND)
    const asked: (string | undefined)[] = []
    screens.site.foreign = (request, _, response) => {
      const { origin } = request.headers
      asked.push(origin)
      // As S3: no CORS headers, and no Vary, for a request without an Origin; and the browser may keep the response.
      const cors = origin && { 'access-control-allow-origin': origin, vary: 'Origin' }
      const [, start = '0', end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
      const last = Math.min(Number(end || sound.length), sound.length - 1)
      response.writeHead(request.headers.range ? 206 : 200, {
        ...cors,
        'cache-control': 'max-age=3600',
        'content-type': 'video/mp4',
        'accept-ranges': 'bytes',
        'access-control-expose-headers': 'Content-Range',
        ...(request.headers.range && { 'content-range': `bytes ${start}-${last}/${sound.length}` }),
      })
      response.end(sound.subarray(Number(start), last + 1))
      return true
    }
    const project = { ...sampleProject(), videoUrl: `${screens.site.foreignOrigin}/kept.mp4` }
    let bytes = 0
    const { page } = await open(editorServer(project), {
      storePeaks({ body }) {
        bytes = Buffer.from(Object(body).peaks, 'base64').length
        return {}
      },
    })
    await drawn(page)
    // What the server accepts: one byte for each 10 ms.
    await expect.poll(() => bytes).toBe(Math.ceil(project.machine.durationMs / 10))
    await page.getByText('소리만 올려서 화면이 없어요.').waitFor()
    expect(asked).not.toContain(undefined)
    const pane = page.locator('.stage-open')
    await pane.getByText('interview.mp4').waitFor()
    await pane.getByText('영상을 다시 열면 여기에 보여요.').waitFor()
    await expect.poll(() => pane.getByText('영상 파일 열기').count()).toBe(1)
    await checkScreen(page, 'editor-sound-only')
    await page.setInputFiles('input[type=file]', PICTURE)
    await page.getByText('소리만 올려서 화면이 없어요.').waitFor({ state: 'detached' })
    await drawn(page)
  })

  it('requests a new link when the video’s link has expired, once', async () => {
    const asked: string[] = []
    screens.site.foreign = (request, _, response) => {
      asked.push(request.url ?? '')
      response.writeHead(403, { 'access-control-allow-origin': '*' })
      response.end()
      return true
    }
    const link = (name: string) => `${screens.site.foreignOrigin}/${name}.mp4`
    const server = editorServer({ ...sampleProject(), videoUrl: link('expired') })
    let renewals = 0
    server.answers.videoLink = () => {
      renewals += 1
      return { url: link('renewed') }
    }
    const { page } = await open(server)
    await page
      .getByText(/재생할 수 없/)
      .first()
      .waitFor()
    expect(asked.some(url => url.includes('renewed'))).toBe(true)
    expect(renewals).toBe(1)
  })

  it('marks the shot changes of the user’s own video, and opens it at once on the next visit, or after one click if the browser asks for permission', async () => {
    const { page } = await open()
    const film = await page.evaluate(filmOfTwoShots)
    await page.evaluate(choosesFilm, film)
    await page.getByText('영상 파일 열기').click()
    await page.locator('video[src^=blob]').waitFor()
    await page.getByRole('button', { name: '저장한 영상 지우기', includeHidden: true }).waitFor({ state: 'attached' })
    await expect.poll(() => page.locator('.timeline-shot').count()).toBe(1)
    await page.reload()
    await left(page, 2)
    await page.locator('video[src^=blob]').waitFor()
    const asking = await page.addInitScript(() => {
      const handle = { queryPermission: async () => 'prompt', requestPermission: async () => 'granted' }
      Object.assign(FileSystemHandle.prototype, handle)
    })
    await page.reload()
    await left(page, 2)
    await expect.poll(() => page.locator('video[src^=blob]').count()).toBe(0)
    await page.getByRole('button', { name: /film\.webm/ }).click()
    await page.locator('video[src^=blob]').waitFor()
    await asking.dispose()
  })
})

describe('the history', () => {
  it('survives a reload, leads back to any state, and asks before it restores all', async () => {
    const server = editorServer()
    const { page } = await open(server)
    // The header may still say "saved" from before the edit, so the server is asked instead.
    await field(page).fill('첫 문장을 고쳤어요.')
    await expect.poll(() => server.korean('s1')).toBe('첫 문장을 고쳤어요.')
    await row(page, 's2').click()
    await field(page).fill('둘째 문장을 고쳤어요.')
    await expect.poll(() => server.korean('s2')).toBe('둘째 문장을 고쳤어요.')
    await saved(page)
    await page.reload()
    await left(page, 2)
    await page.getByRole('button', { name: '고친 기록' }).click()
    const dialog = page.getByRole('dialog', { name: '고친 기록' })
    await expect.poll(() => dialog.getByText('글을 고쳤어요').count()).toBe(2)
    await dialog.getByText('1번 문장 · 좋은 이야기는 언제나 질문에서 시작해요. 첫 문장을 고쳤어요.').waitFor()
    await checkScreen(page, 'editor-history')
    await page.setViewportSize(PHONE)
    const heights = await dialog.getByRole('listitem').evaluateAll(rows => rows.map(row => row.clientHeight))
    expect(Math.max(...heights)).toBeLessThan(120)
    await page.setViewportSize(DESKTOP)
    await dialog.getByRole('button', { name: '모두 원래대로' }).click()
    await page.getByText('고친 2곳이 모두 고치기 전 자막으로 돌아가요.').waitFor()
    await page.getByRole('button', { name: '2곳 원래대로' }).click()
    await expect.poll(() => server.korean('s1')).toBe('좋은 이야기는 언제나 질문에서 시작해요.')
    await page.reload()
    await left(page, 2)
    await page.keyboard.press('Control+z')
    await expect.poll(() => server.korean('s1')).toBe('첫 문장을 고쳤어요.')
  })
})

describe('the state of a file', () => {
  it('is never called confirmed before anybody confirmed a sentence, and the review asks while doubts are left', async () => {
    const { page, leave } = await open()
    await page.getByRole('button', { name: '검토 마치기' }).click()
    await page.getByText('아직 확인하지 않은 문장이 2개 있어요.').waitFor()
    await page.getByRole('button', { name: '계속 볼게요' }).click()
    await page.getByRole('button', { name: '검토 마치기' }).waitFor()
    await leave()
    const project = sampleProject(2)
    const clean = await screens.visit(`/user/${KEY}`, { answers: editorServer(project).answers })
    await left(clean.page, 0)
    await clean.page.getByText('확인할 곳이 없어요').waitFor()
    const first = await openId(clean.page)
    await clean.page.keyboard.press('Control+Enter')
    await expect.poll(() => openId(clean.page)).not.toBe(first)
    await clean.page.getByText('모두 확인했어요').waitFor()
  })

  it('offers a first sentence at the playhead once all are deleted, and after a reload', async () => {
    const server = editorServer(sampleProject(2))
    const { page } = await screens.visit(`/user/${KEY}`, { answers: server.answers })
    await left(page, 0)
    await page.getByLabel('재생 위치').fill('3000')
    await chooseInMenu(page, '지우기')
    await expect.poll(() => focusedTag(page)).toContain('korean-field')
    await chooseInMenu(page, '지우기')
    const add = page.getByRole('button', { name: '첫 자막 추가' })
    await add.waitFor()
    await expect.poll(() => focusedTag(page)).toContain('button')
    await checkScreen(page, 'workplace-empty')
    await saved(page)
    await page.reload()
    await add.waitFor()
    await page.getByLabel('재생 위치').fill('3000')
    await add.click()
    await expect.poll(() => focusedTag(page)).toContain('korean-field')
    await page.keyboard.type('처음 쓴 자막이에요.')
    await expect.poll(() => page.getByLabel('시작', { exact: true }).inputValue()).toBe('00:00:03.000')
    await expect.poll(() => server.stored()).toMatchObject([{ korean: '처음 쓴 자막이에요.', startMs: 3000 }])
    await saved(page)
    await page.getByLabel('재생 위치').fill('9000')
    await chooseInMenu(page, '지우기')
    await add.waitFor()
    await page.keyboard.press('Insert')
    await expect.poll(() => page.getByLabel('시작', { exact: true }).inputValue()).toBe('00:00:08.100')
    await page.getByRole('button', { name: '자막 추가' }).click()
    await page.getByText('영상이 여기서 끝나서 자막을 더 넣을 수 없어요.').waitFor()
  })

  it('is offered for download again after an edit, and an insertion and a removal keep the focus in the text', async () => {
    screens.site.foreign = (_, url, response) => {
      response.setHeader('access-control-allow-origin', '*').end(url.pathname)
      return true
    }
    const downloadSubtitle: Answers['downloadSubtitle'] = () => ({
      url: `${screens.site.foreignOrigin}/a.srt`,
      filename: 'a.srt',
    })
    const { page } = await open(editorServer(), { downloadSubtitle })
    const button = page.locator('.download')
    await button.click()
    await button.getByText('완료').waitFor()
    await field(page).fill('받은 뒤에 고쳤어요.')
    await button.getByText('다운로드').waitFor()
    await page.getByRole('button', { name: '자막 추가' }).click()
    await expect.poll(() => focusedTag(page)).toContain('korean-field')
    await chooseInMenu(page, '지우기')
    await expect.poll(() => focusedTag(page)).toContain('korean-field')
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedTag(page)).toContain('sentences')
  })
})

/** Runs in the page: records a dark shot of a second and a bright one, as base64. */
async function filmOfTwoShots(): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = 180
  const context = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const ended = new Promise(resolve => recorder.addEventListener('stop', resolve))
  recorder.start()
  const startAt = performance.now()
  while (performance.now() - startAt < 2000) {
    if (context) context.fillStyle = performance.now() - startAt < 1000 ? '#101820' : '#f0e8d8'
    context?.fillRect(0, 0, 320, 180)
    await new Promise(resolve => setTimeout(resolve, 40))
  }
  recorder.stop()
  await ended
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
