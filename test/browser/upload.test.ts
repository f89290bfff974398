import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { sampleEntry, sampleMe } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import { type Answers, bytesOf, Refusal } from '../support/stand-in.ts'
import { acceptUploads, chooseFiles, HELLO, popup } from '../support/upload-form.ts'

const MEDIA = join(import.meta.dirname, '../fixtures/media')
/** Length of the sample. */
const HELLO_SECONDS = 25.28
const KEY = '20260314140926'

const screens = await setUpScreens()

/** The quote of a video with a picture. */
const quote = {
  thumbnail: '/sample/sky.webp',
  id: 'abcdefghijk',
  url: 'https://www.youtube.com/watch?v=abcdefghijk',
  title: 'How we built a subtitle service',
  durationSeconds: 3_725,
  tokens: 620,
  fetchable: true,
}
const submitYoutube = () => {
  const { url, title, durationSeconds } = quote
  const facts = { type: 'youtube', url, title: `${KEY}_${title}`, duration_seconds: durationSeconds } as const
  return { entry: sampleEntry(KEY, { ...facts, status: 'queued', is_srt: false }) }
}
const rich = () => ({ ...sampleMe, token: 1_000 })
const calls = (route: string) => screens.site.calls.filter(each => each.route === route)

/** Enters a link. The service quotes it as `quote`, unless `answers` contain another response. */
async function enterLink(answers: Answers) {
  const { page } = await screens.visit('/', { answers: { me: rich, quoteYoutube: () => quote, ...answers } })
  await page.getByRole('textbox', { name: 'YouTube 링크' }).fill('https://youtu.be/abcdefghijk')
  await page.keyboard.press('Enter')
  return page
}

/** Responses of a service that accepts uploads, and the list in which it collects what arrives. */
function store(): { received: Buffer[]; answers: Answers } {
  const { received, post } = acceptUploads(screens.site)
  return { received, answers: { submitVideo: () => ({ entry: sampleEntry(KEY, { status: 'uploading' }), post }) } }
}

describe('the upload screen', () => {
  it('shows the tagline and a switch with the YouTube link first', async () => {
    const { page } = await screens.visit('/')
    await page.getByRole('heading', { name: '번역된 자막을 쉽고 빠르게 확인하세요' }).waitFor()
    const tabs = page.getByRole('tab')
    await tabs.first().waitFor()
    await expect.poll(() => tabs.allTextContents()).toEqual(['YouTube 링크', '동영상 파일', '영어 자막'])
    await expect.poll(() => tabs.first().getAttribute('aria-selected')).toBe('true')
    await page.getByText('1분에 토큰 10개예요. 지금 가진 토큰이면 영상 20분까지 만들 수 있어요.').waitFor()
    await checkScreen(page, 'upload-youtube')
    await tabs.nth(1).click()
    await page.getByText('여기에 MP4 파일을 놓아 주세요').waitFor()
    await checkScreen(page, 'upload-file')
  })

  it('shows the operator’s notice in place of the forms while new videos are not accepted', async () => {
    const answers = { me: () => ({ ...sampleMe, notice: '점검하고 있어요. 오후 3시부터 다시 받을게요.' }) }
    const { page } = await screens.visit('/', { answers })
    await page.getByText('점검하고 있어요. 오후 3시부터 다시 받을게요.').waitFor()
    await page.getByRole('tab').first().waitFor({ state: 'detached' })
    await checkScreen(page, 'upload-stopped')
  })

  it('asks for an email address if the account has none', async () => {
    const { email: _, ...nameless } = sampleMe
    const answers: Answers = {
      me: () => nameless,
      requestEmailCode: () => ({}),
      confirmEmailCode: ({ body }) =>
        JSON.stringify(body).includes('123456') ? sampleMe : new Refusal('MAIL_CODE_WRONG'),
    }
    const { page } = await screens.visit('/', { answers })
    await page.getByRole('heading', { name: '어디로 알려 드릴까요?' }).waitFor()
    await checkScreen(page, 'upload-email')
    await page.getByRole('button', { name: '인증번호 받기' }).click()
    await page.getByText('이메일을 확인해 주세요.').waitFor()
    await page.getByLabel('이메일').fill('minji@example.com')
    await page.getByRole('button', { name: '인증번호 받기' }).click()
    await page.getByLabel('인증번호 6자리').fill('000000')
    await page.getByRole('button', { name: '확인', exact: true }).first().click()
    await page.getByText('인증번호가 맞지 않아요.').waitFor()
    await page.getByLabel('인증번호 6자리').fill('123456')
    await page.getByRole('button', { name: '확인', exact: true }).first().click()
    await page.getByText('이메일을 확인했어요.').waitFor()
  })

  it('stops asking for an email address once the user has declined', async () => {
    const { email: _, ...nameless } = sampleMe
    const { page } = await screens.visit('/', { answers: { me: () => nameless } })
    await page.getByRole('button', { name: '이메일 없이 쓸게요' }).click()
    await page.reload()
    await page.getByRole('link', { name: '보유 토큰 200개' }).waitFor()
    await expect.poll(() => page.getByText('어디로 알려 드릴까요?').count()).toBe(0)
  })
})

