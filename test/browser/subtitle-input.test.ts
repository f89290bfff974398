import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { readEnglishSubtitle } from '#subtitle-engine'
import { encoded, MAC, swapped, utf16, WINDOWS } from '../../packages/subtitle-engine/test/cases/write.ts'
import { editorServer, KEY } from '../support/editor-server.ts'
import { sampleEntry, sampleMe } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import { Refusal } from '../support/stand-in.ts'
import { popup, SKY } from '../support/upload-form.ts'
import { waitForWaveform } from '../support/waveform.ts'

const screens = await setUpScreens()

const cue = (n: number, from: string, to: string, text: string) => `${n}\n${from} --> ${to}\n${text}\n`
const TALK = [
  cue(1, '00:01:00,000', '00:01:03,000', '- And this is the café that I told you about.'),
  cue(2, '00:02:28,000', '00:02:31,500', 'It is closed on Mondays.'),
].join('\n')
const SIGNS = [
  cue(1, '00:01:00,000', '00:01:03,000', 'ANNA: And it’s the café that I told you about…'),
  cue(2, '00:02:28,000', '00:02:31,500', 'TOM: “It is closed” — and that is it.'),
].join('\n')

async function choose(page: Page, content: string | Buffer, name = 'talk.en.srt'): Promise<void> {
  await page.getByRole('tab', { name: '영어 자막' }).click()
  await page.setInputFiles('input[accept^=".srt"]', { name, mimeType: '', buffer: Buffer.from(content) })
}

