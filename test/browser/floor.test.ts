import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { editorServer, KEY } from '../support/editor-server.ts'
import { sampleMe } from '../support/sample-data.ts'
import { setUpScreens } from '../support/screens.ts'
import { chooseFiles, HELLO } from '../support/upload-form.ts'
import { waitForWaveform } from '../support/waveform.ts'

const KAKAO =
  'Mozilla/5.0 (Linux; Android 14; SM-S921N; wv) AppleWebKit/537.36 Version/4.0 Chrome/124.0.0.0 Mobile Safari/537.36;KAKAOTALK 2410670'
const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 330.0.0.40'

const screens = await setUpScreens()

const named = (agent: string) => (page: Page) =>
  page.addInitScript(name => Object.defineProperty(navigator, 'userAgent', { get: () => name }), agent)
const signIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: '로그인' }).click()

describe('a browser inside an app', () => {
  it('offers the phone’s own browser in place of Google’s button, with the page that was open', async () => {
    const { page } = await screens.visit('/?link=x', { member: false, viewport: PHONE, before: named(KAKAO) })
    await signIn(page)
    const link = page.getByRole('link', { name: '다른 브라우저에서 열기' })
    const address = encodeURIComponent(`${screens.site.origin}/?link=x`)
    await expect.poll(() => link.getAttribute('href')).toBe(`kakaotalk://web/openExternal?url=${address}`)
    await expect.poll(() => page.getByRole('button', { name: 'Google로 계속하기' }).count()).toBe(0)
    await page.getByRole('button', { name: '카카오로 계속하기' }).waitFor()
  })

  it('explains the app’s menu if no link opens the phone’s own browser', async () => {
    const { page } = await screens.visit('/', { member: false, viewport: PHONE, before: named(INSTAGRAM) })
    await signIn(page)
    await page.getByText('‘Safari로 열기’ 또는 ‘브라우저에서 열기’를 눌러 주세요.').waitFor()
    await page.getByRole('button', { name: '주소 복사' }).waitFor()
  })
})

it('an unsupported browser gets instructions for an update, and opens the page anyway on request', async () => {
  const before = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(window, 'CompressionStream'))
  const { page } = await screens.visit('/help?a=b', { member: false, before })
  await page.getByRole('heading', { name: '브라우저를 업데이트해 주세요' }).waitFor()
  await expect
    .poll(() => page.getByLabel('새 브라우저에 이 주소를').inputValue())
    .toBe(`${screens.site.origin}/help?a=b`)
  await page.getByRole('link', { name: '그래도 열어 보기' }).click()
  await page.getByRole('heading', { name: '도움말' }).waitFor()
  expect(page.url()).toBe(`${screens.site.origin}/help?a=b`)
})

describe('a browser that stores no blobs', () => {
  const poor = { me: () => ({ ...sampleMe, token: 1 }) }
  const refuse = (what: 'blobs' | 'everything') => (page: Page) =>
    page.addInitScript(refused => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (value, key) {
        const hasBlob = (each: unknown): boolean =>
          each instanceof Blob || (typeof each === 'object' && each !== null && Object.values(each).some(hasBlob))
        if (refused === 'everything' || hasBlob(value)) throw new DOMException('BlobURLs are not yet supported')
        return put.call(this, value, key)
      }
    }, what)
  const buy = async (page: Page) => {
    await chooseFiles(page, HELLO)
    await page.getByRole('button', { name: '충전하러 가기' }).click()
    await page.getByRole('heading', { name: '토큰 충전' }).waitFor()
  }

  it('keeps the video as bytes during the payment', async () => {
    const { page } = await screens.visit('/', { answers: poor, before: refuse('blobs') })
    await buy(page)
    await page.getByText('보관해 둔 파일이나 링크가 있어요.').waitFor()
    screens.site.answers.me = () => sampleMe
    await page.goto(`${screens.site.origin}/`)
    await page.getByRole('button', { name: '토큰 4개로 자막 만들기' }).waitFor()
  })

  it('reaches the payment even if it keeps nothing, and says that the file must be chosen again', async () => {
    const { page } = await screens.visit('/', { answers: poor, before: refuse('everything') })
    await buy(page)
    await page.getByText('충전한 뒤에 같은 파일을 다시 골라 주세요.').waitFor()
  })
})