describe('a file that was chosen before', () => {
  it('is announced as a link is: twice in one selection, or in the archive already', async () => {
    const { page } = await screens.visit('/', {
      answers: {
        me: rich,
        listArchive: ({ query }) => ({
          entries: query.search
            ? [sampleEntry(KEY, { title: `${KEY}_hello.mp4`, duration_seconds: HELLO_SECONDS })]
            : [],
          page: 1,
          pages: 1,
          total: 0,
        }),
      },
    })
    await chooseFiles(page, [HELLO, HELLO])
    await popup(page).getByText('hello.mp4: 같은 파일을 2번 골랐어요. 모두 만들면 토큰도 2번 써요.').waitFor()
    await popup(page).getByText('hello.mp4: 같은 영상이 보관함에 있어요. 다시 만들면 토큰을 또 써요.').waitFor()
  })

  it('is pointed out among files of different kinds, as are an English subtitle and a link', async () => {
    const subtitle = {
      name: 'talk.srt',
      mimeType: '',
      buffer: Buffer.from('1\n00:01:00,000 --> 00:01:40,000\nAnd this is the café that I told you about.\n'),
    }
    const video = { name: 'hello.mp4', mimeType: 'video/mp4', buffer: readFileSync(HELLO) }
    const entry = sampleEntry(KEY, { type: 'subtitle', title: `${KEY}_talk.srt`, duration_seconds: 40 })
    const { page } = await screens.visit('/', {
      answers: {
        me: rich,
        listArchive: ({ query }) => ({
          entries: query.search === 'talk.srt' ? [entry] : [],
          page: 1,
          pages: 1,
          total: 0,
        }),
        quoteYoutube: ({ parameters: { id = '' } }) => ({
          ...quote,
          id,
          ...(id === 'aaaaaaaaaaa' && { already: { key: KEY, isDone: false } }),
        }),
      },
    })
    await chooseFiles(page, [subtitle])
    await popup(page).getByText('같은 영어 자막이 보관함에 있어요. 다시 만들면 토큰을 또 써요.').waitFor()
    await popup(page).getByRole('button', { name: '취소' }).click()
    await chooseFiles(page, [video, subtitle, subtitle])
    await popup(page).getByText('talk.srt: 같은 파일을 2번 골랐어요.').waitFor()
    await popup(page).getByText('talk.srt: 같은 영어 자막이 보관함에 있어요.').waitFor()
    await expect.poll(() => popup(page).getByText('hello.mp4: 같은').count()).toBe(0)
    await checkScreen(page, 'confirm-chosen-before')
    await popup(page).getByRole('button', { name: '취소' }).click()
    await page.getByRole('tab', { name: 'YouTube 링크' }).click()
    await page
      .getByRole('textbox', { name: 'YouTube 링크' })
      .fill('https://youtu.be/abcdefghijk https://youtu.be/aaaaaaaaaaa')
    await page.keyboard.press('Enter')
    await popup(page)
      .getByText(`${quote.title}: 같은 영상의 자막을 만들고 있어요. 다시 만들면 토큰을 또 써요.`)
      .waitFor()
    await expect.poll(() => popup(page).getByText('같은 파일을').count()).toBe(0)
  })
})