describe('an English subtitle on the upload screen', () => {
  it('shows its price before anything is sent, and becomes a card', async () => {
    const { page } = await screens.visit('/', {
      answers: {
        me: () => sampleMe,
        submitSubtitle: () => ({
          entry: sampleEntry(KEY, { type: 'subtitle', title: `${KEY}_talk.en.srt`, status: 'queued', is_srt: false }),
        }),
      },
    })
    await choose(page, Buffer.from(`\uFEFF${TALK}`, 'utf16le'))
    await popup(page).getByText('talk.en.srt').waitFor()
    await popup(page).getByText('첫 대사부터 마지막 대사까지 30초에 토큰 1개예요.', { exact: false }).waitFor()
    await popup(page).getByText('3개 · 쓰고 나면 197개').waitFor()
    await checkScreen(page, 'upload-subtitle-confirm')
    expect(screens.site.calls.some(({ route }) => route === 'submitSubtitle')).toBe(false)
    await page.getByRole('button', { name: '토큰 3개로 자막 만들기' }).click()
    await page.getByText('전송 완료').waitFor()
    const sent = screens.site.calls.find(({ route }) => route === 'submitSubtitle')
    expect(sent?.body).toMatchObject({ filename: 'talk.en.srt', text: expect.stringContaining('the café that') })
    await expect
      .poll(() => page.locator('.job-steps li').allTextContents())
      .toEqual(['보내기', '읽기', '번역', '마무리'])
    await checkScreen(page, 'upload-subtitle-sent')
  })

  it('reads old encodings as the server does, and lists what it left out', async () => {
    const { page } = await screens.visit('/', { answers: { me: () => sampleMe } })
    for (const [i, bytes] of [encoded(SIGNS, WINDOWS), encoded(SIGNS, MAC), utf16(SIGNS), swapped(SIGNS)].entries()) {
      await choose(page, Buffer.from(bytes))
      await popup(page).getByText('화자 이름 2개는 대사에서 뺐어요.').click()
      await popup(page).getByText('2번째 줄: ANNA').waitFor()
      await page.getByRole('button', { name: '토큰 3개로 자막 만들기' }).click()
      const sent = () => screens.site.calls.filter(({ route }) => route === 'submitSubtitle').map(({ body }) => body)
      await expect.poll(sent).toMatchObject(Array(i + 1).fill({ text: SIGNS }))
      expect(readEnglishSubtitle(SIGNS).transcript).toEqual(readEnglishSubtitle(bytes).transcript)
      await popup(page).getByRole('button', { name: '취소' }).click()
    }
  })

  it('shows the balance in the popup once the server returns it, however often it failed before', async () => {
    let failures = 0
    const me = () => {
      failures += 1
      return failures <= 3 ? new Refusal('INTERNAL') : sampleMe
    }
    const { page } = await screens.visit('/', { answers: { me }, before: page => page.clock.install() })
    await choose(page, TALK)
    await popup(page).getByText('쓰는 토큰').waitFor({ state: 'attached' })
    await expect
      .poll(async () => {
        await page.clock.runFor(2_000)
        return popup(page).getByText('3개 · 쓰고 나면 197개').count()
      })
      .toBe(1)
    await expect.poll(() => page.getByRole('button', { name: '토큰 3개로 자막 만들기' }).isEnabled()).toBe(true)
  })

  it('can be chosen with a keyboard, and is refused with the reason', async () => {
    const { page } = await screens.visit('/')
    await page.getByRole('tab', { name: 'YouTube 링크' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.getByText('여기에 영어 자막을 놓아 주세요').waitFor()
    await page.getByText('1분에 토큰 2개예요. 지금 가진 토큰이면 자막 1시간 40분 분량까지 번역할 수 있어요.').waitFor()
    await checkScreen(page, 'upload-subtitle')
    for (const [content, reason] of [
      [cue(1, '00:00:01,000', '00:00:03,000', '안녕하세요. 반가워요.'), '영어 자막이 아니에요.'],
      ['It is only a text.', '자막에 시간 정보가 없어요.'],
      ['', '자막에 대사가 없어요.'],
      [Buffer.from('89504e470d0a1a0a0000000d49484452000000', 'hex'), '그림 파일이에요.'],
      [cue(1, '00:00:01,000', '00:00:03,000', '[music]'), '자막에 대사가 없어요.'],
      [
        `${TALK}\n${cue(3, '06:01:30,000', '06:01:33,000', 'And this is the end.')}`,
        '6시간이 넘는 자막은 아직 번역하지 못해요.',
      ],
      [Buffer.alloc(2 * 1024 ** 2 + 1, 'a'), '자막 파일이 너무 커요.'],
    ] as const) {
      await choose(page, content)
      await page.getByText(reason).waitFor()
      await expect.poll(() => popup(page).count()).toBe(0)
    }
  })
})

describe('the editor of an English subtitle', () => {
  it('has no video until the user opens one, and shows its picture and waveform without sending it', async () => {
    const { answers } = editorServer()
    const readEntry = () =>
      sampleEntry(KEY, { type: 'subtitle', title: `${KEY}_talk.en.srt`, duration_seconds: 25, videoKept: false })
    const { page } = await screens.visit(`/user/${KEY}`, { answers: { ...answers, readEntry } })
    await page.getByRole('heading', { name: 'talk.en.srt' }).waitFor()
    await page.getByText('영상 파일 열기').waitFor()
    await expect.poll(() => page.locator('video').count()).toBe(0)
    // The page's last request follows the first view.
    await expect.poll(() => screens.site.calls.some(({ route }) => route === 'listArchive')).toBe(true)
    // The loudness of the sound is stored once it is measured; the sound itself is not sent.
    const sent = () => screens.site.calls.map(({ route }) => route).filter(route => route !== 'storePeaks')
    const before = sent()
    await page.setInputFiles('input[type=file]', SKY)
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
    await waitForWaveform(page)
    await page.getByRole('button', { name: '재생', exact: true }).click()
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
    await page.getByRole('button', { name: '멈춤', exact: true }).click()
    await page.getByLabel('재생 위치').fill('1000')
    await page.locator('.stage').getByText('언제나 질문에서 시작해요').waitFor()
    expect(sent()).toEqual(before)
    await checkScreen(page, 'review-subtitle-own-video')
  })
})
