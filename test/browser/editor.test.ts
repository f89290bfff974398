import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Brief } from '../../lambdas/contract/brief.ts'
import { glossaryChange } from '../../lambdas/contract/glossary.ts'
import { projectView } from '../../lambdas/contract/project-view.ts'
import { editorServer, KEY } from '../support/editor-server.ts'
import { sampleArchive, sampleEntry, sampleProject } from '../support/sample-data.ts'
import { checkScreen, resetSite, setUpScreens } from '../support/screens.ts'
import { type Answers, Refusal } from '../support/stand-in.ts'
import { waitForWaveform } from '../support/waveform.ts'

const HELLO = join(import.meta.dirname, '../../local/sample/hello.mp4')
const PICTURE = join(import.meta.dirname, '../../web/public/apple-touch-icon.png')
const SKY = join(import.meta.dirname, '../../local/sample/sky.mp4')

const screens = await setUpScreens()

const field = (page: Page) => page.getByRole('textbox', { name: /한국어 자막/ })
const saved = (page: Page) => page.locator('[data-save=saved]').waitFor()
const left = (page: Page, count: number) => page.locator(`[data-left="${count}"]`).waitFor()

const sampleBrief: Brief = {
  ...{ subject: 'how stories begin', tone: 'casual, to an audience', speakers: [] },
  about: '이야기가 어떻게 시작되는지 청중에게 편하게 들려줘요.',
  terms: [{ english: 'audience', korean: '사람들', others: [] }],
  ...{ numbers: 'digits', units: 'asSpoken' },
}

/** Text of the element that has the focus; of its label for a field. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return (activeElement instanceof HTMLInputElement ? activeElement.labels?.[0] : activeElement)?.textContent
  })
/** Runs in the page: whether the cue is on the picture, and how many pixels of bars the picture's box has. */
function cueOnPicture() {
  const video = document.querySelector('video')
  if (!video) return undefined
  const picture = video.getBoundingClientRect()
  const inPicture = [...document.querySelectorAll('.caption > span')].every(line => {
    const { top, bottom, left, right } = line.getBoundingClientRect()
    return top > picture.top && bottom < picture.bottom && left >= picture.left && right <= picture.right
  })
  // The look of the ASS export.
  const { color, fontWeight } = getComputedStyle(document.querySelector('.caption') ?? video)
  return {
    inPicture,
    color,
    fontWeight,
    bars: Math.round(picture.width - (picture.height * video.videoWidth) / video.videoHeight),
  }
}
/** Opens the sample's subtitle, of which two sentences are to check. */
async function open(server = editorServer()) {
  const visit = await screens.visit(`/user/${KEY}`, { answers: server.answers })
  await left(visit.page, 2)
  return { ...server, ...visit }
}

const momentOf = async (edge: Locator) => Number(await edge.getAttribute('aria-valuenow'))

