import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { editorServer, KEY } from '../support/editor-server.ts'
import { sampleEntry, sampleMe } from '../support/sample-data.ts'
import { checkScreen, setUpScreens } from '../support/screens.ts'
import type { Answers } from '../support/stand-in.ts'
import { acceptUploads, chooseFiles, popup, SKY } from '../support/upload-form.ts'

const screens = await setUpScreens()

const pictured = (page: Page) => page.locator('video[src^="blob:"]')
/** The files of the origin's private storage. */
const copies = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('own-videos').catch(() => undefined)
    const names: string[] = []
    for await (const name of folder?.keys() ?? []) names.push(name)
    return names
  })

/** The keys of the remembered videos. A video is listed once its copy is whole. */
const listed = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('jamak-editor')
    await new Promise(resolve => Object.assign(opening, { onsuccess: resolve }))
    const database = opening.result
    const reading = database.objectStoreNames.contains('videos')
      ? database.transaction('videos').objectStore('videos').getAllKeys()
      : undefined
    if (reading) await new Promise(resolve => Object.assign(reading, { onsuccess: resolve }))
    database.close()
    return reading?.result ?? []
  })

let uploaded: readonly Buffer[] = []

/** A server that finishes an uploaded video at once. */
function server(): Answers {
  const { received, post } = acceptUploads(screens.site)
  uploaded = received
  const entry = sampleEntry(KEY, { title: `${KEY}_sky.mp4` })
  return {
    ...editorServer().answers,
    me: () => ({ ...sampleMe, token: 1_000 }),
    submitVideo: () => ({ entry: { ...entry, status: 'uploading' }, post }),
    listArchive: () => ({ entries: [entry], page: 1, pages: 1, total: 1 }),
    deleteEntry: () => ({}),
  }
}

async function upload(page: Page, keeps = true): Promise<void> {
  await chooseFiles(page, SKY)
  await popup(page).getByText('이 기기에 영상 저장').waitFor()
  if (!keeps) {
    await popup(page).getByRole('button', { name: '바꾸기' }).click()
    await popup(page).getByText('이 기기에 저장해요').click()
    await popup(page).getByText('이 기기에 영상 저장 안 함').waitFor()
    await checkScreen(page, 'confirm-keep')
  }
  await popup(page)
    .getByRole('button', { name: /자막 만들기/ })
    .click()
  await expect.poll(() => uploaded.length).toBe(1)
  if (keeps) await expect.poll(() => listed(page)).toEqual([KEY])
}

describe('the user’s own video', () => {
  it('is not promised in a window without private storage, such as a private window', async () => {
    const before = (page: Page) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(window, 'showOpenFilePicker')
        StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'))
      })
    const { page } = await screens.visit('/', { answers: server(), before })
    await chooseFiles(page, SKY)
    await popup(page).getByText('이 기기에 영상 저장 안 함').waitFor()
    await popup(page).getByRole('button', { name: '바꾸기' }).click()
    await popup(page).getByText('저장 공간이 없어요.').waitFor()
  })

  it('is shown as soon as the editor opens, stays on the device, is refused with a reason if space is short, and can be deleted in the account', async () => {
    const { page } = await screens.visit('/', { answers: server(), before: async () => {} })
    await upload(page)
    await page.goto(`${screens.site.origin}/user/${KEY}`)
    await pictured(page).waitFor()
    await page.locator('.stage').hover()
    await page.getByRole('button', { name: '저장한 영상 지우기' }).click()
    await expect.poll(() => copies(page)).toEqual([])
    await page.getByText('영상 파일 열기').waitFor()
    await page.setInputFiles('input[type=file]', SKY)
    await pictured(page).waitFor()
    // Three megabytes for the site, of which a quarter is for videos.
    await page.evaluate(() => {
      navigator.storage.estimate = async () => ({ quota: 3 * 1024 ** 2 })
    })
    await page.locator('.stage').hover()
    await page.getByRole('button', { name: '다음에도 바로 열기' }).click()
    await page.getByText('계정에서 전에 저장한 영상을 지워 주세요.').waitFor()
    await expect.poll(() => copies(page)).toEqual([])
    await page.evaluate(() => Reflect.deleteProperty(navigator.storage, 'estimate'))
    await page.locator('.stage').hover()
    await page.getByRole('button', { name: '다음에도 바로 열기' }).click()
    await page.getByRole('button', { name: '저장한 영상 지우기' }).waitFor()
    await expect.poll(() => listed(page)).toEqual([KEY])
    await checkScreen(page, 'editor-own-video')
    await page.goto(`${screens.site.origin}/account#sign-in`)
    await page.getByText('sky.mp4', { exact: true }).waitFor()
    await checkScreen(page, 'account-own-videos')
    await page.getByRole('button', { name: 'sky.mp4 지우기' }).click()
    await page.getByText('저장한 영상이 없어요.').waitFor()
    await expect.poll(() => copies(page)).toEqual([])
  })

  it('is not remembered if the user does not want it', async () => {
    const { page } = await screens.visit('/', { answers: server(), before: async () => {} })
    await upload(page, false)
    await page.goto(`${screens.site.origin}/user/${KEY}`)
    await page.getByText('영상 파일 열기').waitFor()
    await expect.poll(() => copies(page)).toEqual([])
  })

  it.each([
    {
      way: 'with its entry',
      async forget(page: Page) {
        await page.goto(`${screens.site.origin}/user`)
        await page.getByRole('button', { name: /더 보기/ }).click()
        await page.getByRole('menuitem', { name: '지우기' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '지우기' }).click()
      },
    },
    {
      way: 'at sign-out',
      async forget(page: Page) {
        await page.getByRole('button', { name: /내 메뉴/ }).click()
        await page.getByRole('menuitem', { name: '로그아웃' }).click()
        await page.waitForURL(url => url.pathname === '/logout')
        await page.goto(screens.site.origin)
      },
    },
  ])('is deleted $way', async ({ forget }) => {
    const { page } = await screens.visit('/', { answers: server(), before: async () => {} })
    await upload(page)
    await forget(page)
    await expect.poll(() => copies(page)).toEqual([])
  })

  it('is deleted in favour of newer ones once the space is used up', async () => {
    const { page } = await screens.visit('/', {
      answers: server(),
      // A browser that grants the site eight megabytes, of which a quarter is for videos.
      before: page =>
        page.addInitScript(() => {
          navigator.storage.estimate = async () => ({ quota: 8 * 1024 ** 2 })
        }),
    })
    await page.evaluate(async () => {
      const opening = indexedDB.open('jamak-editor', 2)
      opening.onupgradeneeded = () => opening.result.createObjectStore('videos')
      await new Promise(resolve => Object.assign(opening, { onsuccess: resolve }))
      const videos = opening.result.transaction('videos', 'readwrite').objectStore('videos')
      const old = { key: '20260101000000', name: 'old.mp4', type: 'video/mp4', bytes: 2 * 1024 ** 2, usedAt: 1 }
      await new Promise(resolve => Object.assign(videos.put(old, old.key), { onsuccess: resolve }))
      opening.result.close()
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('own-videos', { create: true })
      await folder.getFileHandle(old.key, { create: true })
    })
    await upload(page)
    await expect.poll(() => copies(page)).toEqual([KEY])
  })

  it('replaces what an upload left behind when its page was closed too early', async () => {
    const { page } = await screens.visit('/', { answers: server(), before: async () => {} })
    await page.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('own-videos', { create: true })
      await folder.getFileHandle('20260101000000', { create: true })
    })
    await upload(page)
    await expect.poll(() => copies(page)).toEqual([KEY])
  })
})