describe('the editor', () => {
  const { answers } = editorServer()

  const spoil = {
    decoder: () => Reflect.deleteProperty(window, 'AudioDecoder'),
    context: () =>
      Object.assign(BaseAudioContext.prototype, { decodeAudioData: () => Promise.reject(new Error('not this codec')) }),
  }

  it.each(['decoder', 'context'] as const)('draws the waveform in a browser without an audio %s', async missing => {
    const before = (page: Page) => page.addInitScript(spoil[missing])
    const { page } = await screens.visit(`/user/${KEY}`, { answers, before })
    await page.setInputFiles('input[type=file]', HELLO)
    await waitForWaveform(page)
  })

  it('says that it cannot draw the waveform if the browser decodes no sound', async () => {
    const before = (page: Page) => Promise.all([page.addInitScript(spoil.decoder), page.addInitScript(spoil.context)])
    const { page } = await screens.visit(`/user/${KEY}`, { answers, before })
    await page.setInputFiles('input[type=file]', HELLO)
    await page.getByText('이 브라우저에서는 파형을 그리지 못했어요.').waitFor()
  })

  it('pans with one finger, zooms with two, moves a sentence only after a long press, and has no field that iOS would zoom into', async () => {
    const { page, context } = await screens.visit(`/user/${KEY}`, { answers, viewport: PHONE })
    const touch = await context.newCDPSession(page)
    const timeline = page.locator('.timeline')
    const own = page.locator('.timeline-cue[data-own]').first()
    const range = async () => {
      const [from, to] = await Promise.all([timeline.getAttribute('data-from'), timeline.getAttribute('data-to')])
      return { from: Number(from), length: Number(to) - Number(from) }
    }
    await own.waitFor()
    const first = await range()
    const at = await own.boundingBox()
    const [x, y] = [(at?.x ?? 0) + 20, (at?.y ?? 0) + 10]

    await finger(touch, [{ x: x + 150, y }], [{ x, y }])
    await expect.poll(async () => (await range()).from).toBeGreaterThan(first.from + 500)
    await expect.poll(async () => (await range()).length).toBe(first.length)
    await finger(touch, [{ x, y }], [{ x: x + 150, y }])

    await finger(
      touch,
      [
        { x: 100, y },
        { x: 260, y },
      ],
      [
        { x: 150, y },
        { x: 210, y },
      ],
    )
    await expect.poll(async () => (await range()).length).toBeGreaterThan(first.length)
    expect(screens.site.calls.filter(({ route }) => route === 'saveEdits')).toEqual([])

    const start = await own.boundingBox()
    const held = { x: (start?.x ?? 0) + (start?.width ?? 0) / 2, y }
    await finger(touch, [held], [{ ...held, x: held.x + 60 }], () => page.locator('.timeline-cue[data-drag]').waitFor())
    await expect.poll(() => screens.site.calls.some(({ route }) => route === 'saveEdits')).toBe(true)
    const sizes = await page
      .locator('input:not([type=file], [type=range], [type=checkbox]), textarea, select')
      .evaluateAll(fields => fields.map(field => Number.parseFloat(getComputedStyle(field).fontSize)))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
  })
})

type Place = { x: number; y: number }

/** Puts fingers down, waits for `held`, and moves them in ten steps from their first positions to their last. */
async function finger(
  session: CDPSession,
  from: readonly Place[],
  to: readonly Place[],
  held?: () => Promise<void>,
): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [...from])
  await held?.()
  for (let step = 1; step <= 10; step += 1)
    await send(
      'touchMove',
      from.map(({ x, y }, i) => ({ x: x + (((to[i]?.x ?? x) - x) * step) / 10, y })),
    )
  await send('touchEnd', [])
}
