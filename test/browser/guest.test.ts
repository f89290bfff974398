import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { goWithinPage, PHONE } from '../support/browser.ts'
import { memberStorage, sampleToken } from '../support/member-storage.ts'
import { sampleMe } from '../support/sample-data.ts'
import { checkScreen, type Screens, setUpScreens } from '../support/screens.ts'
import { sendJson, textOf } from '../support/stand-in.ts'
import { SKY } from '../support/upload-form.ts'

const MEDIA = join(import.meta.dirname, '../fixtures/media')

const screens = await setUpScreens()

/** Runs in the page: on how many lines the text of each element is. */
function countLines(selectors: readonly string[]): number[] {
  return selectors.map(selector => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector(selector) ?? document.body)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
}

/** Marks the headings of the document before the scripts take over. */
const markBuiltHeadings = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive')
        for (const each of document.querySelectorAll('main :is(h1, h2)')) each.setAttribute('data-built', '')
    }),
  )

/** Expects the scripts, once they have filled in the company, to have replaced no heading of the document. */
async function expectHeadingsAsBuilt(page: Page): Promise<void> {
  await page.getByRole('main').getByText('help@example.com').first().waitFor({ state: 'attached' })
  await page.locator('h2[data-built]').first().waitFor()
  await expect.poll(() => page.locator('main :is(h1, h2):not([data-built])').count()).toBe(0)
}

async function expectOneTitle(page: Page): Promise<void> {
  await expect.poll(() => page.locator('head title').count()).toBe(1)
  await expect.poll(() => page.title()).toMatch(/ [|] Jamak 자막$/)
}