describe('the review screen', () => {
  it('opens from the archive with the focus on its heading; Space plays wherever a click has left the focus, except on controls reached by keyboard', async () => {
    const { answers } = editorServer()
    const listArchive = () => ({ entries: sampleArchive(), page: 1, pages: 1, total: 5 })
    const { page } = await screens.visit('/user', { answers: { ...answers, listArchive } })
    await page.getByRole('row').filter({ hasText: 'interview.mp4' }).getByRole('link', { name: '자막 편집' }).click()
    await page.getByRole('heading', { name: 'interview.mp4' }).waitFor()
    await expect.poll(() => focused(page)).toBe('interview.mp4')
    expect(new URL(page.url()).pathname).toBe(`/user/${KEY}`)
    await left(page, 2)
    await page.getByRole('button', { name: '다음 자막' }).click()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: '멈춤', exact: true }).waitFor()
    await page.locator('input[type=range]').first().click()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: '재생', exact: true }).waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => page.getByRole('button', { name: '재생', exact: true }).count()).toBe(1)
  })

  it('says why there is nothing to review where the video has failed', async () => {
    const failed = sampleArchive()[3]
    const answers: Answers = {
      readEntry: () => failed ?? new Refusal('NO_VIDEO'),
      readProject: () => new Refusal('NO_SUBTITLE'),
    }
    const { page } = await screens.visit(`/user/${failed?.key}`, { answers })
    await page.getByRole('heading', { name: '자막을 만들지 못했어요' }).waitFor()
    await page.getByText('영어 음성을 찾지 못했어요. 자막을 만들지 못해서 토큰 12개를 돌려 드렸어요.').waitFor()
    await checkScreen(page, 'review-failed')
  })

  it('opens on the first sentence to check with its reason and repeats it; one key keeps it and ends the review', async () => {
    const { answers } = editorServer()
    const { page } = await screens.visit(`/user/${KEY}#check`, { answers })
    await page.getByText('영어에 있는 숫자가 번역에 없어요: forty').waitFor()
    await page.getByRole('button', { name: '이 자막 반복', pressed: true }).waitFor()
    await left(page, 2)
    await page.keyboard.press('Control+Enter')
    await page.getByText('구절 중간에서 나뉘었어요.').waitFor()
    await page.keyboard.press('Control+Enter')
    await left(page, 0)
    await page.getByRole('button', { name: '이 자막 반복', pressed: false }).waitFor()
    await page.keyboard.press('End')
    await page.locator('.sentences .sentence-editor').last().waitFor()
  })

  it('reaches, fixes and leaves a flagged sentence in two keys, without a mouse', async () => {
    const { page } = await open()
    await page.keyboard.press('F8')
    await page.getByText('구절 중간에서 나뉘었어요.').waitFor()
    await page.keyboard.press('Control+Enter')
    await left(page, 1)
    await page.getByText('영어에 있는 숫자가 번역에 없어요: forty').waitFor()
    await checkScreen(page, 'review')
    await expect.poll(() => field(page).inputValue()).toContain('사람들에게 물었더니')
  })

  it('is done by keyboard alone: fixed, split, joined, undone, accepted, saved and finished', async () => {
    const { page, ...server } = await open()
    for (const key of ['F8', 'F8', 'Enter']) await page.keyboard.press(key)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('40명에게 물었더니 거의 다 웃더라고요. ')
    await page.getByText('번역에 없어요: forty').waitFor({ state: 'detached' })
    await page.locator('.stage .caption').getByText('40명에게').waitFor()
    await saved(page)
    expect(server.korean('s4')).toBe('40명에게 물었더니 거의 다 웃더라고요.')
    await page.keyboard.press('Home')
    for (let i = 0; i < 10; i += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Alt+s')
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('.korean-field')?.value === '40명에게 물었더니',
    )
    await page.keyboard.press('Alt+m')
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('.korean-field')?.value.includes('웃더라고요'),
    )
    for (const key of ['Control+z', 'Control+z', 'Control+Shift+z', 'Control+z']) await page.keyboard.press(key)
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Control+Enter')
    await left(page, 0)
    await page.getByText('모두 확인했어요').waitFor()
    await saved(page)
    await page.getByRole('button', { name: '검토 마치기' }).press('Enter')
    await page.getByRole('button', { name: '다시 검토' }).waitFor()
  })

  it('lists its keys, without the one for other translations if there is no model, and has a search that repairs particles and a history', async () => {
    const { page } = await open()
    await expect.poll(() => page.getByRole('button', { name: '다시 번역' }).count()).toBe(0)
    await page.keyboard.press('Alt+r')
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: '단축키' })
    await sheet.waitFor()
    await expect.poll(() => sheet.getByText('다시 번역').count()).toBe(0)
    await checkScreen(page, 'editor-keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+f')
    await page.getByLabel('찾을 말').fill('질문')
    await expect.poll(() => page.getByRole('button', { name: '2곳 바꾸기' }).isDisabled()).toBe(true)
    await page.getByLabel('찾은 말 지우기').check()
    await page.getByRole('button', { name: '2곳에서 지우기' }).waitFor()
    await page.getByLabel('바꿀 말').fill('이야기')
    await page.getByRole('button', { name: '2곳 바꾸기' }).waitFor()
    await page.locator('ins').getByText('이야기는').waitFor()
    await checkScreen(page, 'editor-replace')
    await page.keyboard.press('Enter')
    await page.getByText('문장 2개를 바꿨어요.').waitFor()
    await page.getByRole('button', { name: '고친 기록' }).click()
    await page.getByText('한꺼번에 바꿨어요').waitFor()
  })

  it('offers to change a term everywhere else, and to keep one that was corrected twice', async () => {
    const { answers } = editorServer({ ...sampleProject(), brief: sampleBrief })
    const kept: unknown[] = []
    const changeGlossary: Answers['changeGlossary'] = ({ body }) => {
      kept.push(glossaryChange.parse(body))
      return { terms: [] }
    }
    const { page } = await screens.visit(`/user/${KEY}`, { answers: { ...answers, changeGlossary } })
    await left(page, 2)
    await page.locator('[data-id=s4]').click()
    await field(page).fill('관객에게 물었더니 대부분 웃더라고요.')
    await page.locator('[data-id=s1]').click()
    await page.getByText('‘사람들’, 다른 1곳도 ‘관객’으로 바꿀까요?').waitFor()
    await page.getByRole('button', { name: '살펴보고 바꾸기' }).click()
    await page.locator('ins').getByText('관객이').waitFor()
    await page.getByRole('button', { name: '1곳 바꾸기' }).click()
    await page.locator('[data-id=s5]').getByText('그러다 관객이 조용해졌어요.').waitFor()
    await page.getByText('‘관객’을 내 용어집에 넣을까요?').waitFor()
    await expect.poll(() => page.getByLabel('영어로는').inputValue()).toBe('audience')
    await checkScreen(page, 'editor-term')
    await page.getByRole('button', { name: '내 용어집에 넣기' }).click()
    await page.getByText('내 용어집에 넣었어요.').waitFor()
    expect(kept).toEqual([{ put: [{ english: 'audience', korean: '관객' }], remove: [] }])
  })

  it('asks the model again with a wish, says the allowance first, and takes a version with one key, of which touch screens hear nothing', async () => {
    const server = editorServer()
    const asked: unknown[] = []
    screens.site.config = { ...screens.site.config, processing: { model: { geography: 'global' }, optedOut: false } }
    const askAgain: Answers['askAgain'] = ({ body }) => {
      asked.push({ body, saved: server.korean('s1') })
      const versions = ['질문 하나면 이야기가 시작돼요.', '이야기는 질문에서 나와요.'].map(korean => [
        { id: 's1', korean },
        { id: 's2', korean: '제 질문이에요.' },
      ])
      return asked.length === 1 ? { versions, left: 18 } : new Refusal('ASK_UNANSWERED')
    }
    const { page, context, leave } = await screens.visit(`/user/${KEY}`, { answers: { ...server.answers, askAgain } })
    await left(page, 2)
    await field(page).fill('막 고친 첫 문장이에요.')
    await page.keyboard.press('Alt+r')
    await page.getByText('다시 번역할 수 있는 문장이 22개 남았어요').waitFor()
    await page.keyboard.type('짧게')
    await page.getByLabel('몇 문장을').selectOption('2')
    await page.getByLabel('바라는 것').press('Enter')
    await page.getByRole('button', { name: '2번으로 바꾸기' }).waitFor()
    expect(asked).toEqual([{ body: { id: 's1', sentences: 2, wish: '짧게' }, saved: '막 고친 첫 문장이에요.' }])
    await checkScreen(page, 'editor-ask')
    const devices = await context.newCDPSession(page)
    await devices.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await page.getByText('숫자 키 1, 2로도 고를 수 있어요.').waitFor({ state: 'hidden' })
    await page.locator('.keys-button').waitFor({ state: 'hidden' })
    await devices.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await devices.detach()
    await page.getByText('숫자 키 1, 2로도 고를 수 있어요.').waitFor()
    await page.keyboard.press('2')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => field(page).inputValue()).toBe('이야기는 질문에서 나와요.')
    await page.locator('[data-id=s2]').getByText('제 질문이에요.').waitFor()
    await saved(page)
    await page.keyboard.press('Alt+r')
    await page.getByText('다시 번역할 수 있는 문장이 18개 남았어요').waitFor()
    await page.getByRole('button', { name: '다시 번역하기' }).click()
    await page.getByText('번역기가 답하지 않았어요. 남은 문장은 줄지 않았으니').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await leave()
    resetSite(screens.site)
  })

  it('shows what the translator was told, and looks for a corrected term in the subtitle', async () => {
    const { answers } = editorServer({ ...sampleProject(), brief: sampleBrief })
    const corrected: unknown[] = []
    const correctTerm: Answers['correctTerm'] = ({ body }) => {
      corrected.push(body)
      return { brief: { ...sampleBrief, terms: [{ english: 'audience', korean: '청중', others: ['사람들'] }] } }
    }
    const { page } = await screens.visit(`/user/${KEY}`, { answers: { ...answers, correctTerm } })
    await left(page, 2)
    await page.getByRole('button', { name: '더 보기' }).click()
    await page.getByRole('menuitem', { name: '영상 설명' }).click()
    await page.getByText('이야기가 어떻게 시작되는지').waitFor()
    await checkScreen(page, 'editor-brief')
    await page.getByLabel('audience').fill('청중')
    await page.getByLabel('audience').press('Enter')
    await page.locator('ins').getByText('청중이').waitFor()
    expect(corrected).toEqual([{ english: 'audience', korean: '청중' }])
    await page.getByRole('button', { name: '2곳 바꾸기' }).click()
    await page.locator('[data-id=s5]').getByText('그러다 청중이 조용해졌어요.').waitFor()
  })

  it('lets one sentence keep another speech level', async () => {
    const { page, korean } = await open()
    await field(page).fill('좋은 이야기는 질문에서 시작해.')
    await left(page, 3)
    await page.getByRole('button', { name: '문장 메뉴' }).click()
    await page.getByRole('menuitem', { name: '줄바꿈과 말투' }).click()
    await page.getByLabel('이 문장의 말투').selectOption('반말')
    await left(page, 2)
    await saved(page)
    expect(korean('s1')).toBe('좋은 이야기는 질문에서 시작해.')
  })

  it('drags the edge of a cue over the sound, to the nearest word, or past it with Shift', async () => {
    const { page, korean } = await open()
    await page.setInputFiles('input[type=file]', HELLO)
    await waitForWaveform(page)
    const edge = page.getByRole('slider', { name: '자막 시작' })
    const { words } = projectView.parse(sampleProject()).machine
    const target = words[1]?.[1] ?? 0
    const drag = async (toMs: number) => {
      const [from, to] = await Promise.all(['aria-valuemin', 'aria-valuemax'].map(name => edge.getAttribute(name)))
      const box = await page.locator('.timeline-box').boundingBox()
      const own = await edge.boundingBox()
      if (!box || !own) throw new Error('no timeline')
      const share = (toMs - Number(from)) / (Number(to) - Number(from))
      await page.mouse.move(own.x + own.width / 2, own.y + own.height / 2)
      await page.mouse.down()
      await page.mouse.move(box.x + share * box.width, own.y + own.height / 2, { steps: 5 })
      await page.mouse.up()
    }
    await drag(target - 70)
    await expect.poll(() => momentOf(edge)).toBe(target)
    await saved(page)
    await page.keyboard.down('Shift')
    await drag(target + 300)
    await page.keyboard.up('Shift')
    await expect.poll(() => momentOf(edge)).toBeGreaterThan(target + 250)
    expect(words.map(([, startMs]) => startMs)).not.toContain(await momentOf(edge))
    await page.keyboard.press('Control+z')
    await expect.poll(() => momentOf(edge)).toBe(target)
    await saved(page)
    expect(korean('s1')).toBe('좋은 이야기는 언제나 질문에서 시작해요.')
  })

  it('lays the cues over a local video without uploading it, over another one that is chosen, and over none if it cannot be played', async () => {
    const { page } = await open()
    // The page's last request follows the first view.
    await expect.poll(() => screens.site.calls.some(({ route }) => route === 'listArchive')).toBe(true)
    // The loudness of the sound is stored once it is measured; the sound itself is not sent.
    const sent = () => screens.site.calls.filter(({ route }) => route !== 'storePeaks').map(({ route }) => route)
    const before = sent()
    await page.setInputFiles('input[type=file]', HELLO)
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1)
    await expect.poll(() => focused(page)).toBe('다른 영상 열기')
    await page.waitForFunction(() => Math.abs((document.querySelector('video')?.currentTime ?? 0) - 0.4) < 0.05)
    await page.locator('.stage').getByText('언제나 질문에서 시작해요').waitFor()
    expect(sent()).toEqual(before)
    await waitForWaveform(page)
    for (const [width, height] of [
      [360, 740],
      [1280, 800],
      [1920, 1080],
      [1920, 520],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect
        .poll(() => page.evaluate(cueOnPicture))
        .toEqual({
          ...{ inPicture: true, bars: 0 },
          ...{ color: 'rgb(255, 255, 255)', fontWeight: '700' },
        })
    }
    await checkScreen(page, 'editor-video')
    const shown = () => page.evaluate(() => document.querySelector('video')?.src)
    const first = await shown()
    await page.getByLabel('다른 영상 열기').setInputFiles(SKY)
    await expect.poll(shown).not.toBe(first)
    await page.waitForFunction(() => (document.querySelector('video')?.duration ?? 0) > 50)
    const broken = { name: 'x.mp4', mimeType: 'video/mp4', buffer: Buffer.from('x') }
    await page.getByLabel('다른 영상 열기').setInputFiles(broken)
    await page.getByText('이 브라우저에서 재생할 수 없는 영상이에요.').waitFor()
    await page.getByRole('button', { name: '다음 자막' }).click()
    await page.locator('.stage .caption').waitFor()
    expect(sent()).toEqual(before)
  })

  it('asks YouTube for nothing until somebody wants to see it there, and then in its frame without cookies', async () => {
    const { answers } = editorServer()
    const readEntry = () => sampleEntry(KEY, { type: 'youtube', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' })
    const asked: string[] = []
    let isReachable = false
    const { page } = await screens.visit(`/user/${KEY}`, {
      answers: { ...answers, readEntry },
      before: async page => {
        await page.route('https://www.youtube-nocookie.com/**', route => {
          asked.push(new URL(route.request().url()).pathname)
          return route.fulfill({ contentType: 'text/html', body: '<p>player</p>' })
        })
        await page.route('https://i.ytimg.com/**', route => {
          asked.push(new URL(route.request().url()).pathname)
          return isReachable ? route.fulfill({ path: PICTURE }) : route.abort()
        })
      },
    })
    await left(page, 2)
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'YouTube에서 보기' }).click()
    await page.getByText('YouTube에 연결하지 못했어요.').waitFor()
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    isReachable = true
    await page.getByRole('button', { name: 'YouTube에서 보기' }).click()
    await page.frameLocator('iframe').getByText('player').waitFor()
    expect(asked).toEqual(['/vi/dQw4w9WgXcQ/default.jpg', '/vi/dQw4w9WgXcQ/default.jpg', '/embed/dQw4w9WgXcQ'])
  })

  it('leads back when the subtitle does not exist yet', async () => {
    const { answers } = editorServer()
    const unfinished: Answers = { ...answers, readProject: () => new Refusal('NO_SUBTITLE') }
    const { page } = await screens.visit(`/user/${KEY}`, { answers: unfinished })
    await page.getByText('자막이 아직 없어요. 완성되면 보관함에서 볼 수 있어요.').waitFor()
    await checkScreen(page, 'review-none')
  })

  it('draws only the sentences in sight of four hours', async () => {
    const { answers } = editorServer(sampleProject(4000))
    const { page } = await screens.visit(`/user/${KEY}`, { answers })
    await page.locator('.sentence').first().waitFor()
    await expect.poll(() => page.locator('.sentence').count()).toBeLessThan(40)
    // The editor scrolls to its first sentence, too, and measured rows change the list's height.
    await expect
      .poll(async () => {
        await page.locator('.sentences').evaluate(list => list.scrollTo(0, list.scrollHeight))
        return page.locator('[aria-posinset="4000"]').isVisible()
      })
      .toBe(true)
  })
})