describe('a part of the page requested without a network', () => {
  it('loads once online, when the file is chosen again or the screen is retried', async () => {
    const { page, context } = await screens.visit('/', { answers: { me: rich }, before: async () => {} })
    await page.getByRole('link', { name: '보유 토큰 1,000개' }).waitFor()
    await context.setOffline(true)
    await chooseFiles(page, HELLO)
    await page.getByText('인터넷에 연결되지 않았어요. 연결을 확인하고 다시 시도해 주세요.').waitFor()
    await page.getByRole('contentinfo').getByRole('link', { name: '도움말' }).click()
    const alert = page.getByRole('alert').filter({ hasText: '인터넷에 연결되지 않았어요.' })
    const retry = alert.getByRole('button', { name: '다시 시도' })
    await retry.waitFor()
    await context.setOffline(false)
    await retry.click()
    await page.getByRole('heading', { name: '도움말', level: 1 }).waitFor()
    await page.goBack()
    await chooseFiles(page, HELLO)
    await popup(page).waitFor()
  })
})

describe('a YouTube link', () => {
  it('is looked up in three forms, also as soon as it is pasted and the browser is online, and leaves the field when its popup is cancelled; anything else gets an example', async () => {
    const answers: Answers = { me: rich, quoteYoutube: ({ parameters: { id = '' } }) => ({ ...quote, id }) }
    const { page, context } = await screens.visit('/', { answers })
    const field = page.getByRole('textbox', { name: 'YouTube 링크' })
    await field.fill('https://youtu.be/too-short')
    await page.getByRole('button', { name: '영상 불러오기' }).click()
    await page.getByText('YouTube 링크를 확인해 주세요. 예: https://youtu.be/abcde12345f').waitFor()
    expect(calls('quoteYoutube')).toEqual([])
    await checkScreen(page, 'upload-wrong-link')
    const isQuoted = async (...ids: string[]) => {
      await popup(page).getByRole('button', { name: '취소' }).click()
      await popup(page).waitFor({ state: 'detached' })
      await expect.poll(() => field.inputValue()).toBe('')
      expect(calls('quoteYoutube').map(({ parameters }) => parameters.id)).toEqual(ids)
    }
    const links = [
      'youtu.be/abcdefghijk',
      'www.youtube.com/watch?list=x&v=bbbbbbbbbbb',
      'youtube.com/embed/ccccccccccc',
    ]
    const ids = ['abcdefghijk', 'bbbbbbbbbbb', 'ccccccccccc']
    for (const [i, link] of links.entries()) {
      await field.fill(i < 2 ? `https://${link}` : link)
      await page.keyboard.press('Enter')
      await isQuoted(...ids.slice(0, i + 1))
    }
    const paste = (link: string) =>
      field.evaluate((element, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', text)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, link)
    await paste(' https://youtu.be/ddddddddddd ')
    await isQuoted(...ids, 'ddddddddddd')
    await context.setOffline(true)
    await paste('https://youtu.be/eeeeeeeeeee')
    await page.getByText('연결되면 영상을 불러올게요').waitFor()
    await context.setOffline(false)
    await isQuoted(...ids, 'ddddddddddd', 'eeeeeeeeeee')
  })

  it('shows the reason if its video does not exist, and refers to the file form if the deployment does not fetch from YouTube', async () => {
    const page = await enterLink({
      quoteYoutube: ({ parameters: { id = '' } }) =>
        id === quote.id ? new Refusal('YOUTUBE_NOT_FOUND') : { ...quote, id, fetchable: false },
    })
    await page.getByText('영상을 찾을 수 없어요. 비공개이거나 삭제된 영상일 수 있어요.').waitFor()
    await page.getByRole('textbox', { name: 'YouTube 링크' }).fill('https://youtu.be/bbbbbbbbbbb')
    await page.keyboard.press('Enter')
    await page.getByText('지금은 YouTube 영상을 가져올 수 없어요. MP4 파일로 올려 주세요.').waitFor()
    await checkScreen(page, 'upload-not-fetchable')
    await page.getByRole('button', { name: 'MP4 파일로 올리기' }).click()
    await page.getByText('여기에 MP4 파일을 놓아 주세요').waitFor()
  })

  it('is confirmed in the popup with title, link, HH:MM:SS and tokens, which shows the reason if the server refuses; once submitted it leaves the field and links to the archive', async () => {
    const readGlossary = () => ({ terms: [{ english: 'Anna', korean: '애나' }] })
    const submitted: Answers['submitYoutube'] = () =>
      calls('submitYoutube').length > 1 ? submitYoutube() : new Refusal('TOO_MANY_OPEN')
    const me = () => ({ ...sampleMe, token: calls('submitYoutube').length > 1 ? 380 : 1_000 })
    const page = await enterLink({ me, submitYoutube: submitted, readGlossary })
    for (const text of [
      'How we built a subtitle service',
      'youtu.be/abcdefghijk',
      '01:02:05',
      '620개 · 쓰고 나면 380개',
    ])
      await popup(page).getByText(text, { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('A')
    await page.setViewportSize(PHONE)
    const button = page.getByRole('button', { name: '토큰 620개로 자막 만들기' })
    await expect
      .poll(() => button.evaluate(each => each.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(PHONE.height)
    await page.setViewportSize(DESKTOP)
    const link = popup(page).getByRole('link', { name: 'youtu.be/abcdefghijk' })
    await expect.poll(() => link.getAttribute('href')).toBe(quote.url)
    await popup(page).getByText('존댓말, 일반 자막, YouTube 영어 자막 사용, 내 용어집 사용', { exact: true }).waitFor()
    await popup(page).getByRole('button', { name: '바꾸기' }).click()
    await popup(page).getByRole('radio', { name: /반말/ }).check()
    await popup(page).getByRole('combobox', { name: '자막 종류' }).selectOption('어린이용')
    await popup(page).getByText('1초에 9자를').waitFor()
    await popup(page).getByRole('checkbox', { name: '내 용어집의 용어 1개를 써요' }).uncheck()
    await popup(page)
      .getByText('반말, 어린이용 자막, YouTube 영어 자막 사용, 내 용어집 사용 안 함', { exact: true })
      .waitFor()
    await checkScreen(page, 'confirm-options')
    await popup(page).getByRole('button', { name: '접기' }).click()
    await expect.poll(() => popup(page).getByRole('radio').count()).toBe(0)
    await checkScreen(page, 'confirm-youtube')
    await button.click()
    await popup(page).getByText('한 번에 30개까지 맡길 수 있어요.').waitFor()
    await button.click()
    await page.getByText('전송 완료').waitFor()
    const sent = calls('submitYoutube')
    expect(sent).toHaveLength(2)
    expect(sent[1]?.body).toEqual({
      url: quote.url,
      register: 'banmal',
      profile: 'children',
      glossary: false,
      captions: true,
    })
    expect(sent[1]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    await expect.poll(() => page.getByRole('textbox', { name: 'YouTube 링크' }).inputValue()).toBe('')
    await checkScreen(page, 'upload-link-sent')
    await page.getByRole('link', { name: '모두 보기' }).click()
    await page.waitForURL(/\/user$/)
  })

  it('has a popup that fits in a height of 720 px with a picture, and a sign where more is below the edge', async () => {
    const answers: Answers = {
      me: rich,
      quoteYoutube: () => ({ ...quote, already: { key: KEY, isDone: true } }),
      readGlossary: () => ({ terms: [{ english: 'Anna', korean: '애나' }] }),
    }
    const page = await enterLink(answers)
    await page.setViewportSize({ width: 1280, height: 720 })
    await popup(page).getByText('내 용어집 사용').waitFor()
    const picture = popup(page).locator('.thumbnail img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const hidden = () => popup(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    const sign = () =>
      popup(page)
        .locator('.dialog-actions')
        .evaluate(actions => getComputedStyle(actions, '::before').content !== 'none')
    expect([await hidden(), await sign()]).toEqual([0, false])
    await popup(page).getByRole('button', { name: '바꾸기' }).click()
    await page.setViewportSize({ width: 1280, height: 480 })
    await expect.poll(() => hidden()).toBeGreaterThan(0)
    await expect.poll(sign).toBe(true)
    await popup(page).evaluate(dialog => dialog.scrollTo(0, dialog.scrollHeight))
    await expect.poll(sign).toBe(false)
  })

  it('of a video that is already in the archive says so before the user pays again', async () => {
    const answers: Answers = {
      me: rich,
      quoteYoutube: ({ parameters: { id = '' } }) => ({ ...quote, id, already: { key: KEY, isDone: id !== quote.id } }),
    }
    const { page } = await screens.visit('/', { answers })
    const announces = async (id: string, text: string, to: string) => {
      await page.getByRole('textbox', { name: 'YouTube 링크' }).fill(`https://youtu.be/${id}`)
      await page.keyboard.press('Enter')
      await popup(page).getByText(text).waitFor()
      await expect.poll(() => popup(page).getByRole('link', { name: '보관함에서 보기' }).getAttribute('href')).toBe(to)
    }
    await announces(quote.id, '같은 영상의 자막을 만들고 있어요. 다시 만들면 토큰을 또 써요.', '/user')
    await popup(page).getByRole('button', { name: '취소' }).click()
    await announces('bbbbbbbbbbb', '같은 영상이 보관함에 있어요. 다시 만들면 토큰을 또 써요.', `/user/${KEY}`)
    await checkScreen(page, 'confirm-already')
  })
})

describe('a chosen file', () => {
  it('is refused in the specification’s words if it is not an MP4 or has no readable length or sound, and is listed before the files chosen with it', async () => {
    const { page } = await screens.visit('/')
    await chooseFiles(page, join(MEDIA, 'make-sample.sh'))
    await page.getByText('make-sample.sh 파일은 올릴 수 없어요. 오류: MP4 파일만 올릴 수 있어요.').waitFor()
    await checkScreen(page, 'upload-not-mp4')
    const named = (content: string) => ({ name: 'x.mp4', mimeType: 'video/mp4', buffer: Buffer.from(content) })
    for (const [file, message] of [
      [named('not a film'), 'MP4가 아니에요.'],
      [named('\0\0\0\u0014ftypisom\0\0\u0002\0isom'), '오류: 영상 길이를 읽지 못했어요.'],
      [join(MEDIA, 'no-audio.mp4'), '영상에 소리가 없어요.'],
    ] as const) {
      await page.setInputFiles('input[type=file]', file)
      await page.getByText(message).waitFor()
    }
    await page.setInputFiles('input[type=file]', [join(MEDIA, 'no-audio.mp4'), HELLO])
    await popup(page).getByText('no-audio.mp4: 영상에 소리가 없어요.').waitFor()
    await popup(page).getByText('hello.mp4', { exact: true }).waitFor()
    await checkScreen(page, 'confirm-refused')
  })

  it('is confirmed in the popup with name, MM:SS, tokens and remaining balance, discarded there without sending anything, and refused in the specification’s words if the user is unknown', async () => {
    const { page } = await screens.visit('/', { answers: { submitVideo: () => new Refusal('NO_USER') } })
    await chooseFiles(page, HELLO)
    for (const text of ['hello.mp4', '00:25', '4개 · 쓰고 나면 196개', '존댓말, 일반 자막, 이 기기에 영상 저장'])
      await popup(page).getByText(text, { exact: true }).waitFor()
    await checkScreen(page, 'confirm-file')
    await page.getByRole('button', { name: '취소' }).click()
    await popup(page).waitFor({ state: 'detached' })
    await chooseFiles(page, HELLO)
    await popup(page).waitFor()
    await page.keyboard.press('Escape')
    await popup(page).waitFor({ state: 'detached' })
    expect(calls('submitVideo')).toEqual([])
    await chooseFiles(page, HELLO)
    await page.getByRole('button', { name: '토큰 4개로 자막 만들기' }).click()
    await page.getByText('사용자 정보를 찾을 수 없어요. 다시 로그인해 주세요.').first().waitFor()
  })

  it('is sent as sound only, and the page confirms its arrival', async () => {
    const { received, answers } = store()
    const { page } = await screens.visit('/', { answers })
    await chooseFiles(page, HELLO)
    await page.getByRole('button', { name: '토큰 4개로 자막 만들기' }).click()
    await page.getByText('업로드했어요! 자막이 완성되면 이메일로 알려 드릴게요!').first().waitFor()
    const announced = JSON.stringify(calls('submitVideo')[0]?.body)
    expect(announced).toContain('"filename":"hello.mp4"')
    expect(announced).toContain('"type":"video/mp4"')
    expect(received).toHaveLength(1)
    const form = received[0]?.toString('latin1') ?? ''
    expect(form.indexOf('name="key"')).toBeLessThan(form.indexOf('name="file"'))
    expect(form).toContain('soun')
    expect(form).not.toContain('vide\0')
    expect(received[0]?.length).toBeLessThan(readFileSync(HELLO).length)
    await checkScreen(page, 'upload-done')
  })

  it('can be retried after the storage refused it', async () => {
    const { answers } = store()
    const { page } = await screens.visit('/', { answers })
    let refusals = 0
    const takes = screens.site.foreign
    screens.site.foreign = async (request, url, response) => {
      if (refusals > 0) return (await takes?.(request, url, response)) ?? false
      refusals += 1
      await bytesOf(request)
      response.writeHead(403).end()
      return true
    }
    await chooseFiles(page, HELLO)
    await page.getByRole('button', { name: '토큰 4개로 자막 만들기' }).click()
    await page.getByText('업로드하지 못했어요: 파일을 받지 못했어요. 다시 시도해 주세요.').first().waitFor()
    await checkScreen(page, 'upload-failed')
    await page.getByRole('button', { name: '다시 시도' }).click()
    await page.getByText('업로드했어요! 자막이 완성되면 이메일로 알려 드릴게요!').first().waitFor()
    const keys = calls('submitVideo').map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
  })

  it('is sent after the others if several are chosen, each with its own submission', async () => {
    const { received, answers } = store()
    const { page } = await screens.visit('/', { answers })
    await chooseFiles(page, [HELLO, join(MEDIA, 'bicycle.mp4'), join(MEDIA, 'no-audio.mp4')])
    await page.getByText('no-audio.mp4: 영상에 소리가 없어요.').waitFor()
    await popup(page).getByText('bicycle.mp4').waitFor()
    await popup(page).getByText('18개 · 쓰고 나면 182개', { exact: true }).waitFor()
    await checkScreen(page, 'confirm-several')
    await page.getByRole('button', { name: '토큰 18개로 자막 만들기' }).click()
    // The card of the group says so once both have arrived.
    await page.getByText('업로드했어요! 모두 끝나면 이메일 한 통으로 알려 드릴게요.').waitFor()
    expect(received).toHaveLength(2)
    expect(calls('submitVideo')).toHaveLength(2)
  })

  it('shows a progress bar, warns before the page is left and can be stopped while being sent', async () => {
    const { answers } = store()
    const { page } = await screens.visit('/', { answers })
    let begun = false
    let cut = false
    screens.site.foreign = async (request, _, response) => {
      begun = true
      request.resume()
      await new Promise(resolve => response.once('close', resolve))
      cut = !response.writableEnded
      return true
    }
    await chooseFiles(page, HELLO)
    await page.getByRole('button', { name: '토큰 4개로 자막 만들기' }).click()
    await page.getByRole('button', { name: '취소' }).waitFor()
    const isGuarded = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    await expect.poll(() => begun).toBe(true)
    await expect.poll(() => isGuarded()).toBe(true)
    await page.getByRole('button', { name: '취소' }).click()
    await expect.poll(isGuarded).toBe(false)
    await expect.poll(() => cut).toBe(true)
    await page.getByText('업로드를 취소했어요. 미리 잡아 둔 토큰은 10분 안에 돌려 드려요.').waitFor()
  })
})

describe('a balance with too few tokens', () => {
  const poor = () => ({ ...sampleMe, token: 1 })

  it('makes the popup link to the token packages instead of submitting, and reopens it with the same video after the purchase, even in a reloaded page', async () => {
    const { received, answers } = store()
    const { page } = await screens.visit('/', { answers: { ...answers, me: poor } })
    await chooseFiles(page, HELLO)
    await popup(page).getByText('토큰이 3개 부족해요.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /자막 만들기/ }).count()).toBe(0)
    await checkScreen(page, 'confirm-insufficient')
    await page.getByRole('button', { name: '충전하러 가기' }).click()
    await page.getByRole('heading', { name: '토큰 충전' }).waitFor()
    await page.getByText('보관해 둔 파일이나 링크가 있어요. 충전하면 이어서 자막을 만들 수 있어요.').waitFor()
    await page.getByText('더 필요한 토큰').waitFor()
    expect(calls('submitVideo')).toEqual([])
    screens.site.answers.me = () => sampleMe
    await page.goto(`${screens.site.origin}/`)
    await popup(page).getByText('hello.mp4').waitFor()
    await page.getByRole('button', { name: '토큰 4개로 자막 만들기' }).click()
    await page.getByText('업로드했어요! 자막이 완성되면 이메일로 알려 드릴게요!').first().waitFor()
    expect(received).toHaveLength(1)
  })

  it('keeps several items of different kinds during the purchase', async () => {
    const { page } = await screens.visit('/', { answers: { me: poor } })
    await chooseFiles(page, [
      { name: 'hello.mp4', mimeType: 'video/mp4', buffer: readFileSync(HELLO) },
      { name: 'talk.srt', mimeType: '', buffer: Buffer.from('1\n00:01:00,000 --> 00:03:00,000\nThis is the café.\n') },
    ])
    await popup(page).getByRole('button', { name: '충전하러 가기' }).click()
    await page.getByText('보관해 둔 파일이나 링크가 있어요.').waitFor()
    screens.site.answers.me = rich
    await page.goto(`${screens.site.origin}/`)
    await popup(page).getByText('보관해 둔 영상이에요.').waitFor()
    await expect.poll(() => popup(page).locator('.candidates > li').count()).toBe(2)
  })

  it('shows the link again after the purchase, and still has the script', async () => {
    const page = await enterLink({ me: poor })
    await page.getByRole('button', { name: '바꾸기' }).click()
    await page.getByRole('textbox', { name: /영어 대본/ }).fill('Good evening from Harrowgate.')
    await page.getByRole('button', { name: '충전하러 가기' }).click()
    await page.getByText('보관해 둔 파일이나 링크가 있어요.').waitFor()
    screens.site.answers.me = rich
    await page.goto(`${screens.site.origin}/`)
    await popup(page).getByText('How we built a subtitle service').waitFor()
    await popup(page).getByText('대본에 맞추기').waitFor()
  })
})