describe('the guests’ page', () => {
  it('shows a tagline, a sample, which stays still for users who want less motion, the prices and a sign-in button, but no test payment that the deployment does not allow', async () => {
    const { page } = await screens.visit('/', { member: false })
    await page.getByText('번역된 자막을 쉽고 빠르게 확인하세요').waitFor()
    await page.getByRole('heading', { name: '내 영상은 얼마일까요?' }).waitFor()
    await page.getByText('오는 동안 파란빛은 거의 흩어지고').first().waitFor()
    await page.getByText('읽기 편한 자막 100%').waitFor()
    await page.getByText('100,000원').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '로그인' }).count()).toBe(1)
    await page.getByText('help@example.com').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '결제 테스트' }).count()).toBe(0)
    await checkScreen(page, 'home-guest')
    await expect.poll(() => page.locator('video').isHidden()).toBe(true)
    await expectOneTitle(page)
  })

  it('plays the sample muted under Korean captions, and with sound from the beginning on request', async () => {
    const before = (page: Page) => page.emulateMedia({ reducedMotion: 'no-preference' })
    const { page } = await screens.visit('/', { member: false, before })
    const film = page.locator('video')
    const time = () => film.evaluate((each: HTMLVideoElement) => each.currentTime)
    await expect.poll(time).toBeGreaterThan(0)
    await expect.poll(() => film.evaluate((each: HTMLVideoElement) => each.muted)).toBe(true)
    const caption = page.locator('.sample-caption')
    await caption.getByText('맑은 날').waitFor()
    await page.getByRole('button', { name: '소리 켜고 처음부터' }).click()
    await expect.poll(() => film.evaluate((each: HTMLVideoElement) => each.muted)).toBe(false)
    await page.locator('.sample-lines [aria-current]', { hasText: '맑은 날 하늘을 올려다보세요' }).waitFor()
    await film.evaluate((each: HTMLVideoElement) => {
      each.currentTime = 40
    })
    const spoken = page.locator('.sample-lines [aria-current]')
    await expect.poll(() => spoken.evaluate(each => each.parentElement?.scrollTop)).toBeGreaterThan(200)
    await film.evaluate((each: HTMLVideoElement) => each.pause())
    expect(await (await page.request.get(`${screens.site.origin}/sample/sky.srt`)).text()).toContain(
      '하늘은 왜 파랄까요?',
    )
    await checkScreen(page, 'home-guest-playing')
  })

  it('shows the price of a link or a file before sign-in, with its button in view on a phone', async () => {
    const answers = { priceYoutube: () => ({ title: 'A talk', durationSeconds: 754 }) }
    const { page } = await screens.visit('/', { member: false, answers, viewport: PHONE })
    await page.getByRole('textbox', { name: 'YouTube 링크' }).fill('https://youtu.be/dQw4w9WgXcQ')
    await page.keyboard.press('Enter')
    const start = page.getByRole('button', { name: '이 영상으로 시작하기' })
    await expect
      .poll(() => start.evaluate(each => each.getBoundingClientRect().bottom <= window.innerHeight))
      .toBe(true)
    await page.getByText('12분 34초 영상은 토큰 125개, 6,250원이에요.').waitFor()
    await page.getByText('처음 드리는 토큰 200개로 만들 수 있어요.').waitFor()
    const file = page.getByLabel('MP4 파일 고르기')
    await file.setInputFiles(SKY)
    await page.getByText('54초 영상은 토큰 9개, 450원이에요.').waitFor()
    await file.setInputFiles(join(MEDIA, 'no-audio.mp4'))
    await page.getByText('영상에 소리가 없어요.').waitFor()
    await page.getByRole('textbox', { name: 'YouTube 링크' }).fill('not a link')
    await page.getByRole('button', { name: '가격 보기' }).click()
    const error = page.getByText('YouTube 링크를 확인해 주세요.')
    await error.waitFor()
    await expect.poll(() => error.evaluate(each => getComputedStyle(each).color)).toBe('rgb(201, 42, 30)')
    await page.getByRole('textbox', { name: 'YouTube 링크' }).and(page.locator('[aria-invalid=true]')).waitFor()
    expect(screens.site.calls.map(({ route }) => route)).toEqual(['priceYoutube'])
    expect(screens.site.calls[0]?.headers.authorization).toBeUndefined()
    await checkScreen(page, 'home-guest-price')
  })

  it('keeps the link whose price was shown during the sign-in; the sign-in dialog links the terms and the privacy policy and states the age limit', async () => {
    const answers = { priceYoutube: () => ({ title: 'A talk', durationSeconds: 754 }) }
    const { page } = await screens.visit('/', { member: false, answers })
    await page.getByRole('textbox', { name: 'YouTube 링크' }).fill('https://youtu.be/dQw4w9WgXcQ')
    await page.getByRole('button', { name: '가격 보기' }).click()
    await page.getByText('12분 34초 영상은').waitFor()
    screens.site.foreign = () => false
    await page.getByRole('button', { name: '이 영상으로 시작하기' }).click()
    const dialog = page.getByRole('dialog', { name: '로그인' })
    await dialog.getByText('만 14세 미만은').waitFor()
    await dialog.getByText('토큰 200개는 이메일이 확인된 계정에 드려요.').waitFor()
    const addressOf = (name: string) => dialog.getByRole('link', { name }).getAttribute('href')
    await expect.poll(() => addressOf('이용약관')).toBe('/terms')
    await expect.poll(() => addressOf('개인정보처리방침')).toBe('/privacy')
    await dialog.getByRole('button', { name: 'Google로 계속하기' }).click()
    await page.waitForURL(address => address.origin === screens.site.foreignOrigin)
    await page.goto(`${screens.site.origin}/robots.txt`)
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('jamak.return-to')))
      .toBe('/?link=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ')
    await page.goBack()
    await page.goBack()
    await page.getByText('12분 34초 영상은').waitFor()
  })

  it('keeps the chosen file over the sign-in', async () => {
    const { page } = await screens.visit('/', { member: false, before: async () => {} })
    await page.getByLabel('MP4 파일 고르기').setInputFiles(SKY)
    await page.getByRole('button', { name: '이 영상으로 시작하기' }).click()
    await page.getByRole('dialog').getByText('로그인하면 이 영상으로 바로 이어져요.').waitFor()
    await page.evaluate(entries => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
    }, memberStorage())
    await page.goto(`${screens.site.origin}/?way=file`)
    const popup = page.getByRole('dialog', { name: '업로드 확인' })
    await popup.getByText('sky.mp4').waitFor()
    await popup.getByText('보관해 둔 영상이에요.').waitFor()
  })

  it('prompts to log in at every members’ address, without requesting any data of members', async () => {
    const { page } = await screens.visit('/user', { member: false })
    await page.getByRole('heading', { name: '로그인하고 시작해 보세요' }).waitFor()
    await page.getByRole('button', { name: 'Google로 계속하기' }).waitFor()
    await expect.poll(() => page.getByRole('banner').getByRole('button').count()).toBe(0)
    await checkScreen(page, 'login-prompt')
    for (const path of [
      '/user/terms',
      '/user/20260314140926',
      '/addtoken',
      '/checkout?package=tokens-430',
      '/account',
      '/success',
      '/fail',
    ]) {
      await goWithinPage(page, path)
      await page.getByRole('heading', { name: '로그인하고 시작해 보세요' }).waitFor()
    }
    expect(screens.site.calls).toEqual([])
  })

  it.each([
    [
      '/terms',
      '이용약관',
      'terms',
      [
        '올린 영상은 3일 동안 보관한 뒤 자동으로 지웁니다.',
        '만든 자막은 언제든지 다운로드할 수 있습니다.',
        '토큰은 환불되지 않습니다. 다만 법이 청약철회를 인정하는 경우',
        '회원이 이 약관을 어기면 이용을 제한하거나 회원 자격을 없앨 수 있습니다.',
        '적용일 7일 전부터',
        '토큰과 이용 요금',
      ],
    ],
    [
      '/Privacy/',
      '개인정보처리방침',
      'privacy',
      [
        '만 14세 미만인 사람의 개인정보는 법정대리인의 동의를 받아',
        'Amazon Web Services, Inc.',
        '토스페이먼츠 주식회사',
        '개인정보 보호책임자',
      ],
    ],
  ] as const)(
    'opens %s, revised 2024-09-19, to everybody, with what the specification and the law require, and keeps the text that the build rendered',
    async (path, heading, name, sentences) => {
      const { page } = await screens.visit(path, { member: false, before: markBuiltHeadings })
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await page.getByText('2024년 9월 19일 개정').waitFor()
      for (const sentence of sentences) await page.getByText(sentence).first().waitFor()
      await expect.poll(() => page.title()).toBe(`${heading} | Jamak 자막`)
      await expectOneTitle(page)
      await expectHeadingsAsBuilt(page)
      await checkScreen(page, name)
    },
  )

  it('answers users’ questions at /help, opens a question by its address, and keeps the text that the build rendered', async () => {
    const { page } = await screens.visit('/help#rules', { member: false, before: markBuiltHeadings })
    const rules = page.getByRole('heading', { name: '‘읽기 편한 자막’은 무엇을 나타내나요?' })
    await rules.waitFor()
    await expect.poll(async () => (await rules.boundingBox())?.y).toBeLessThan(300)
    await page.getByText('1초에 12자를 넘지 않아요.').waitFor()
    for (const asked of [
      '어떤 영상을',
      'YouTube 영상도',
      '얼마나 정확',
      '자막 편집은',
      '토큰은 어떻게 되나요',
      '누가 보나요',
    ])
      await page.getByRole('heading', { name: asked }).waitFor()
    await expect.poll(() => page.title()).toBe('도움말 | Jamak 자막')
    await expectHeadingsAsBuilt(page)
    await checkScreen(page, 'help')
    await page.getByRole('searchbox').fill('환불')
    await page.getByText('산 날부터 7일 안에 전액 환불해 드려요.').waitFor()
    await expect.poll(() => page.getByRole('heading', { name: '얼마나 정확' }).isVisible()).toBe(false)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('heading', { name: '얼마나 정확' }).waitFor()
    await page.getByRole('contentinfo').getByRole('link', { name: '도움말' }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('')
  })

  it('links to the home page from an unknown address, and shows company, terms and privacy policy in its footer', async () => {
    const { page } = await screens.visit('/nowhere', { member: false })
    await page.getByRole('heading', { name: '페이지를 찾을 수 없어요' }).waitFor()
    await expectOneTitle(page)
    await checkScreen(page, 'not-found')
    const footer = page.getByRole('contentinfo')
    await footer.getByText('help@example.com').waitFor()
    await footer.getByRole('link', { name: '사업자정보 확인' }).waitFor()
    await page.getByRole('link', { name: '처음으로' }).click()
    await page.getByRole('heading', { name: '영어 영상에 한국어 자막을 달아 드려요' }).waitFor()
    await footer.getByRole('link', { name: '이용약관' }).click()
    await page.getByRole('heading', { name: '이용약관', level: 1 }).waitFor()
  })

  it('keeps the chosen colour mode after a reload', async () => {
    const { page } = await screens.visit('/', { member: false })
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await expect.poll(() => background()).toBe('rgb(255, 255, 255)')
    await page.getByRole('button', { name: '어둡게' }).click()
    await expect.poll(() => background()).toBe('rgb(17, 19, 22)')
    await page.reload()
    await expect.poll(() => background()).toBe('rgb(17, 19, 22)')
    await page.getByRole('button', { name: '시스템' }).click()
    await expect.poll(() => background()).toBe('rgb(255, 255, 255)')
  })

  it('says in one line what practice on a local cloud shows, and hides it for good once closed; the test payment button fits a phone’s header', async () => {
    screens.site.config.engines = {
      speech: 'rehearsal',
      translation: 'rehearsal',
      notice: '예시 영상은 미리 기록한 자막을, 다른 영상은 연습용 문장을 보여 드려요.',
    }
    const { page } = await screens.visit('/', { member: false })
    const banner = page.getByRole('region', { name: '안내' })
    await banner.getByText('연습 모드예요. 예시 영상은 미리 기록한 자막을').waitFor()
    expect((await banner.boundingBox())?.height).toBeLessThan(50)
    await checkScreen(page, 'engine-notice')
    await banner.getByRole('button', { name: '연습 모드 안내 닫기' }).click()
    await expect.poll(() => banner.innerText()).toBe('')
    screens.site.config.testPay = true
    await page.setViewportSize(PHONE)
    await page.reload()
    await page.getByRole('button', { name: '결제 테스트' }).waitFor()
    const single = ['.logo span', '.header-end .button', '.header-end .button + .button']
    await expect.poll(() => page.evaluate(countLines, single)).toEqual([1, 1, 1])
    await page.waitForLoadState('networkidle')
    await expect.poll(() => banner.innerText()).toBe('')
  })
})