describe('edits of a review', () => {
  it('survive a reload that comes before they are saved, and wait for the network if there is none', async () => {
    const server = editorServer()
    server.state.reachable = false
    const { page, context } = await screens.visit(`/user/${KEY}`, { answers: server.answers })
    await left(page, 2)
    await field(page).fill('다시 쓴 첫 문장이에요.')
    await page.locator('[data-save=offline]').waitFor()
    server.state.reachable = true
    await page.reload()
    await saved(page)
    await expect.poll(() => field(page).inputValue()).toBe('다시 쓴 첫 문장이에요.')
    await page.waitForFunction(() => Object.keys(localStorage).every(key => !key.startsWith('jamak.edits.')))
    expect(server.korean('s1')).toBe('다시 쓴 첫 문장이에요.')
    await context.setOffline(true)
    await field(page).fill('연결이 없을 때 쓴 문장이에요.')
    await page.locator('[data-save=offline]').waitFor()
    await context.setOffline(false)
    await saved(page)
    expect(server.korean('s1')).toBe('연결이 없을 때 쓴 문장이에요.')
  })

  it('of two tabs are merged, and both texts are shown where they meet', async () => {
    const { page, context, ...server } = await open()
    const other = await context.newPage()
    await other.goto(page.url())
    await left(other, 2)
    await other.locator('[data-id=s5]').click()
    await field(other).fill('그러다 모두 조용해졌어요.')
    await saved(other)
    await expect.poll(() => server.korean('s5')).toBe('그러다 모두 조용해졌어요.')
    await field(page).fill('좋은 이야기는 질문에서 나와요.')
    await page.locator('[data-id=s5]').getByText('그러다 모두 조용해졌어요.').waitFor()
    await other.locator('[data-id=s1]').click()
    await field(other).fill('다른 창의 첫 문장이에요.')
    const popup = other.getByRole('dialog', { name: '다른 곳에서도 고쳤어요' })
    await popup.getByText('좋은 이야기는 질문에서 나와요.').waitFor()
    await popup.getByText('다른 창의 첫 문장이에요.').waitFor()
    await checkScreen(other, 'editor-conflict')
    // Whoever leaves without choosing loses nothing and is asked again.
    await popup.getByRole('link', { name: '나중에 고르기' }).click()
    await other.waitForURL(/\/user$/)
    await other.goBack()
    await popup.getByText('다른 창의 첫 문장이에요.').waitFor()
    await popup.getByRole('button', { name: '여기서 고친 것: 이것으로 쓰기' }).click()
    await expect.poll(() => server.korean('s1')).toBe('다른 창의 첫 문장이에요.')
  })
})