describe('a sign-in', () => {
  const hosted = (code = 'code-1') =>
    (async (request, url, response) => {
      if (url.pathname === '/oauth2/authorize') {
        const back = new URL(url.searchParams.get('redirect_uri') ?? '')
        back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }).toString()
        response.writeHead(302, { location: back.href }).end()
        return true
      }
      if (url.pathname === '/oauth2/token') {
        const body = new URLSearchParams(await textOf(request))
        if (body.get('code') !== 'code-1') sendJson(response, 400, { error: 'invalid_grant' })
        else sendJson(response, 200, { access_token: sampleToken(), refresh_token: 'r', expires_in: 3600 })
        return true
      }
      if (url.pathname === '/logout') {
        response.writeHead(302, { location: url.searchParams.get('logout_uri') ?? '' }).end()
        return true
      }
      return false
    }) satisfies NonNullable<Screens['site']['foreign']>

  const listArchive = () => ({ entries: [], page: 1, pages: 0, total: 0 })

  it.each([
    ['with the tokens given', {}, '반가워요. 토큰 200개를 드렸어요.'],
    [
      'with the way to the tokens without an email address',
      { email: undefined, token: 0, giftDue: 200 },
      '반가워요. 이메일을 확인하면 토큰 200개를 드려요.',
    ],
  ])('returns to the page where it started and greets new users %s', async (_, changes, greeting) => {
    screens.site.foreign = hosted()
    const answers = { openSession: () => ({ ...sampleMe, ...changes, created: true }), listArchive }
    const { page } = await screens.visit('/user', { member: false, answers })
    await page.getByRole('main').getByRole('button', { name: 'Google로 계속하기' }).click()
    await page.getByText(greeting).waitFor()
    await page.getByText('아직 자막이 없어요. 첫 영상을 올려 보세요.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/user')
    expect(screens.site.calls.filter(({ route }) => route === 'openSession')).toHaveLength(1)
    expect(screens.site.calls[0]?.headers.authorization).toBe(`Bearer ${sampleToken()}`)
  })

  it('reports a failure and offers a retry', async () => {
    screens.site.foreign = hosted('wrong')
    const { page } = await screens.visit('/user', { member: false })
    await page.getByRole('main').getByRole('button', { name: 'Google로 계속하기' }).click()
    await page.getByRole('heading', { name: '로그인하지 못했어요' }).waitFor()
    await checkScreen(page, 'sign-in-failed')
  })

  it('rejects a code that this browser did not request', async () => {
    screens.site.foreign = hosted()
    const { page } = await screens.visit('/signed-in?code=code-1&state=forged', { member: false })
    await page.getByRole('heading', { name: '로그인하지 못했어요' }).waitFor()
    expect(screens.site.calls).toEqual([])
  })

  it('ends with a sign-out that closes the session, deletes tokens and stored video from the browser, and returns to the home page', async () => {
    screens.site.foreign = hosted()
    const storage = { 'jamak.unfinished-uploads': '[]', 'jamak.register': 'banmal' }
    const { page } = await screens.visit('/user', { answers: { listArchive }, storage })
    await page.evaluate(
      () =>
        new Promise(resolve => {
          const opening = indexedDB.open('jamak', 1)
          opening.onupgradeneeded = () => opening.result.createObjectStore('kept')
          opening.onsuccess = () => {
            opening.result.close()
            resolve(undefined)
          }
        }),
    )
    await page.getByRole('button', { name: '민지 내 메뉴' }).click()
    await page.getByRole('menuitem', { name: '로그아웃' }).click()
    await page.waitForURL(address => address.pathname === '/')
    await page.getByRole('banner').getByRole('button', { name: '로그인' }).waitFor()
    expect(screens.site.calls.some(({ route }) => route === 'closeSession')).toBe(true)
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
    await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0)
  })

  it('continues if the sign-out fails, and the page reports the failure', async () => {
    const { page } = await screens.visit('/user', { answers: { listArchive } })
    await page.getByRole('heading', { name: '내 보관함' }).waitFor()
    await page.evaluate(() => {
      Storage.prototype.removeItem = () => {
        throw new Error('the browser keeps what it has')
      }
    })
    await page.getByRole('button', { name: '민지 내 메뉴' }).click()
    await page.getByRole('menuitem', { name: '로그아웃' }).click()
    await page.getByText('로그아웃하지 못했어요.').waitFor()
  })

  it('renews an expired token silently', async () => {
    screens.site.foreign = async (request, url, response) => {
      if (url.pathname !== '/oauth2/token') return false
      const body = new URLSearchParams(await textOf(request))
      expect(body.get('grant_type')).toBe('refresh_token')
      sendJson(response, 200, { access_token: sampleToken(), expires_in: 3600 })
      return true
    }
    const expired = { accessToken: sampleToken(), refreshToken: 'refresh', expiresAt: 1 }
    const storage = { 'jamak.local-tokens': JSON.stringify(expired), 'jamak.access-token': `1 ${sampleToken()}` }
    const { page } = await screens.visit('/', { storage })
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()
  })
})
